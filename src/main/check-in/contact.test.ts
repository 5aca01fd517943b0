import { describe, expect, it } from 'vitest'
import { err, ok } from '../../shared/result.ts'
import { parseContact } from './contact.ts'

describe('a typed contact', () => {
  it.each([
    ['(202) 555-0143', 'US', '+12025550143'],
    ['202 555 0143', 'US', '+12025550143'],
    ['1 202 555 0143', 'US', '+12025550143'],
    ['+44 20 7946 0958', 'US', '+442079460958'],
    ['０２０ ７９４６ ０９５８', 'GB', '+442079460958'],
    ['030 901820', 'DE', '+4930901820'],
  ])('phone %s in %s is %s', (typed, region, e164) => {
    expect(parseContact('sms', typed, region)).toEqual(ok(e164))
  })

  it.each(['12', '555 0143', '202 555 0143 ext. 5', 'call me', '+999 123 456', '2'.repeat(30)])(
    'phone %s is not valid',
    (typed) => {
      expect(parseContact('sms', typed, 'US')).toEqual(err('notValid'))
    },
  )

  it.each([
    [' Ana@Example.org ', 'ana@example.org'],
    ["o'neil+kiosk@mail.example.co.uk", "o'neil+kiosk@mail.example.co.uk"],
  ])('address %s is %s', (typed, address) => {
    expect(parseContact('email', typed, 'US')).toEqual(ok(address))
  })

  it.each(['ana', 'ana@', '@example.org', 'ana@example', 'ana@@example.org', 'a b@example.org'])(
    'address %s is not valid',
    (typed) => {
      expect(parseContact('email', typed, 'US')).toEqual(err('notValid'))
    },
  )

  it.each(['sms', 'email'] as const)('nothing typed for %s is empty', (channel) => {
    expect(parseContact(channel, ' \t', 'US')).toEqual(err('empty'))
  })
})

import { describe, expect, it } from 'vitest'
import { err, ok } from '../../../../shared/result.ts'
import { parseContact, parseDateOfBirth } from './typed-values.ts'

const inRegion = (phoneRegion: string, phoneCountries: string[] = []) => ({
  phoneRegion,
  phoneCountries,
})

describe('a typed contact', () => {
  it.each([
    ['(202) 555-0143', 'US', '+12025550143'],
    ['202 555 0143', 'US', '+12025550143'],
    ['1 202 555 0143', 'US', '+12025550143'],
    ['+44 20 7946 0958', 'GB', '+442079460958'],
    ['０２０ ７９４６ ０９５８', 'GB', '+442079460958'],
    ['030 901820', 'DE', '+4930901820'],
  ])('phone %s in %s is %s', (typed, region, e164) => {
    expect(parseContact('sms', typed, inRegion(region))).toEqual(ok(e164))
  })

  it.each(['12', '555 0143', '202 555 0143 ext. 5', 'call me', '+999 123 456', '2'.repeat(30)])(
    'phone %s is not valid',
    (typed) => expect(parseContact('sms', typed, inRegion('US'))).toEqual(err('notValid')),
  )

  it.each([
    [' Ana@Example.org ', 'ana@example.org'],
    ["o'neil+kiosk@mail.example.co.uk", "o'neil+kiosk@mail.example.co.uk"],
  ])('address %s is %s', (typed, address) => {
    expect(parseContact('email', typed, inRegion('US'))).toEqual(ok(address))
  })

  it.each(['ana', 'ana@', '@example.org', 'ana@example', 'ana@@example.org', 'a b@example.org'])(
    'address %s is not valid',
    (typed) => expect(parseContact('email', typed, inRegion('US'))).toEqual(err('notValid')),
  )

  it.each(['sms', 'email'] as const)('nothing typed for %s is empty', (channel) => {
    expect(parseContact(channel, ' \t', inRegion('US'))).toEqual(err('empty'))
  })
})

describe('a code is sent to', () => {
  it.each([
    ['+1 416 555 0143', 'Canada, which shares +1'],
    ['+1 876 555 0143', 'Jamaica, which shares +1'],
    ['+1 787 555 1234', 'Puerto Rico, which shares +1'],
    ['+44 20 7946 0958', 'another country'],
  ])('no phone of a country that the clinic does not serve: %s (%s)', (typed) => {
    expect(parseContact('sms', typed, inRegion('US'))).toEqual(err('notServed'))
  })

  it('the phones of the clinic’s country and of each that is listed', () => {
    const listed = inRegion('US', ['CA', 'GB'])
    expect(parseContact('sms', '202 555 0143', listed)).toEqual(ok('+12025550143'))
    expect(parseContact('sms', '416 555 0143', listed)).toEqual(ok('+14165550143'))
    expect(parseContact('sms', '+44 20 7946 0958', listed)).toEqual(ok('+442079460958'))
    expect(parseContact('sms', '+1 876 555 0143', listed)).toEqual(err('notServed'))
  })

  it.each([
    ['+1 900 555 1234', 'US', 'premium'],
    ['+1 976 555 1234', 'US', 'premium by custom, in no plan'],
    ['+1 800 555 1234', 'US', 'toll-free'],
    ['+1 500 555 1234', 'US', 'personal, forwarded at a cost'],
    ['+1 700 555 1234', 'US', 'a range of carriers'],
    ['+44 9012 345678', 'GB', 'premium'],
    ['+44 845 123 4567', 'GB', 'premium by its plan'],
    ['+44 300 123 4567', 'GB', 'of a company'],
    ['+44 70 1234 5678', 'GB', 'personal, forwarded at a cost'],
    ['+44 7640 123456', 'GB', 'a pager'],
    ['+44 56 1234 5678', 'GB', 'of the internet alone'],
    ['+49 180 512345', 'DE', 'shared cost'],
    ['+33 8 99 12 34 56', 'FR', 'premium'],
    ['+371 9001 2345', 'LV', 'premium'],
    ['+979 123 456 789', 'US', 'international premium'],
    ['+882 13 300 655', 'US', 'satellites and networks of no country'],
    ['+883 5100 12345', 'US', 'networks of no country'],
    ['+881 6 3155 5123', 'US', 'satellites'],
    ['+870 773 111 632', 'US', 'satellites'],
    ['+878 10 1234567890', 'US', 'personal numbers of no country'],
    ['+800 1234 5678', 'US', 'international toll-free'],
    ['+808 1234 5678', 'US', 'international shared cost'],
  ])('no number that is nobody’s own phone: %s in %s (%s)', (typed, region) => {
    expect(parseContact('sms', typed, inRegion(region))).toEqual(err('notServed'))
    // Nor to one that looks like it where its country is on the list.
    const everywhere = inRegion(region, ['US', 'CA', 'GB', 'DE', 'FR', 'LV'])
    expect(parseContact('sms', typed, everywhere)).toEqual(err('notServed'))
  })
})

const today = { year: 2026, month: 3, day: 1 }
const parse = (year: string, month: string, day: string) =>
  parseDateOfBirth({ year, month, day }, today)

describe('a typed date of birth', () => {
  it.each([
    ['1984', '2', '29', { year: 1984, month: 2, day: 29 }],
    ['2000', '02', '29', { year: 2000, month: 2, day: 29 }],
    ['2026', '03', '01', today],
    ['1896', '12', '31', { year: 1896, month: 12, day: 31 }],
  ])('%s-%s-%s is a date', (year, month, day, date) => {
    expect(parse(year, month, day)).toEqual(ok(date))
  })

  it.each([
    ['1985', '2', '29', 'not a leap year'],
    ['1900', '2', '29', 'not a leap year either'],
    ['1984', '13', '1', 'no such month'],
    ['1984', '0', '10', 'no such month'],
    ['1984', '4', '31', 'no such day'],
    ['1984', '4', '0', 'no such day'],
    ['84', '4', '3', 'a year has four digits'],
    ['', '', '', 'nothing'],
    ['1984', '4', '-3', 'no number'],
    ['2026', '3', '2', 'tomorrow'],
    ['2027', '1', '1', 'next year'],
    ['1895', '1', '1', 'too long ago'],
  ])('%s-%s-%s is none: %s', (year, month, day) => {
    expect(parse(year, month, day)).toEqual(err('notADate'))
  })
})

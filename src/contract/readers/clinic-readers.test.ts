import { describe, expect, it } from 'vitest'
import { answerOf } from '#harness/service/service-answer.ts'
import { clinicLocationReader, locationsReader, statesReader } from './clinic-readers.ts'
import { groupReader, groupsReader } from './template-readers.ts'

const enveloped = (data: unknown) => answerOf({ success: true, message: '', data })

describe('lists', () => {
  it.each([
    [enveloped([{ id: 301, name: 'North', timeZone: 'America/Denver' }])],
    [answerOf([{ id: '301', name: 'North', time_zone: 'America/Denver' }])],
  ])('are read bare and in their envelope: %j', (given) => {
    const read = locationsReader(given)
    expect(read.ok && read.value.map(({ id, ...rest }) => [String(id), rest])).toEqual([
      ['301', { name: 'North', timeZone: 'America/Denver' }],
    ])
  })

  it('of none are empty, and of rows without an id cannot be read', () => {
    expect(groupsReader(enveloped([]))).toEqual({ ok: true, value: [] })
    expect(groupsReader(enveloped([{ name: 'Forms' }])).ok).toBe(false)
    expect(statesReader(answerOf('a page')).ok).toBe(false)
  })
})

describe('a location', () => {
  it('is read with its address, and its staff where it tells them', () => {
    const stateProvince = { id: 6, name: 'Colorado', shortName: 'CO' }
    const body = { id: 301, name: 'North', address: { city: 'Boulder', stateProvince } }
    const read = clinicLocationReader(301)
    expect(read(enveloped(body))).toMatchObject({
      value: { city: 'Boulder', state: stateProvince, staffIds: undefined },
    })
    expect(read(enveloped({ ...body, staffIds: [11, '12', 'x'] }))).toMatchObject({
      value: { staffIds: [11, 12] },
    })
  })

  it('is no other than was asked for', () => {
    expect(clinicLocationReader(301)(enveloped({ id: 302, name: 'South' })).ok).toBe(false)
  })
})

it('reads a template group with its templates and its link, also a relative one', () => {
  const formTemplates = [{ id: 601, name: 'Consent', isStaffOnly: true }, { name: 'no id' }]
  const body = { id: 7, name: 'Forms', active: false, staticLink: '/public/1', formTemplates }
  expect(groupReader(7)(enveloped(body))).toMatchObject({
    value: {
      isActive: false,
      link: 'https://service.example/public/1',
      templates: [{ id: 601, name: 'Consent', isActive: true, isStaffOnly: true }],
    },
  })
})

import { describe, expect, it } from 'vitest'
import { answerOf, valueOf } from '#harness/service/service-answer.ts'
import {
  changedStateReader,
  visitReader,
  visitsReader,
  visitTypesReader,
} from './arrival-readers.ts'

const at = '2030-05-31T10:30:00-07:00'
const startsAt = Date.parse(at)

describe('appointments of a list', () => {
  it('are read in the assumed form', () => {
    const row = {
      id: 7,
      status: 'SCHEDULED',
      patientId: 5001,
      practitionerId: 401,
      startAt: at,
      appointmentTypeId: 502,
      locationId: 301,
    }
    expect(valueOf(visitsReader, { items: [row], nextCursor: null }).items).toEqual([
      {
        id: 7,
        startsAt,
        state: 'open',
        patientId: 5001,
        locationId: 301,
        practitionerId: 401,
        typeId: 502,
      },
    ])
  })

  it('are read in snake case, with whatever name they have', () => {
    const row = { id: 'a-1', start_at: at, patient: { id: 9, name: 'Ana Ruiz' } }
    expect(valueOf(visitsReader, [row]).items).toMatchObject([
      { id: 'a-1', startsAt, patientId: 9, patientName: 'Ana Ruiz' },
    ])
  })

  it.each([
    [{ patient: { id: 9, firstName: 'Ana', lastName: 'Ruiz' } }, { patientName: 'Ana Ruiz' }],
    [
      { practitioner: { id: 4, name: 'Dr. Chen' } },
      { practitioner: 'Dr. Chen', practitionerId: 4 },
    ],
    [{ practitioner: 'prac_12' }, { practitioner: undefined }],
    [{ patient: 'Patient/9' }, { patientName: undefined }],
    [{ appointmentType: { name: 'type_12' } }, { type: undefined }],
    [{ appointmentType: { name: 'Covid 19 shot' } }, { type: 'Covid 19 shot' }],
    [{ appointmentType: { isTelehealth: 'yes' } }, { isTelehealth: true }],
    [{ location: { id: 3, name: 'Lakeside' } }, { place: 'Lakeside' }],
  ])('are read of %j', (fields, expected) => {
    expect(valueOf(visitsReader, [{ id: 1, startAt: at, ...fields }]).items).toMatchObject([
      expected,
    ])
  })

  it.each([
    ['SCHEDULED', 'open'],
    ['booked', 'open'],
    ['CHECKED_IN', 'arrived'],
    ['Checked In', 'arrived'],
    ['COMPLETED', 'completed'],
    ['cancelled', 'cancelled'],
    [undefined, 'open'],
  ])('stand as %j says', (status, state) => {
    expect(valueOf(visitsReader, [{ id: 1, startAt: at, status }]).items[0]?.state).toBe(state)
  })

  it('are none without an id or a time, and unreadable when all are', () => {
    const rows = [{ id: 1 }, { startAt: at }, { id: 2, startAt: at }]
    expect(valueOf(visitsReader, rows).items.map(({ id }) => id)).toEqual([2])
    expect(visitsReader(answerOf(rows.slice(0, 2))).ok).toBe(false)
    // Without a zone it could be any moment.
    expect(visitsReader(answerOf([{ id: 1, startAt: '2030-05-31T10:30:00' }])).ok).toBe(false)
    expect(valueOf(visitsReader, []).items).toEqual([])
    expect(valueOf(visitsReader, undefined, { status: 204 }).items).toEqual([])
    expect(visitsReader(answerOf('<html>')).ok).toBe(false)
  })
})

describe('one appointment', () => {
  const body = { data: { appointment: { id: 7, startAt: at, practitioner: { name: 'Dr. Chen' } } } }

  it('is read out of its envelope, and only the one that was asked for', () => {
    expect(valueOf(visitReader('7'), body)).toMatchObject({ id: 7, practitioner: 'Dr. Chen' })
    expect(visitReader(8)(answerOf(body)).ok).toBe(false)
  })

  it('says how it stands after a change, as far as it says so of itself', () => {
    const changed = (status?: string) =>
      valueOf(changedStateReader(7), { id: 7, startAt: at, status })
    expect(changed('CHECKED_IN')).toBe('arrived')
    expect(changed('SCHEDULED')).toBe('open')
    expect(changed()).toBeNull()
    expect(valueOf(changedStateReader(8), { id: 7, status: 'CHECKED_IN' })).toBeNull()
    expect(valueOf(changedStateReader(7), undefined, { status: 204 })).toBeNull()
  })
})

it('reads types of appointments, and says nothing of telehealth that they do not say', () => {
  const items = [{ id: 504, name: 'Video follow-up', isTelehealth: true }, { id: 2 }, { name: 'x' }]
  expect(valueOf(visitTypesReader, { items, nextCursor: null }).items).toEqual([
    { id: 504, name: 'Video follow-up', isTelehealth: true, isActive: true },
    { id: 2, name: undefined, isTelehealth: undefined, isActive: true },
  ])
})

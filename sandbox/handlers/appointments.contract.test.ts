import { describe, expect, it } from 'vitest'
import * as cases from '../seeds/cases.ts'
import { failure, first, useClient, value, type Opened } from '#harness/sandbox/client.ts'

type Change = Parameters<Opened['partner']['appointments']['update']>[0]['body']

const taken = { kind: 'rejected', status: 422, code: 'not_available' }
const wish = {
  patientId: cases.noPacket.id,
  practitionerId: 401,
  appointmentTypeId: 502,
  startAt: '2026-03-12T18:00:00Z',
}

const { partner, control, here: params } = useClient()
const { appointments } = partner
const book = (more: Partial<typeof wish> = {}) =>
  appointments.create({ params, body: { ...wish, ...more } })
const change = (appointmentId: string | number, body: Change) =>
  appointments.update({ params: { ...params, appointmentId }, body })

describe('appointments', () => {
  it('are confirmed when the practitioner is free, to the minute, and refused when not', async () => {
    await value(book())
    expect(await failure(book())).toMatchObject(taken)
    expect(await failure(book({ startAt: '2026-03-12T18:19:00Z' }))).toMatchObject(taken)
    expect(await failure(book({ startAt: '2026-03-12T17:41:00Z' }))).toMatchObject(taken)
    await value(book({ startAt: '2026-03-12T18:20:00Z' }))
    await value(book({ startAt: '2026-03-12T17:40:00Z' }))
    await value(book({ practitionerId: 402 }))
  })

  it('free their time when they are cancelled, and cannot come back once it is taken', async () => {
    const { id } = await value(book())
    await value(change(id, { status: 'CANCELLED' }))
    await value(book({ patientId: cases.onePacket.id }))
    expect(await failure(change(id, { status: 'SCHEDULED' }))).toMatchObject(taken)
  })

  it('are moved by time or by practitioner, and what is not named stays', async () => {
    const before = await value(book())
    const startAt = '2026-03-13T18:00:00.000Z'
    const { endAt, ...moved } = await value(change(before.id, { startAt }))
    expect(endAt).toBe('2026-03-13T18:20:00.000Z')
    expect(before).toMatchObject({
      status: 'SCHEDULED',
      patient: { name: 'Aisha Rahman' },
      practitioner: { name: 'Dr. Amelia Stone' },
      location: { name: 'Harbor Family Clinic' },
    })
    expect({ ...moved, endAt: before.endAt }).toEqual({ ...before, startAt })
    expect(await value(change(before.id, { practitionerId: 402 }))).toMatchObject({
      startAt,
      practitioner: { name: 'Dr. Ravi Menon' },
      patientId: wish.patientId,
    })
    const one = { params: { ...params, appointmentId: before.id } }
    expect(await value(appointments.get(one))).toMatchObject({ startAt, practitionerId: 402 })
  })

  it('start in the future, made or moved; one that has passed still changes its state', async () => {
    control.advanceClock(2 * 3_600_000)
    const passed = { kind: 'rejected', status: 422, code: 'start_has_passed' }
    const [justNow, now] = ['2026-03-10T18:59:59Z', '2026-03-10T19:00:00Z']
    expect(await failure(book({ startAt: '1990-01-02T10:00:00Z' }))).toMatchObject(passed)
    expect(await failure(book({ startAt: justNow }))).toMatchObject(passed)
    const { id } = await value(book({ startAt: now }))
    expect(await failure(change(id, { startAt: justNow }))).toMatchObject(passed)
    const nine = await first(appointments.list({ params }))
    expect(nine.startAt).toBe('2026-03-10T16:00:00.000Z')
    expect(await value(change(nine.id, { status: 'COMPLETED' }))).toMatchObject({
      startAt: nine.startAt,
      status: 'COMPLETED',
    })
  })

  it('are sorted by their start, also one that is booked last and comes first; filters narrow', async () => {
    const list = async (query: object) => (await value(appointments.list({ params, query }))).items
    const from = '2026-03-11'
    const early = await value(book({ startAt: `${from}T13:00:00Z` }))
    const all = await list({ from, limit: 1000 })
    expect(all[0]?.id).toBe(early.id)
    const starts = all.map(({ startAt }) => startAt)
    expect(starts).toEqual([...starts].sort())
    const today = { from: '2026-03-10', to: '2026-03-10' }
    // Seven at full hours, and those of the arrivals but for the one elsewhere.
    expect(await list(today)).toHaveLength(7 + 9)
    expect(await list({ ...today, status: 'CANCELLED' })).toHaveLength(2)
    const whose = { patientId: cases.arrivals.due.id, practitionerId: 401 }
    expect(await list({ ...today, ...whose })).toHaveLength(1)
  })

  it.each([
    ['patient', { patientId: 9001 }],
    ['practitioner', { practitionerId: 902 }],
    ['appointment_type', { appointmentTypeId: 911 }],
  ])('are refused with a %s of another account', async (whose, wrong) => {
    const refused = { kind: 'rejected', status: 422, code: `unknown_${whose}` }
    expect(await failure(book(wrong))).toMatchObject(refused)
  })
})

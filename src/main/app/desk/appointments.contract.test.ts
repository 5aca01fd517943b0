import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { openChartWork, served, type ChartWork } from '#harness/desk/chart-work.ts'
import { serveAppointments } from '../../desk/features/appointments.ts'

const refused = (kind: string) => ({ ok: false, error: { kind } })
const dayMs = 24 * 60 * 60_000

const serve = ({ work }: ChartWork) => served(serveAppointments(work, { hub: () => undefined }))
let opened: ChartWork
let { place, outcome, value } = {} as ReturnType<typeof serve>
beforeEach(async () => {
  opened = await openChartWork()
  ;({ place, outcome, value } = serve(opened))
})

const rowsOf = async (chart: string) => (await value('appointments', { chart })).rows
const choices = () => value('bookingChoices', {})
/** A free time: three days ahead, at which nothing is seeded. */
const free = Math.ceil(Date.now() / dayMs + 3) * dayMs + 10 * 60 * 60_000
async function wish(startsAt = free, patientId = cases.noPacket.id) {
  const { types, practitioners } = await choices()
  return {
    chart: opened.chart(patientId),
    startsAt,
    type: types[0]?.type ?? '',
    practitioner: practitioners[0]?.practitioner ?? '',
  }
}
const book = (wished: Awaited<ReturnType<typeof wish>>) => outcome('bookAppointment', wished)
const told = (outcome: string) => ({ ok: true, value: { outcome } })
describe('the appointments of a patient', () => {
  it('come with whom and what for, the earliest first', async () => {
    const rows = await rowsOf(opened.chart(cases.arrivals.several.id))
    expect(rows).toHaveLength(2)
    expect(rows.map(({ startsAt }) => startsAt)).toEqual(
      rows.map(({ startsAt }) => startsAt).toSorted((a, b) => a - b),
    )
    for (const row of rows) {
      expect(row.practitioner).toBe('Dr. Amelia Stone')
      expect(row.type).toMatch(/\p{L}/u)
      expect(row.state).toBe('open')
    }
  })

  it('leave out what nobody says whose it is, tell how much that is, and ask of the latest first', async () => {
    const unnamed = Array.from({ length: 45 }, (_, index) => ({
      id: 990_000 + index,
      startsAt: index,
      state: 'open',
      patientId: undefined,
    }))
    const asked = { chart: opened.chart(cases.arrivals.several.id) }
    expect(await value('appointments', asked)).toMatchObject({ notShown: 0 })
    opened.changeList('partner.appointments.list', (items) => [
      ...unnamed,
      ...items.map((row) => ({ ...row, patientId: undefined })),
    ])
    const listed = await value('appointments', asked)
    expect(listed.rows).toHaveLength(2)
    expect(listed.notShown).toBe(45)
  })

  it('are each shown in full, under their own chart alone', async () => {
    const chart = opened.chart(cases.arrivals.due.id)
    const [row] = await rowsOf(chart)
    const visit = row?.visit ?? ''
    const details = await value('appointment', { chart, visit })
    expect(details.location).toMatch(/\p{L}/u)
    expect(details.endsAt).toBeGreaterThan(details.startsAt)
    expect(details.practitionerReference).toMatch(/^practitioner-/)
    const other = opened.chart(cases.onePacket.id)
    expect(place.appointment({ chart: other, visit })).toBeUndefined()
    expect(place.moveAppointment({ chart: other, visit })).toBeUndefined()
    expect(place.appointments({ chart: 'patient-1' })).toBeUndefined()
  })
})

describe('what can be booked', () => {
  it('is a type with a practitioner of the appointments around today', async () => {
    const { types, practitioners } = await choices()
    expect(types.length).toBeGreaterThan(2)
    expect(practitioners.map(({ name }) => name)).toContain('Dr. Amelia Stone')
    const [first] = types
    const type = await value('appointmentType', { type: first?.type ?? '' })
    expect(type.name).toBe(first?.name)
    expect(type.minutes).toBeGreaterThan(0)
  })

  it('shows when practitioners are busy and with what, and not with whom', async () => {
    const { times } = await value('busyTimes', { day: Date.now() })
    expect(times.length).toBeGreaterThan(0)
    for (const each of times)
      expect(Object.keys(each).sort()).toEqual(['endsAt', 'practitioner', 'startsAt', 'type'])
  })
})

describe('booking', () => {
  it('makes an appointment, and the same one never twice', async () => {
    const wished = await wish()
    expect(await book(wished)).toEqual(told('done'))
    expect(await book(wished)).toEqual(told('already'))
    expect((await rowsOf(wished.chart)).map(({ startsAt }) => startsAt)).toEqual([wished.startsAt])
  })

  it('says when the practitioner is with somebody else', async () => {
    expect(await book(await wish())).toEqual(told('done'))
    expect(await book(await wish(free, cases.onePacket.id))).toEqual(told('taken'))
  })

  it('says when the time is over, without asking', async () => {
    const wished = await wish(Date.now() - dayMs)
    opened.asked()
    expect(await book(wished)).toEqual(told('past'))
    expect(opened.asked()).toEqual(new Set())
  })

  it('is done once though its answer is lost', async () => {
    const wished = await wish()
    opened.loseAnswerOf('partner.appointments.create')
    expect(await book(wished)).toEqual(told('done'))
    expect(await rowsOf(wished.chart)).toHaveLength(1)
  })

  it('in doubt is looked for before it is asked for again', async () => {
    const wished = await wish()
    opened.loseAnswerOf('partner.appointments.create', { isLast: true })
    expect(await book(wished)).toEqual(told('inDoubt'))
    opened.restore()
    expect(await book(wished)).toEqual(told('done'))
    expect(await rowsOf(wished.chart)).toHaveLength(1)
  })

  it('in doubt is not asked for again where nobody says whose an appointment then is', async () => {
    const wished = await wish()
    opened.lose('partner.appointments.create')
    expect(await book(wished)).toEqual(told('inDoubt'))
    opened.restore()
    const stranger = { id: 990_001, startsAt: free, state: 'open', patientId: undefined }
    opened.changeList('partner.appointments.list', (items) => [...items, stranger])
    expect(await book(wished)).toEqual(told('inDoubt'))
    opened.restore()
    expect(await book(wished)).toEqual(told('done'))
  })

  it('takes nothing that was never shown', async () => {
    const wished = await wish()
    for (const wrong of [{ type: 'visittype-99' }, { practitioner: 'practitioner-99' }])
      expect(place.bookAppointment({ ...wished, ...wrong })).toBeUndefined()
  })
})

describe('moving', () => {
  async function booked(startsAt = free, patientId = cases.noPacket.id) {
    const wished = await wish(startsAt, patientId)
    await book(wished)
    const { chart } = wished
    const [row] = await rowsOf(chart)
    return { chart, visit: row?.visit ?? '', startsAt: wished.startsAt }
  }
  const move = (input: { chart: string; visit: string; startsAt?: number }) =>
    outcome('moveAppointment', input)
  const hour = 60 * 60_000

  it('gives an appointment another time, also where the answer is lost', async () => {
    const { startsAt, ...input } = await booked()
    expect(await move({ ...input, startsAt: startsAt + hour })).toEqual(told('done'))
    opened.loseAnswerOf('partner.appointments.update')
    expect(await move({ ...input, startsAt: startsAt + 2 * hour })).toEqual(told('done'))
    expect((await rowsOf(input.chart)).map((row) => row.startsAt)).toEqual([startsAt + 2 * hour])
  })

  it('says what stands against it', async () => {
    const { startsAt, ...input } = await booked()
    expect(await move({ ...input, startsAt })).toEqual(told('already'))
    expect(await move({ ...input, startsAt: Date.now() - dayMs })).toEqual(told('past'))
    const other = await booked(free + hour, cases.onePacket.id)
    expect(await move({ ...input, startsAt: other.startsAt })).toEqual(told('taken'))
  })

  it('leaves alone what was cancelled', async () => {
    const chart = opened.chart(cases.arrivals.cancelled.id)
    const [row] = await rowsOf(chart)
    expect(await move({ chart, visit: row?.visit ?? '', startsAt: free })).toEqual(
      refused('refusedByService'),
    )
  })
})

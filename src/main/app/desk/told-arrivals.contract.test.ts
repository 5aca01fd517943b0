import { expect, it, onTestFinished, vi } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { openChartWork, served } from '#harness/desk/chart-work.ts'
import { noKeptDay } from '#harness/desk/session-work.ts'
import { openKioskWork } from '#harness/desk/kiosk-work.ts'
import { arrivalOf, backKiosk, frontKiosk, helpOf, saidBy } from '#harness/hub/stations.ts'
import { startAtMidday } from '#harness/midday.ts'
import { serveAppointments } from '../../desk/features/appointments.ts'
import { serveToday } from '../../desk/features/today.ts'

startAtMidday()

const dayMs = 24 * 60 * 60_000

async function openToday() {
  const [opened, kiosks] = await Promise.all([openChartWork(), openKioskWork()])
  const { work } = opened
  const own = served(serveToday(work, kiosks.work.hearing, noKeptDay))
  const { value } = own
  const rows = async () => (await value('today', {})).rows
  const stateOf = async (appointment: string) =>
    (await rows()).find((row) => row.appointment === appointment)?.state
  const undo = (appointment: string) => value('undoArrival', { appointment }, 'Not here')
  async function oneThatIs(state: string) {
    const row = (await rows()).find((each) => each.state === state)
    const id = row && work.references.idOf('appointment', row.appointment)
    if (!row || id === undefined) throw new Error(`nobody is ${state}`)
    return { id: Number(id), appointment: row.appointment }
  }
  return { opened, kiosks, rows, stateOf, undo, oneThatIs, own }
}

it('shows whoever said at a kiosk that they are here, whatever the service says, until it is taken back', async () => {
  const { kiosks, stateOf, undo, oneThatIs } = await openToday()
  const { id, appointment } = await oneThatIs('expected')
  for (const kiosk of [frontKiosk, backKiosk]) kiosks.bus.hear(saidBy(kiosk, arrivalOf(id)))
  // The service was not told of it.
  expect(await stateOf(appointment)).toMatch(/arrived|inForms|formsDone/)
  await undo(appointment)
  expect(await stateOf(appointment)).toBe('expected')
  expect(kiosks.desk.overview().arrivals).toEqual([])
})

it('names the kiosk that alone says so, until the service agrees', async () => {
  const { kiosks, rows, oneThatIs, own } = await openToday()
  const { id, appointment } = await oneThatIs('expected')
  const saidAt = async () => (await rows()).find((row) => row.appointment === appointment)?.saidAt
  expect(await saidAt()).toBeNull()
  kiosks.bus.hear(saidBy(backKiosk, arrivalOf(id)))
  expect(await saidAt()).toBe('Back door')
  await own.value('markArrived', { appointment })
  expect(await saidAt()).toBeNull()
})

it('says of who arrived that they ask for help at a kiosk', async () => {
  const { kiosks, stateOf, oneThatIs } = await openToday()
  const { id, appointment } = await oneThatIs('expected')
  kiosks.bus.hear(saidBy(frontKiosk, arrivalOf(id)))
  kiosks.bus.hear(saidBy(frontKiosk, { ...helpOf('a'), appointmentId: id }))
  expect(await stateOf(appointment)).toBe('needsHelp')
})

it('marks the appointment of today that a chart shows, and names it there on no other day', async () => {
  const { opened, kiosks, stateOf, own } = await openToday()
  const chart = opened.chart(cases.arrivals.due.id)
  const { value } = served(serveAppointments(opened.work, kiosks.work.hearing))
  const rowOf = async () => (await value('appointments', { chart })).rows[0]
  const appointment = (await rowOf())?.today ?? ''
  expect(await stateOf(appointment)).toBe('expected')
  await own.value('markArrived', { appointment })
  expect(await stateOf(appointment)).toMatch(/arrived|inForms|formsDone/)
  expect(await rowOf()).toMatchObject({ state: 'arrived', saidAt: null, today: appointment })
  // Only a kiosk says it now.
  await own.value('undoArrival', { appointment }, 'Not here')
  expect(await rowOf()).toMatchObject({ state: 'open' })
  kiosks.bus.hear(
    saidBy(frontKiosk, arrivalOf(Number(opened.work.references.idOf('appointment', appointment)))),
  )
  expect(await rowOf()).toMatchObject({ saidAt: 'Front door', today: appointment })
  const now = Date.now()
  onTestFinished(() => void vi.setSystemTime(now))
  vi.setSystemTime(now + dayMs)
  expect(await rowOf()).toMatchObject({ state: 'arrived', today: null })
})

it('takes back who was marked at the desk, and nobody else', async () => {
  const { kiosks, stateOf, undo, oneThatIs, own } = await openToday()
  const { appointment } = await oneThatIs('expected')
  await own.value('markArrived', { appointment })
  const other = await oneThatIs('expected')
  kiosks.bus.hear(saidBy(frontKiosk, arrivalOf(other.id)))
  await undo(appointment)
  expect(await stateOf(appointment)).toBe('expected')
  expect(await stateOf(other.appointment)).toMatch(/arrived|inForms|formsDone/)
})

it('reads anew at once the forms of who completed them at a kiosk, and of nobody else', async () => {
  const { opened, kiosks, rows } = await openToday()
  const { work, met } = opened
  let reads = 0
  let status = 'NOT_STARTED'
  met.change = (operation, value) => {
    if (operation !== 'partner.formPackets.list') return value
    reads += 1
    const patientId = cases.arrivals.due.id
    const { locationId } = work.place
    return { items: [{ id: 5, patientId, locationId, status }], nextCursor: null }
  }
  const mine = async () => (await rows()).filter(({ forms }) => forms !== null)
  const [before] = await mine()
  expect(before).toMatchObject({ forms: { open: 1, started: 0, completed: 0 } })
  const first = reads
  status = 'COMPLETED'
  // The list that was read a moment ago is used unchanged.
  expect(await mine()).toEqual([before])
  kiosks.bus.hear(saidBy(frontKiosk, { kind: 'formsCompleted', patientId: cases.arrivals.due.id }))
  expect(await mine()).toMatchObject([{ forms: { open: 0, started: 0, completed: 1 } }])
  expect(await mine()).toHaveLength(1)
  expect(reads).toBe(first + 1)
})

import { expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import { arrivals as cases, noPacket } from '../../../sandbox/seeds/cases.ts'
import { memorySource } from '../../../test/harness/offline/memory-outbox.ts'
import { sampleForm, sampleIntake } from '../../../test/harness/offline/sample-intakes.ts'
import { connectTo } from '../../../test/harness/service/connect-to.ts'
import { openOrThrow, scratchFolder } from '../../../test/harness/vault/scratch.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'
import type { ConnectionState } from '../../shared/connection.ts'
import { systemClock } from '../base/clock.ts'
import { openKioskOutbox } from '../bootstrap/kiosk-outbox.ts'
import type { AuditEntry } from '../service/client/call-types.ts'
import { openArrivals, type ArrivalSettings } from './arrivals.ts'
import type { ToldArrival } from './listener.ts'
import type { MarkLine } from './mark-line.ts'

const hour = 3_600_000
const settings: ArrivalSettings = {
  ...{ mark: true, earlyMs: 2 * hour, otherLocationIds: [302], directions: {} },
}
const marks = 'partner.appointments.update'
const lists = 'partner.appointments.list'

/** A kiosk whose patients were taken in without the network, and the sandbox that they are known to. */
async function stand(change: Partial<ArrivalSettings> = {}) {
  const scratch = scratchFolder()
  const [vault, sandbox] = [await openOrThrow(scratch.folder), await startSandbox()]
  onTestFinished(() => {
    vault.close()
    scratch.remove()
  })
  const calls: AuditEntry[] = []
  const lines: MarkLine[] = []
  const told: ToldArrival[] = []
  const state = { connection: 'online' as ConnectionState }
  const { client, here } = connectTo(sandbox, { audit: (entry) => void calls.push(entry) })
  const open = () => {
    const arrivals = openArrivals({
      ...{ rows: vault.arrivals, clock: systemClock, onFailed: () => undefined },
      service: () => ({ client, place: here }),
      settings: () => ({ ...settings, ...change }),
      connection: () => state.connection,
      log: (line) => void lines.push(line),
      listener: { patientArrived: (arrival) => told.push(arrival) > 0 },
    })
    onTestFinished(() => arrivals.stop())
    return arrivals
  }
  return {
    ...{ arrivals: open(), calls, client, here, lines, open, sandbox, state, told, vault },
    named: (operation: string) => calls.filter((call) => call.operation === operation),
    async statuses({ id: patientId }: { readonly id: number }) {
      const input = { params: here, query: { patientId } }
      const listed = await client.partner.appointments.list(input)
      if (!listed.ok) throw new Error(listed.error.kind)
      return listed.value.items.map(({ status }) => status)
    },
    owed: (person: { readonly id: number }, at = Date.now()) => ({
      ...{ intakeId: `intake of ${person.id}`, patientId: person.id, at },
    }),
  }
}

it.each(['due', 'late'] as const)('marks the appointment of who came: %s', async (who) => {
  const kiosk = await stand()
  kiosk.arrivals.owe(kiosk.owed(cases[who]))
  await waitFor(async () => expect(await kiosk.statuses(cases[who])).toEqual(['CHECKED_IN']))
  await waitFor(() => expect(kiosk.told).toMatchObject([{ patientId: cases[who].id }]))
  // Told again, as at a later step of the outbox, it does nothing more.
  const before = kiosk.named(lists).length
  kiosk.arrivals.owe(kiosk.owed(cases[who]))
  await kiosk.arrivals.stop()
  const next = kiosk.open()
  next.owe(kiosk.owed(cases[who]))
  next.owe({ ...kiosk.owed(cases[who]), intakeId: 'another of the same patient' })
  await waitFor(() => expect(kiosk.named(lists).length).toBe(before + 1))
  await next.stop()
  expect(kiosk.named(marks)).toHaveLength(1)
})

it.each(['several', 'early', 'cancelled', 'telehealth', 'arrived', 'elsewhere'] as const)(
  'marks nothing where nobody can be asked: %s',
  async (who) => {
    const kiosk = await stand()
    const before = await kiosk.statuses(cases[who])
    kiosk.arrivals.owe(kiosk.owed(cases[who]))
    // What is owed is settled one after the other: this one comes last.
    kiosk.arrivals.owe(kiosk.owed(cases.due))
    await waitFor(async () => expect(await kiosk.statuses(cases.due)).toEqual(['CHECKED_IN']))
    expect(await kiosk.statuses(cases[who])).toEqual(before)
    expect(kiosk.named(marks)).toHaveLength(1)
  },
)

it('judges by the moment at which the patient was there, and looks before it marks', async () => {
  const kiosk = await stand()
  const port = kiosk.arrivals.port({ client: kiosk.client, place: kiosk.here }, settings)
  const found = await port.look(cases.due.id, new AbortController().signal)
  const startsAt = found.ok ? (found.value.appointments[0]?.startsAt ?? NaN) : NaN
  // Three hours before their appointment began they were early.
  kiosk.arrivals.owe(kiosk.owed(cases.due, startsAt - 3 * hour))
  kiosk.arrivals.owe(kiosk.owed(cases.late))
  await waitFor(async () => expect(await kiosk.statuses(cases.late)).toEqual(['CHECKED_IN']))
  expect(await kiosk.statuses(cases.due)).not.toContain('CHECKED_IN')
  const looks = kiosk.calls.map(({ operation }) => operation)
  expect(looks.lastIndexOf('partner.appointments.get')).toBeLessThan(looks.indexOf(marks))
})

it('waits for the network and for the service, over a restart, and marks once', async () => {
  const kiosk = await stand()
  kiosk.state.connection = 'offline'
  kiosk.arrivals.owe(kiosk.owed(cases.due))
  await kiosk.arrivals.stop()
  expect(kiosk.calls).toEqual([])
  kiosk.state.connection = 'online'
  kiosk.sandbox.control.addFault({ status: 500, pathIncludes: '/appointment' })
  const next = kiosk.open()
  await waitFor(() =>
    expect(kiosk.lines).toMatchObject([{ outcome: 'again', operation: lists, status: 500 }]),
  )
  kiosk.sandbox.control.clearFaults()
  next.wake()
  await waitFor(() => expect(kiosk.lines.at(-1)).toMatchObject({ outcome: 'done' }))
  expect(await kiosk.statuses(cases.due)).toEqual(['CHECKED_IN'])
  expect(kiosk.named(marks)).toHaveLength(1)
})

it('is dropped where it says nothing any more, or the clinic wants no mark', async () => {
  const kiosk = await stand({ mark: false })
  kiosk.arrivals.owe(kiosk.owed(noPacket, Date.now() - 13 * hour))
  expect(kiosk.vault.arrivals.all()).toEqual([])
  kiosk.arrivals.owe(kiosk.owed(cases.due))
  await waitFor(() => expect(kiosk.told).toHaveLength(1))
  expect(kiosk.named(marks)).toEqual([])
})

it('goes with the handing over of the intake, whose patient is known by then', async () => {
  const kiosk = await stand()
  const source = memorySource()
  const { firstName, lastName, dateOfBirth, phone, email } = cases.due
  const outbox = openKioskOutbox({
    ...{ vault: kiosk.vault, source, isBusy: () => false, log: { app: () => undefined } },
    service: () => ({
      client: kiosk.client,
      place: { ...kiosk.here, defaultTemplateGroupId: null },
    }),
    monitor: { current: () => ({ state: kiosk.state.connection }) },
    settings: () => ({ newPatients: 'ask', keepDeliveredDays: 7 }),
    onPatient: (intake) => kiosk.arrivals.owe(intake),
    pdf: {
      draw: () => Promise.resolve({ ok: true, value: Buffer.from('%PDF') }),
      settings: () => ({ folder: '', locale: 'en', paper: 'A4', kiosk: 'kiosk' }),
    },
  })
  onTestFinished(() => outbox.stop())
  const now = new Date().toISOString()
  source.finish(
    sampleIntake({
      ...{ person: { firstName, lastName, dateOfBirth, phone, email }, finishedAt: now },
      forms: [sampleForm(601, [{ attribute: 'preferred_name', answer: 'Elena' }], 2)],
    }),
  )
  outbox.wake()
  await waitFor(async () => expect(await kiosk.statuses(cases.due)).toEqual(['CHECKED_IN']))
  await waitFor(() => expect(outbox.desk.view().waiting).toEqual([]))
  expect(kiosk.named(marks)).toHaveLength(1)
})

import { describe, expect, it, onTestFinished } from 'vitest'
import { startSandbox } from '../../../../sandbox/sandbox.ts'
import { arrivals as cases, noPacket } from '../../../../sandbox/seeds/cases.ts'
import { memorySource, sampleForm, sampleIntake } from '#harness/offline/sample-intakes.ts'
import { connectTo } from '#harness/service/connect-to.ts'
import { openTestVault } from '#harness/vault/test-vault.ts'
import { waitFor } from '#harness/wait-for.ts'
import type { ConnectionState } from '../../../shared/connection.ts'
import { systemClock } from '../../base/clock.ts'
import { settingsSchema } from '../../settings/schema.ts'
import { aService } from '#harness/hub/kiosk-station.ts'
import type { AuditEntry } from '../../intake/client/call-types.ts'
import type { ArrivalFinding } from '../visit/ports.ts'
import { openArrivals, type ArrivalSettings, type ToldArrival } from './arrivals.ts'
import type { MarkLine } from './tries.ts'
import { openKioskOutbox } from '../../app/kiosk-services.ts'

const hour = 3_600_000
const settings: ArrivalSettings = {
  mark: true,
  earlyMs: 2 * hour,
  otherLocationIds: [302],
  directions: {},
}
const marks = 'partner.appointments.update'
const lists = 'partner.appointments.list'
const never = new AbortController().signal
type Person = { readonly id: number }

/** A kiosk, and the sandbox to which its patients are known. */
async function stand(change: Partial<ArrivalSettings> = {}, isListening = false) {
  const [vault, sandbox] = [await openTestVault(), await startSandbox()]
  const calls: AuditEntry[] = []
  const lines: MarkLine[] = []
  const told: ToldArrival[] = []
  const state = { connection: 'online' as ConnectionState }
  const { client, here } = connectTo(sandbox, { audit: (entry) => void calls.push(entry) })
  const connected = { client, place: here }
  const open = () => {
    const arrivals = openArrivals({
      rows: vault.arrivals,
      clock: systemClock,
      onFailed: () => undefined,
      service: () => connected,
      settings: () => ({ ...settings, ...change }),
      connection: () => state.connection,
      log: (line) => void lines.push(line),
      ...(isListening && {
        report: (arrival: ToldArrival) => told.push(arrival) > 0,
      }),
    })
    onTestFinished(() => arrivals.stop())
    return arrivals
  }
  const arrivals = open()
  const port = arrivals.port(connected, { ...settings, ...change })
  async function find(person: Person): Promise<ArrivalFinding> {
    const found = await port.look(person.id, never)
    if (!found.ok) throw new Error(JSON.stringify(found.error))
    return found.value
  }
  async function first(person: Person) {
    const [appointment] = (await find(person)).appointments
    if (!appointment) throw new Error('there is no appointment')
    return appointment
  }
  return {
    arrivals,
    port,
    calls,
    client,
    connected,
    here,
    lines,
    open,
    sandbox,
    state,
    told,
    vault,
    find,
    first,
    confirm: async (person: Person) => {
      const appointment = await first(person)
      port.confirm(appointment, person.id)
      return appointment
    },
    named: (operation: string) => calls.filter((call) => call.operation === operation),
    statuses: async ({ id: patientId }: Person) => {
      const listed = await client.partner.appointments.list({ params: here, query: { patientId } })
      if (!listed.ok) throw new Error(listed.error.kind)
      return listed.value.items.map(({ status }) => status)
    },
    owed: (person: Person, at = Date.now()) => ({
      intakeId: `intake of ${person.id}`,
      patientId: person.id,
      at,
    }),
  }
}

describe('a look-up over real HTTP', () => {
  it('finds what is due, and where what stands elsewhere is', async () => {
    const { find } = await stand()
    expect(await find(cases.due)).toMatchObject({
      kind: 'due',
      appointments: [{ with: 'Dr. Amelia Stone', what: 'New patient visit', place: null }],
    })
    expect(await find(cases.elsewhere)).toMatchObject({
      kind: 'elsewhere',
      appointments: [{ with: 'Dr. Ravi Menon', place: 'Lakeside Pediatrics' }],
    })
    expect(await find(noPacket)).toEqual({ kind: 'none', appointments: [] })
  })

  it('asks once for what is nobody’s', async () => {
    const { find, calls } = await stand()
    await find(cases.due)
    const before = calls.length
    await find(cases.due)
    expect(calls.slice(before).map(({ operation }) => operation)).toEqual([
      'partner.appointments.list',
    ])
  })

  it('comes back as a failure', async () => {
    const { port, sandbox } = await stand()
    sandbox.control.addFault({ status: 403, pathIncludes: '/appointment' })
    expect((await port.look(cases.due.id, never)).ok).toBe(false)
  })

  it('gives up a service that takes too long', async () => {
    const { port, sandbox } = await stand()
    sandbox.control.addFault({ latencyMs: 60_000, pathIncludes: '/appointment' })
    const found = await port.look(cases.due.id, never)
    expect(found).toMatchObject({ ok: false, error: { kind: 'timedOut' } })
  })
})

describe('a mark', () => {
  it('is made once, and known by then', async () => {
    const { port, confirm, first, statuses, named, find } = await stand()
    const { id } = await confirm(cases.due)
    port.confirm(await first(cases.due), cases.due.id)
    await port.settled(id, never)
    await waitFor(() => expect(port.state(id)).toBe('known'))
    expect(await statuses(cases.due)).toEqual(['CHECKED_IN'])
    expect(named(marks)).toHaveLength(1)
    expect((await find(cases.due)).kind).toBe('arrived')
  })

  it('whose answer was lost is looked for, and not sent again', async () => {
    const { port, first, named, lines, arrivals, sandbox } = await stand()
    const appointment = await first(cases.due)
    const pathIncludes = `/appointment/${appointment.id}`
    sandbox.control.addFault({ cutAfterwards: true, times: 1, pathIncludes })
    port.confirm(appointment, cases.due.id)
    await waitFor(() => expect(lines[0]?.outcome).toBe('again'))
    arrivals.wake()
    await waitFor(() => expect(port.state(appointment.id)).toBe('known'))
    expect(named(marks)).toHaveLength(1)
  })

  it('that a stop left half done is settled at the next start', async () => {
    const { arrivals, confirm, state, open, statuses, named } = await stand()
    state.connection = 'offline'
    await confirm(cases.due)
    await arrivals.stop()
    expect(named(marks)).toEqual([])
    state.connection = 'online'
    open()
    await waitFor(async () => expect(await statuses(cases.due)).toEqual(['CHECKED_IN']))
    expect(named(marks)).toHaveLength(1)
  })

  it('waits for the network, and is not made over what staff did meanwhile', async () => {
    const { port, connected, confirm, state, arrivals, statuses, lines } = await stand()
    state.connection = 'offline'
    const { id } = await confirm(cases.due)
    expect(port.state(id)).toBe('waiting')
    const { client, place } = connected
    await client.partner.appointments.update({
      params: { ...place, appointmentId: id },
      body: { status: 'CANCELLED' },
    })
    state.connection = 'online'
    arrivals.wake()
    await waitFor(() => expect(port.state(id)).toBe('refused'))
    expect(lines).toEqual([{ outcome: 'refused', detail: 'cancelled' }])
    expect(await statuses(cases.due)).toEqual(['CANCELLED'])
  })

  it('that the service refuses is told so, by one line, and can be confirmed again', async () => {
    const { port, lines, find, first, confirm, sandbox } = await stand()
    const appointment = await first(cases.due)
    sandbox.control.addFault({ status: 403, pathIncludes: `/appointment/${appointment.id}` })
    port.confirm(appointment, cases.due.id)
    await waitFor(() => expect(port.state(appointment.id)).toBe('refused'))
    expect(lines).toMatchObject([{ outcome: 'refused', error: 'forbidden' }])
    sandbox.control.clearFaults()
    expect((await find(cases.due)).kind).toBe('due')
    await confirm(cases.due)
    await waitFor(() => expect(port.state(appointment.id)).toBe('known'))
  })

  it('is none where the clinic wants none; then whoever listens is told', async () => {
    const { port, confirm, named, told } = await stand({ mark: false }, true)
    const { id } = await confirm(cases.due)
    await waitFor(() => expect(port.state(id)).toBe('known'))
    expect(told).toEqual([
      { appointmentId: id, startsAt: expect.any(String) as string, with: 'Dr. Amelia Stone' },
    ])
    expect(named(marks)).toEqual([])
  })
})

describe('an arrival without the network', () => {
  it.each(['due', 'late'] as const)('marks the appointment of who came: %s', async (who) => {
    const kiosk = await stand({}, true)
    kiosk.arrivals.owe(kiosk.owed(cases[who]))
    await waitFor(async () => expect(await kiosk.statuses(cases[who])).toEqual(['CHECKED_IN']))
    await waitFor(() => expect(kiosk.told).toHaveLength(1))
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

  it('marks nothing where nobody can be asked', async () => {
    const kiosk = await stand({}, true)
    const unasked = ['several', 'early', 'cancelled', 'telehealth', 'arrived', 'elsewhere'] as const
    const statuses = () => Promise.all(unasked.map((who) => kiosk.statuses(cases[who])))
    const before = await statuses()
    for (const who of unasked) kiosk.arrivals.owe(kiosk.owed(cases[who]))
    // Owed arrivals are settled one after the other: this one comes last.
    kiosk.arrivals.owe(kiosk.owed(cases.due))
    await waitFor(async () => expect(await kiosk.statuses(cases.due)).toEqual(['CHECKED_IN']))
    expect(await statuses()).toEqual(before)
    expect(kiosk.named(marks)).toHaveLength(1)
  })

  it('judges by the moment at which the patient was there, and looks before it marks', async () => {
    const kiosk = await stand({}, true)
    const { startsAt } = await kiosk.first(cases.due)
    kiosk.calls.length = 0
    // Three hours before their appointment began they were early.
    kiosk.arrivals.owe(kiosk.owed(cases.due, startsAt - 3 * hour))
    kiosk.arrivals.owe(kiosk.owed(cases.late))
    await waitFor(async () => expect(await kiosk.statuses(cases.late)).toEqual(['CHECKED_IN']))
    expect(await kiosk.statuses(cases.due)).not.toContain('CHECKED_IN')
    const looks = kiosk.calls.map(({ operation }) => operation)
    expect(looks.lastIndexOf('partner.appointments.get')).toBeLessThan(looks.indexOf(marks))
  })

  it('waits for the network and for the service, over a restart, and marks once', async () => {
    const kiosk = await stand({}, true)
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
    const kiosk = await stand({ mark: false }, true)
    kiosk.arrivals.owe(kiosk.owed(noPacket, Date.now() - 13 * hour))
    expect(kiosk.vault.arrivals.all()).toEqual([])
    kiosk.arrivals.owe(kiosk.owed(cases.due))
    await waitFor(() => expect(kiosk.told).toHaveLength(1))
    expect(kiosk.named(marks)).toEqual([])
  })

  it('goes with the handing over of the intake, whose patient is known by then', async () => {
    const kiosk = await stand({}, true)
    const source = memorySource()
    const { firstName, lastName, dateOfBirth, phone, email } = cases.due
    const settings = settingsSchema.parse({ ...aService, offline: { unproved: 'deliver' } })
    const outbox = openKioskOutbox(
      { vault: kiosk.vault, settings: () => settings, log: { app: () => undefined } },
      {
        source,
        isBusy: () => false,
        service: () => ({
          client: kiosk.client,
          place: { ...kiosk.here, defaultTemplateGroupId: null },
        }),
        monitor: { current: () => ({ state: kiosk.state.connection }) },
        onPatient: (intake) => kiosk.arrivals.owe(intake),
        draw: () => Promise.resolve({ ok: true, value: Buffer.from('%PDF') }),
      },
    )
    onTestFinished(() => outbox.stop())
    const now = new Date().toISOString()
    source.finish(
      sampleIntake({
        person: { firstName, lastName, dateOfBirth, phone, email },
        finishedAt: now,
        forms: [sampleForm(601, [{ attribute: 'preferred_name', answer: 'Elena' }], 2)],
      }),
    )
    outbox.wake()
    await waitFor(async () => expect(await kiosk.statuses(cases.due)).toEqual(['CHECKED_IN']))
    await waitFor(() => expect(outbox.desk.view().waiting).toEqual([]))
    expect(kiosk.named(marks)).toHaveLength(1)
  })
})

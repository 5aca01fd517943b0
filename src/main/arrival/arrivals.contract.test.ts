import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { arrivals as cases, noPacket } from '../../../sandbox/seeds/cases.ts'
import { connectTo } from '../../../test/harness/service/connect-to.ts'
import { openOrThrow, scratchFolder } from '../../../test/harness/vault/scratch.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'
import type { AuditEntry } from '../service/client/call-types.ts'
import { systemClock } from '../base/clock.ts'
import type { ConnectionState } from '../../shared/connection.ts'
import type { Vault } from '../vault/vault.ts'
import type { ArrivalFinding } from '../visit/arrival-port.ts'
import { openArrivals, type Arrivals, type ArrivalSettings } from './arrivals.ts'
import type { ToldArrival } from './listener.ts'
import type { MarkLine } from './mark-line.ts'

let scratch: ReturnType<typeof scratchFolder>
let vault: Vault
let sandbox: Sandbox
const opened: Arrivals[] = []
beforeEach(async () => {
  scratch = scratchFolder()
  vault = await openOrThrow(scratch.folder)
  sandbox = await startSandbox()
})
afterEach(async () => {
  for (const arrivals of opened.splice(0)) await arrivals.stop()
  vault.close()
  scratch.remove()
})

const settings: ArrivalSettings = {
  ...{ mark: true, earlyMs: 2 * 60 * 60_000, otherLocationIds: [302], directions: {} },
}
const never = new AbortController().signal

function begin(isListening = false) {
  const calls: AuditEntry[] = []
  const lines: MarkLine[] = []
  const told: ToldArrival[] = []
  const state = { connection: 'online' as ConnectionState }
  const { client, here } = connectTo(sandbox, { audit: (entry) => void calls.push(entry) })
  const connected = { client, place: here }
  const open = () => {
    const arrivals = openArrivals({
      ...{ rows: vault.arrivals, service: () => connected, clock: systemClock },
      connection: () => state.connection,
      settings: () => settings,
      log: (line) => void lines.push(line),
      onFailed: () => undefined,
      ...(isListening && {
        listener: { patientArrived: (arrival: ToldArrival) => told.push(arrival) > 0 },
      }),
    })
    opened.push(arrivals)
    return arrivals
  }
  const arrivals = open()
  const port = arrivals.port(connected, settings)
  const named = (operation: string) => calls.filter((call) => call.operation === operation)
  async function find(person: { readonly id: number }): Promise<ArrivalFinding> {
    const found = await port.look(person.id, never)
    if (!found.ok) throw new Error(JSON.stringify(found.error))
    return found.value
  }
  async function confirm(person: { readonly id: number }) {
    const [appointment] = (await find(person)).appointments
    if (!appointment) throw new Error('there is no appointment')
    port.confirm(appointment, person.id)
    return appointment
  }
  const status = async (appointmentId: string | number) => {
    const read = await client.partner.appointments.get({ params: { ...here, appointmentId } })
    return read.ok ? read.value.status : read.error.kind
  }
  return {
    ...{ arrivals, port, calls, lines, told, state, connected },
    named,
    find,
    confirm,
    status,
    open,
  }
}

const marks = 'partner.appointments.update'

describe('a look-up over real HTTP', () => {
  it.each([
    ['due', 'due', 'Dr. Amelia Stone', 'New patient visit'],
    ['late', 'late', 'Dr. Amelia Stone', 'New patient visit'],
    ['cancelled', 'cancelled', 'Dr. Amelia Stone', 'New patient visit'],
    ['telehealth', 'telehealth', 'Dr. Amelia Stone', 'Video follow-up'],
    ['arrived', 'arrived', 'Dr. Amelia Stone', 'New patient visit'],
    ['elsewhere', 'elsewhere', 'Dr. Ravi Menon', 'New patient visit'],
  ] as const)('finds %s', async (who, kind, name, what) => {
    const { find } = begin()
    const finding = await find(cases[who])
    expect(finding).toMatchObject({ kind, appointments: [{ with: name, what }] })
    expect(finding.appointments[0]?.place).toBe(who === 'elsewhere' ? 'Lakeside Pediatrics' : null)
  })

  it('finds several, and nothing for who has none', async () => {
    const { find } = begin()
    expect((await find(cases.several)).appointments).toHaveLength(2)
    expect(await find(noPacket)).toEqual({ kind: 'none', appointments: [] })
  })

  it('asks once for what is nobody’s', async () => {
    const { find, calls } = begin()
    await find(cases.due)
    const before = calls.length
    await find(cases.due)
    expect(calls.slice(before).map(({ operation }) => operation)).toEqual([
      'partner.appointments.list',
    ])
  })

  it.each([403, 404, 422])('comes back as a failure after %i', async (status) => {
    const { port } = begin()
    sandbox.control.addFault({ status, pathIncludes: '/appointment' })
    expect((await port.look(cases.due.id, never)).ok).toBe(false)
  })

  it('gives up a service that takes too long', async () => {
    const { port } = begin()
    sandbox.control.addFault({ latencyMs: 60_000, pathIncludes: '/appointment' })
    const found = await port.look(cases.due.id, never)
    expect(found).toMatchObject({ ok: false, error: { kind: 'timedOut' } })
  })
})

describe('a mark', () => {
  it('is made once, and known by then', async () => {
    const { port, confirm, status, named, find } = begin()
    const { id } = await confirm(cases.due)
    port.confirm({ ...(await find(cases.due)).appointments[0]! }, cases.due.id)
    await port.settled(id, never)
    await waitFor(() => expect(port.state(id)).toBe('known'))
    expect(await status(id)).toBe('CHECKED_IN')
    expect(named(marks)).toHaveLength(1)
    expect((await find(cases.due)).kind).toBe('arrived')
  })

  it('whose answer was lost is looked for, and not sent again', async () => {
    const { port, find, named, lines, arrivals } = begin()
    const [appointment] = (await find(cases.due)).appointments
    if (!appointment) throw new Error('there is no appointment')
    const pathIncludes = `/appointment/${appointment.id}`
    sandbox.control.addFault({ cutAfterwards: true, times: 1, pathIncludes })
    port.confirm(appointment, cases.due.id)
    await waitFor(() => expect(lines[0]?.outcome).toBe('again'))
    arrivals.wake()
    await waitFor(() => expect(port.state(appointment.id)).toBe('known'))
    expect(named(marks)).toHaveLength(1)
  })

  it('that a stop left half done is settled at the next start', async () => {
    const { arrivals, confirm, state, open, status, named } = begin()
    state.connection = 'offline'
    const { id } = await confirm(cases.due)
    await arrivals.stop()
    expect(named(marks)).toEqual([])
    state.connection = 'online'
    open()
    await waitFor(async () => expect(await status(id)).toBe('CHECKED_IN'))
    expect(named(marks)).toHaveLength(1)
  })

  it('waits for the network, and is not made over what staff did meanwhile', async () => {
    const { port, connected, confirm, state, arrivals, status, lines } = begin()
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
    expect(await status(id)).toBe('CANCELLED')
  })

  it('that the service refuses is told so, by one line, and can be confirmed again', async () => {
    const { port, lines, find, confirm } = begin()
    const [appointment] = (await find(cases.due)).appointments
    if (!appointment) throw new Error('there is no appointment')
    sandbox.control.addFault({ status: 403, pathIncludes: `/appointment/${appointment.id}` })
    port.confirm(appointment, cases.due.id)
    await waitFor(() => expect(port.state(appointment.id)).toBe('refused'))
    expect(lines).toMatchObject([{ outcome: 'refused', error: 'forbidden' }])
    sandbox.control.clearFaults()
    expect((await find(cases.due)).kind).toBe('due')
    await confirm(cases.due)
    await waitFor(() => expect(port.state(appointment.id)).toBe('known'))
  })

  it('is none where the clinic wants none; then whoever listens is told, with the name', async () => {
    const { arrivals, connected, find, named, told } = begin(true)
    const port = arrivals.port(connected, { ...settings, mark: false })
    const [appointment] = (await find(cases.due)).appointments
    if (!appointment) throw new Error('there is no appointment')
    port.confirm(appointment, cases.due.id)
    await waitFor(() => expect(port.state(appointment.id)).toBe('known'))
    expect(told).toMatchObject([
      {
        ...{ appointmentId: appointment.id, patientId: cases.due.id, name: 'Elena Vega' },
        with: 'Dr. Amelia Stone',
      },
    ])
    expect(named(marks)).toEqual([])
    await arrivals.stop()
  })
})

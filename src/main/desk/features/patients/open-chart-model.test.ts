import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contract } from '../../../../contract/index.ts'
import type { Operation } from '../../../../contract/operation.ts'
import type { Reader } from '../../../../contract/readers/reading.ts'
import { simulatedWallClock } from '../../../../../test/harness/bus/wall-clock.ts'
import { stepOf } from '../../../../../test/harness/property-steps.ts'
import { memoryStore } from '../../../../../test/harness/visit/memory-attempts.ts'
import { deskCommands, deskQueries } from '../../../../shared/desk/operations.ts'
import { identifiers, type Identifier, type Identifiers } from '../../../../shared/desk/patients.ts'
import { err } from '../../../../shared/result.ts'
import type { DeskOperation } from '../../../../shared/desk/operation.ts'
import { createAttempts, deskTries, type Attempts } from '../../../kiosk/visit/limits/attempts.ts'
import type { Members } from '../../members/members.ts'
import type { Prepared } from '../../feature.ts'
import { createDrafts } from '../../drafts.ts'
import { openSessionWork, type SessionWork } from '../../session-work.ts'
import { defaultClinicLook } from '../../../intake/clinic.ts'

const person = (
  id: number,
  firstName: string,
  dateOfBirth: string,
  mobilePhone: string,
  email: string,
) => ({ id, firstName, lastName: 'Kim', dateOfBirth, mobilePhone, email })
/** A family whose members are easily taken for each other. */
const people = [
  person(5001, 'Grace', '2/16/1981', '12065550110', 'kim@example.com'),
  // Twins, who share their birth date, their phone and their mailbox.
  person(5002, 'Daniel', '6/3/2008', '12065550110', 'kim@example.com'),
  person(5003, 'Sophie', '6/3/2008', '12065550110', 'kim@example.com'),
  person(5004, 'Carmen', '', '12065550118', 'carmen@example.com'),
  person(5005, 'Walter', '12/24/1938', '', ''),
] as const
type Person = (typeof people)[number]

/** All that anybody could say; each of it fits some of them. */
const said: readonly Identifier[] = [
  ...['1981-02-16', '2008-06-03', '1938-12-24'].map(
    (value) => ({ kind: 'birthDate', value }) as const,
  ),
  ...['206 555 0110', '206 555 0118'].map((value) => ({ kind: 'phone', value }) as const),
  ...['Kim@Example.com', 'carmen@example.com'].map((value) => ({ kind: 'email', value }) as const),
  ...people.map(({ firstName }) => ({ kind: 'name', value: `${firstName} Kim` }) as const),
  { kind: 'name', value: 'Grace' },
]
/** Lists the true statements, told apart from the code. */
function isTrueOf(
  { firstName, dateOfBirth, mobilePhone, email }: Person,
  { kind, value }: Identifier,
) {
  const [month, day, year] = dateOfBirth.split('/').map((part) => part.padStart(2, '0'))
  if (kind === 'birthDate') return value === `${year}-${month}-${day}`
  if (kind === 'phone') return mobilePhone === `1${value.replaceAll(' ', '')}`
  return kind === 'email' ? value.toLowerCase() === email : value === `${firstName} Kim`
}
const areTrueOf = (person: Person, all: Identifiers) => all.every((each) => isTrueOf(person, each))
/** Refused before it is compared: others must be asked for. */
const isOdd = (person: Person, all: Identifiers) =>
  all.some(({ kind }) => kind === 'birthDate') !== (person.dateOfBirth !== '')
/** Tells whether identifiers are those of a person, and of nobody else. */
const opens = (person: Person, all: Identifiers) =>
  !isOdd(person, all) &&
  areTrueOf(person, all) &&
  people.every((other) => other === person || !areTrueOf(other, all))

/** The service, with these people and an appointment of each. */
function serve(
  operation: Operation,
  input: { readonly params?: Record<string, unknown> } = {},
): unknown {
  const id = input.params?.['patientId'] ?? input.params?.['patient_id']
  const visits = people.map((each) => ({
    id: each.id + 1_000,
    patientId: each.id,
    status: 'SCHEDULED',
    startAt: new Date(simulatedWallClock().wallTime()).toISOString(),
  }))
  switch (operation.id) {
    case contract.partner.patients.get.id:
    case contract.developer.patients.get.id:
      return people.find((each) => each.id === id)
    case contract.partner.patients.list.id:
    case contract.developer.patients.list.id:
    case contract.developer.patients.search.id:
      return { items: people, nextCursor: null }
    case contract.partner.appointments.list.id:
      return { items: visits, nextCursor: null }
    case contract.partner.appointments.get.id:
      return visits.find((each) => each.id === input.params?.['appointmentId'])
    default:
      return { items: [], nextCursor: null }
  }
}
/** A client of that service. */
const client = {
  readUntil: () => (operation: Operation, reader: Reader<unknown>, input?: object) => {
    const answer = reader({ status: 200, body: serve(operation, input), headers: {}, url: '' })
    if (answer.ok) return Promise.resolve(answer)
    return Promise.resolve(
      err({ kind: 'unreadableAnswer', operation: operation.id, attempts: 1, ...answer.error }),
    )
  },
}

function newSession(attempts: Attempts): SessionWork {
  const connection = {
    client,
    place: { accountId: 1, locationId: 2, defaultTemplateGroupId: null },
    close: () => Promise.resolve(),
  }
  return openSessionWork({
    memberId: 'ana',
    clock: simulatedWallClock(),
    attempts,
    // Neither is used by what is tried here, and what uses it fails.
    members: {} as Members,
    auditReading: {} as Parameters<typeof openSessionWork>[0]['auditReading'],
    kiosks: { hears: () => 'no', hub: () => undefined, opened: Promise.resolve() },
    signIn: { isShut: () => false, set: () => undefined },
    codes: {} as Parameters<typeof openSessionWork>[0]['codes'],
    visits: {} as Parameters<typeof openSessionWork>[0]['visits'],
    lockForPatient: () => undefined,
    drafts: createDrafts(simulatedWallClock()),
    clinic: () => ({ ...defaultClinicLook, locales: ['en'] }),
    connection: connection as unknown as Parameters<typeof openSessionWork>[0]['connection'],
  })
}

/** Identifiers that a page could send, with values of its own choice. */
const someSaid = fc
  .array(fc.constantFrom(...said), { minLength: 2, maxLength: 3 })
  .filter((all) => identifiers.safeParse(all).success)
const who = fc.constantFrom(...people)
const step = fc.oneof(
  stepOf(4, 'open', { who, all: someSaid }),
  stepOf(4, 'openOfVisit', { who, all: someSaid }),
  stepOf(3, 'twice', { who, all: someSaid }),
  stepOf(4, 'any', {
    name: fc.constantFrom(...Object.keys(deskQueries), ...Object.keys(deskCommands)),
    number: fc.nat({ max: 40 }),
    all: someSaid,
  }),
  stepOf(1, 'lock'),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

const operations: Readonly<Record<string, DeskOperation>> = { ...deskQueries, ...deskCommands }
const chartsIn = (value: unknown) => JSON.stringify(value ?? null).match(/chart-\d+/g) ?? []

/** Sessions of one member's page, one after the other, and what must be so of them. */
async function pairOfSessions() {
  const clock = simulatedWallClock()
  const attempts = createAttempts(memoryStore(clock))
  let work: SessionWork
  let shown: Map<number, { patient: string; appointment: string }>
  const wrong = new Map<number, number>()
  let allWrong = 0
  /** Person whose chart each reference opens. */
  let charts: Map<string, Person>

  async function run(name: string, input: unknown): Promise<unknown> {
    const prepares = work.handlers as unknown as Readonly<
      Record<string, (input: unknown) => Prepared<unknown> | undefined>
    >
    const parsed = operations[name]?.input.safeParse(input)
    const prepared = parsed?.success ? prepares[name]?.(parsed.data) : undefined
    if (!prepared) return undefined
    // A query fails if it needs parts that this test lacks; it has shown nothing then.
    const reply = await Promise.resolve()
      .then(() => prepared.run())
      .catch(() => undefined)
    return reply?.ok ? reply.value : undefined
  }

  async function begin() {
    work = newSession(attempts)
    shown = new Map()
    charts = new Map()
    const found = (await run('findPatients', { search: { name: 'kim' } })) as {
      rows: readonly { patient: string; name: string }[]
    }
    const today = (await run('today', {})) as {
      rows: readonly { appointment: string; patient: string }[]
    }
    for (const person of people) {
      const name = `${person.firstName} ${person.lastName}`
      const patient = found.rows.find((row) => row.name === name)?.patient ?? ''
      const appointment = today.rows.find((row) => row.patient === name)?.appointment ?? ''
      shown.set(person.id, { patient, appointment })
    }
  }

  /** Returns true if the model lets a try open the chart; counts a wrong try. */
  function expects(person: Person, all: Identifiers): boolean {
    const tries = wrong.get(person.id) ?? 0
    if (tries >= deskTries.wrongIdentifiers) return false
    if (allWrong >= deskTries.wrongIdentifiersOfAny) return false
    if (opens(person, all)) return true
    if (!isOdd(person, all) && !areTrueOf(person, all)) {
      wrong.set(person.id, tries + 1)
      allWrong += 1
    }
    return false
  }
  const tryOne = (person: Person, all: Identifiers, way: 'patient' | 'appointment') =>
    run(way === 'patient' ? 'openChart' : 'openChartOfAppointment', {
      [way]: shown.get(person.id)?.[way],
      identifiers: all,
    })
  function note(person: Person, value: unknown) {
    for (const chart of chartsIn(value)) {
      expect(charts.get(chart) ?? person).toBe(person)
      charts.set(chart, person)
    }
  }

  async function take(next: Step) {
    switch (next.kind) {
      case 'open':
      case 'openOfVisit': {
        const isOpened = expects(next.who, next.all)
        const way = next.kind === 'open' ? 'patient' : 'appointment'
        const value = await tryOne(next.who, next.all, way)
        expect(chartsIn(value)).toHaveLength(isOpened ? 1 : 0)
        note(next.who, value)
        return
      }
      case 'twice': {
        // Two at once are no more than two in a row.
        const expected = [expects(next.who, next.all), expects(next.who, next.all)]
        const values = await Promise.all([
          tryOne(next.who, next.all, 'patient'),
          tryOne(next.who, next.all, 'appointment'),
        ])
        const opened = values.filter((value) => chartsIn(value).length > 0).length
        expect(opened).toBeLessThanOrEqual(expected.filter(Boolean).length)
        for (const value of values) note(next.who, value)
        return
      }
      case 'any': {
        // Names that were made up, or belong to something else.
        const made = (kind: string) => `${kind}-${next.number}`
        const value = await run(next.name, {
          ...inputOf(next.name, made),
          ...('identifiers' in inputOf(next.name, made) && { identifiers: next.all }),
        })
        const isGuard = next.name.startsWith('openChart')
        if (!isGuard) for (const chart of chartsIn(value)) expect(charts.has(chart)).toBe(true)
        return
      }
      case 'lock':
        await work.end()
        return begin()
    }
  }

  /** Checks that a chart not shown opens nothing, and that a shown one opens its own patient. */
  async function compare() {
    for (let number = 0; number < 40; number += 1) {
      const chart = `chart-${number}`
      const read = (await run('patientChart', { chart })) as { firstName: string } | undefined
      expect(read?.firstName).toBe(charts.get(chart)?.firstName)
    }
  }
  /** An hour later. */
  function passHour() {
    clock.increment(3_600_000)
    wrong.clear()
    allWrong = 0
  }
  await begin()
  return { take, compare, passHour }
}

/** An input that an operation takes, with references of a page's own invention. */
function inputOf(name: string, made: (kind: string) => string): Record<string, unknown> {
  const draft = { firstName: 'A', lastName: 'Kim', birthDate: '2008-06-03', phone: '', email: '' }
  switch (name) {
    case 'findPatients':
      return { search: { name: 'kim' } }
    case 'openChart':
      // A chart, or an appointment, is no patient.
      return { patient: made('chart'), identifiers: true }
    case 'openChartOfAppointment':
      return { appointment: made('patient'), identifiers: true }
    case 'createPatient':
      return { draft, isAnother: true }
    case 'changePatient':
      return { chart: made('patient'), patch: { lastName: 'Kim' } }
    case 'markArrived':
    case 'undoArrival':
      return { appointment: made('appointment') }
    default:
      return { chart: made('patient') }
  }
}

it('names no chart to a page without identifiers of its patient, and of nobody else', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 25 }), async (steps) => {
      const { take, compare } = await pairOfSessions()
      for (const next of steps) await take(next)
      await compare()
    }),
    { interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
  )
})

it('refuses what is right after too many that were wrong, also after the lock, for an hour', async () => {
  const [grace, daniel] = people
  const born: Identifier = { kind: 'birthDate', value: '1981-02-16' }
  const wrong: Identifier[] = [born, { kind: 'phone', value: '206 555 0118' }]
  const right: Identifier[] = [born, { kind: 'phone', value: '206 555 0110' }]
  const daniels: Identifier[] = [
    { kind: 'birthDate', value: '2008-06-03' },
    { kind: 'name', value: 'Daniel Kim' },
  ]
  expect([opens(grace, wrong), opens(grace, right)]).toEqual([false, true])
  const { take, passHour } = await pairOfSessions()
  await take({ kind: 'twice', who: grace, all: wrong })
  await take({ kind: 'openOfVisit', who: grace, all: wrong })
  // The model expects no chart: the tries are over, of the patient and of nobody else.
  await take({ kind: 'open', who: grace, all: right })
  await take({ kind: 'open', who: daniel, all: daniels })
  await take({ kind: 'lock' })
  await take({ kind: 'open', who: grace, all: right })
  passHour()
  await take({ kind: 'open', who: grace, all: right })
})

it('opens a chart by all that is true of its patient alone, and by nothing else', async () => {
  const after = (at: number) =>
    said.slice(at + 1).map((other, more) => [other, at + 1 + more] as const)
  const pairs = said.flatMap((one, at) =>
    after(at).flatMap(([other, next]) => [
      [one, other],
      ...after(next).map(([third]) => [one, other, third]),
    ]),
  )
  const sets = pairs.filter((all) => identifiers.safeParse(all).success)
  expect(sets.length).toBeGreaterThan(150)
  const { take, compare, passHour } = await pairOfSessions()
  for (const who of people)
    for (const all of sets) {
      await take({ kind: 'open', who, all })
      passHour()
    }
  await compare()
})

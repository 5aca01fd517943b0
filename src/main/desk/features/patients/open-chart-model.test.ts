import { expect, it } from 'vitest'
import { contract } from '../../../../contract/index.ts'
import type { Operation } from '../../../../contract/operation.ts'
import type { Reader } from '../../../../contract/readers/reading.ts'
import { openWorkOver } from '#harness/desk/session-work.ts'
import { simulatedWallClock } from '#harness/bus/wall-clock.ts'
import { memoryStore } from '#harness/visit/memory-attempts.ts'
import { deskCommands, deskQueries } from '../../../../shared/desk/operations.ts'
import { identifiers, type Identifier, type Identifiers } from '../../../../shared/desk/patients.ts'
import { err } from '../../../../shared/result.ts'
import type { DeskOperation } from '../../../../shared/desk/operation.ts'
import { createAttempts, type Attempts } from '../../../kiosk/visit/limits/attempts.ts'
import type { Prepared } from '../../feature.ts'

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
const opens = (person: Person, all: Identifiers) =>
  !isOdd(person, all) &&
  areTrueOf(person, all) &&
  people.every((other) => other === person || !areTrueOf(other, all))

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
const client = {
  readUntil: () => (operation: Operation, reader: Reader<unknown>, input?: object) => {
    const answer = reader({ status: 200, body: serve(operation, input), headers: {}, url: '' })
    if (answer.ok) return Promise.resolve(answer)
    return Promise.resolve(
      err({ kind: 'unreadableAnswer', operation: operation.id, attempts: 1, ...answer.error }),
    )
  },
}

const operations: Readonly<Record<string, DeskOperation>> = { ...deskQueries, ...deskCommands }
const chartsIn = (value: unknown) => JSON.stringify(value ?? null).match(/chart-\d+/g) ?? []
const hour = 3_600_000

/** Opens a session of one member's page, which was shown every person. */
async function openPage(attempts: Attempts) {
  const work = openWorkOver(client, attempts)
  const charts = new Map<string, Person>()

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

  const found = (await run('findPatients', { search: { name: 'kim' } })) as {
    rows: readonly { patient: string; name: string }[]
  }
  const today = (await run('today', {})) as {
    rows: readonly { appointment: string; patient: string }[]
  }

  /** Returns true if the chart was opened, which is of that person alone. */
  async function open(person: Person, all: Identifiers, way: 'patient' | 'appointment') {
    const name = `${person.firstName} ${person.lastName}`
    const shown =
      way === 'patient'
        ? found.rows.find((row) => row.name === name)?.patient
        : today.rows.find((row) => row.patient === name)?.appointment
    const command = way === 'patient' ? 'openChart' : 'openChartOfAppointment'
    const opened = chartsIn(await run(command, { [way]: shown, identifiers: all }))
    for (const chart of opened) {
      expect(charts.get(chart) ?? person).toBe(person)
      charts.set(chart, person)
    }
    return opened.length > 0
  }

  /** Checks that a reference which the page makes up opens nothing, and that each opened chart is its own patient's. */
  async function probe() {
    for (let number = 0; number < 40; number += 1) {
      const chart = `chart-${number}`
      const read = (await run('patientChart', { chart })) as { firstName: string } | undefined
      expect(read?.firstName).toBe(charts.get(chart)?.firstName)
    }
  }
  return { open, probe, end: () => work.end() }
}

it('names no chart to a page without identifiers of its patient, and of nobody else', async () => {
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
  const clock = simulatedWallClock()
  const attempts = createAttempts(memoryStore(clock))
  const page = await openPage(attempts)
  await page.probe()
  for (const person of people)
    for (const all of sets)
      for (const way of ['patient', 'appointment'] as const) {
        const isOpened = await page.open(person, all, way)
        expect(isOpened, `${person.firstName}: ${JSON.stringify(all)}`).toBe(opens(person, all))
        clock.increment(hour)
      }
  await page.probe()
  await page.end()
  await (await openPage(attempts)).probe()
})

const born = (value: string): Identifier => ({ kind: 'birthDate', value })
const named = (value: string): Identifier => ({ kind: 'name', value })
const phone = (value: string): Identifier => ({ kind: 'phone', value })
const [grace, daniel, sophie, carmen, walter] = people
const graces = [born('1981-02-16'), phone('206 555 0110')]
const wrongOfGrace = [born('1981-02-16'), phone('206 555 0118')]
const daniels = [born('2008-06-03'), named('Daniel Kim')]

it('refuses what is right after too many that were wrong, also after the lock, for an hour', async () => {
  const clock = simulatedWallClock()
  const attempts = createAttempts(memoryStore(clock))
  const page = await openPage(attempts)
  // Two at once are no more than two in a row.
  await Promise.all([
    page.open(grace, wrongOfGrace, 'patient'),
    page.open(grace, wrongOfGrace, 'appointment'),
  ])
  await page.open(grace, wrongOfGrace, 'appointment')
  // The tries are over, of the patient and of nobody else.
  expect(await page.open(grace, graces, 'patient')).toBe(false)
  expect(await page.open(daniel, daniels, 'patient')).toBe(true)
  await page.end()
  const next = await openPage(attempts)
  expect(await next.open(grace, graces, 'patient')).toBe(false)
  clock.increment(hour)
  expect(await next.open(grace, graces, 'patient')).toBe(true)
})

it('counts what was wrong of all patients together, and nothing that was true', async () => {
  const clock = simulatedWallClock()
  const page = await openPage(createAttempts(memoryStore(clock)))
  const walters = [born('1938-12-24'), named('Walter Kim')]
  const ofTwins = [born('2008-06-03'), phone('206 555 0110')]
  for (let tries = 0; tries < 4; tries += 1) {
    expect(await page.open(daniel, ofTwins, 'patient')).toBe(false)
    expect(await page.open(walter, walters, 'patient')).toBe(true)
  }
  const wrong: [Person, Identifiers][] = [
    [grace, wrongOfGrace],
    [daniel, wrongOfGrace],
    [sophie, wrongOfGrace],
    [carmen, [phone('206 555 0110'), named('Carmen Kim')]],
  ]
  for (const [person, all] of wrong)
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await page.open(walter, walters, 'patient')).toBe(true)
      expect(await page.open(person, all, 'patient')).toBe(false)
    }
  expect(await page.open(walter, walters, 'patient')).toBe(false)
  clock.increment(hour)
  expect(await page.open(walter, walters, 'patient')).toBe(true)
})

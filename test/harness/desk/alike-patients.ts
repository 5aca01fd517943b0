import { contract } from '../../../src/contract/index.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import type { Reader } from '../../../src/contract/readers/reading.ts'
import type { Identifier, TwoIdentifiers } from '../../../src/shared/desk/patients.ts'
import { err } from '../../../src/shared/result.ts'
import { simulatedWallClock } from '../bus/wall-clock.ts'

const person = (
  id: number,
  firstName: string,
  dateOfBirth: string,
  mobilePhone: string,
  email: string,
) => ({ id, firstName, lastName: 'Kim', dateOfBirth, mobilePhone, email })
/** A family whose members are easily taken for each other. */
export const people = [
  person(5001, 'Grace', '2/16/1981', '12065550110', 'kim@example.com'),
  // Twins, who share their birth date, their phone and their mailbox.
  person(5002, 'Daniel', '6/3/2008', '12065550110', 'kim@example.com'),
  person(5003, 'Sophie', '6/3/2008', '12065550110', 'kim@example.com'),
  person(5004, 'Carmen', '', '12065550118', 'carmen@example.com'),
  person(5005, 'Walter', '12/24/1938', '', ''),
] as const
export type Person = (typeof people)[number]

/** All that anybody could say; each of it fits some of them. */
export const said: readonly Identifier[] = [
  ...['1981-02-16', '2008-06-03', '1938-12-24'].map(
    (value) => ({ kind: 'birthDate', value }) as const,
  ),
  ...['206 555 0110', '206 555 0118'].map((value) => ({ kind: 'phone', value }) as const),
  ...['kim@example.com', 'carmen@example.com'].map((value) => ({ kind: 'email', value }) as const),
  ...people.map(({ firstName }) => ({ kind: 'name', value: `${firstName} Kim` }) as const),
]
/** Who says the truth with what: told apart from the code, by a list. */
function isTrueOf(
  { firstName, dateOfBirth, mobilePhone, email }: Person,
  { kind, value }: Identifier,
) {
  const [month, day, year] = dateOfBirth.split('/').map((part) => part.padStart(2, '0'))
  if (kind === 'birthDate') return value === `${year}-${month}-${day}`
  if (kind === 'phone') return mobilePhone === `1${value.replaceAll(' ', '')}`
  return kind === 'email' ? value === email : value === `${firstName} Kim`
}
/** Whether two identifiers are those of a person. */
export const opens = (person: Person, both: TwoIdentifiers) =>
  both.some(({ kind }) => kind === 'birthDate') === (person.dateOfBirth !== '') &&
  both.every((each) => isTrueOf(person, each))
/** Refused before it is compared: others must be asked for. */
export const isOdd = (person: Person, both: TwoIdentifiers) =>
  both.some(({ kind }) => kind === 'birthDate') !== (person.dateOfBirth !== '')

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
export const client = {
  readUntil: () => (operation: Operation, reader: Reader<unknown>, input?: object) => {
    const answer = reader({ status: 200, body: serve(operation, input), headers: {}, url: '' })
    if (answer.ok) return Promise.resolve(answer)
    return Promise.resolve(
      err({ kind: 'unreadableAnswer', operation: operation.id, attempts: 1, ...answer.error }),
    )
  },
}

import type { RequestReason } from '../../src/shared/request-reason.ts'
import type { VisitName } from './visits.ts'
import type { Change } from './wire.ts'

/** The part of a visit that a choice is about. */
export type Part =
  | 'token'
  | 'transport'
  | 'convention'
  | 'check'
  | 'create proof'
  | 'send code'
  | 'verify code'
  | 'proof status'
  | 'match'
  | 'patient'
  | 'packets'
  | 'new packet'
  | 'address'
  | 'completed'
  | 'errors'
  | 'requests'

/** How a visit ends where the profile is missing. */
export type Without = 'staff' | 'out of service' | 'asked again'

/** How a visit at such a service must end. */
export type Expected =
  /** The visit goes through, by tolerance. */
  | { readonly end: 'through' }
  /** It goes through with a wire profile; without it, it ends as `without` says. */
  | {
      readonly end: 'through'
      readonly profile: object
      readonly without?: Without
    }
  /** A person is right, for nothing better can be known. */
  | {
      readonly end: 'staff'
      readonly why: string
      /** The operation that the log must name; none where the service said plainly what is the matter. */
      readonly operation?: string
      /** Why staff are called, where that is plain. */
      readonly reason?: RequestReason
      /** Requests that may be one and the same, where the service may yet recover; three unless told otherwise. */
      readonly sameRequests?: number
    }
  | { readonly end: 'nothing waits' | 'out of service'; readonly why: string }

/** One plausible choice of an intake service that differs from the sandbox. */
export interface Variant {
  readonly name: string
  readonly part: Part
  /** The visit that it is tried with: `usual` unless told otherwise. */
  readonly visit: VisitName
  /** Made anew for each visit, so that it may count. */
  readonly change: () => Change
  readonly expected: Expected
}

/** Choices by their names, with what a row says of each: its change alone, or what else it needs before it. */
type Changes = Readonly<Record<string, () => Change>>
type Rows<T> = Readonly<Record<string, readonly [T, () => Change]>>

/** What the rows of one part are made with; those of several rows take a table. */
export function rowsOf(part: Part, usual: VisitName = 'usual') {
  const row =
    (expected: Expected) =>
    (name: string, change: () => Change, visit: VisitName = usual): Variant => ({
      name,
      part,
      visit,
      change,
      expected,
    })
  const all = (expected: Expected) => (changes: Changes, visit?: VisitName) =>
    Object.entries(changes).map(([name, change]) => row(expected)(name, change, visit))
  const adapted = (
    name: string,
    profile: object,
    change: () => Change,
    visit?: VisitName,
    without: Without = 'staff',
  ): Variant => row({ end: 'through', profile, without })(name, change, visit)
  const toStaff = (
    name: string,
    why: string,
    operation: string | undefined,
    change: () => Change,
    visit?: VisitName,
  ): Variant =>
    row({ end: 'staff', why, ...(operation !== undefined && { operation }) })(name, change, visit)
  const nothingWaits = { end: 'nothing waits', why: 'nothing waits for this patient' } as const

  return {
    /** The visit goes through by tolerance. */
    through: row({ end: 'through' }),
    allThrough: all({ end: 'through' }),
    /** Nothing waits, and the kiosk says so. */
    nothingWaits: row(nothingWaits),
    nothingWaitsFor: all(nothingWaits),
    /** The visit goes through with `profile`, and to `without` where there is none. */
    adapted,
    allAdapted: (rows: Rows<object>, visit?: VisitName, without?: Without) =>
      Object.entries(rows).map(([name, [profile, change]]) =>
        adapted(name, profile, change, visit, without),
      ),
    /** Staff take over; `operation` stands in the log. */
    toStaff,
    allToStaff: (operation: string, rows: Rows<string>, visit?: VisitName) =>
      Object.entries(rows).map(([name, [why, change]]) =>
        toStaff(name, why, operation, change, visit),
      ),
    /** Staff take over when an operation fails as in an outage, and goes on failing. */
    afterTries: (name: string, operation: string, change: () => Change): Variant => {
      const why = 'a request that never succeeds is no outage'
      return row({ end: 'staff', why, operation, sameRequests: 6 })(name, change)
    },
    /** Staff take over for a reason that is the patient’s, not the service’s. */
    asWithUs: (
      name: string,
      reason: RequestReason,
      change: () => Change,
      visit?: VisitName,
    ): Variant => row({ end: 'staff', why: 'the service says so', reason })(name, change, visit),
    allAsWithUs: (reason: RequestReason, changes: Changes, visit?: VisitName) =>
      all({ end: 'staff', why: 'the service says so', reason })(changes, visit),
    /** The kiosk serves nobody. */
    allOutOfService: (rows: Rows<string>) =>
      Object.entries(rows).map(([name, [why, change]]) =>
        row({ end: 'out of service', why })(name, change),
      ),
  }
}

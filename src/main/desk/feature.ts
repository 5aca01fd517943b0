import type * as z from 'zod/mini'
import { sameId, type Id } from '../../contract/values.ts'
import type { DeskRefusal } from '../../shared/desk/messages.ts'
import type { DeskOperation, DeskOperations } from '../../shared/desk/operation.ts'
import type { Reference } from '../../shared/desk/references.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { Call } from '../intake/client/call-types.ts'
import type { IntakeClient } from '../intake/client/client.ts'
import type { ServiceError } from '../intake/http/errors.ts'
import { isRefusal } from '../intake/http/refusal.ts'
import type { CheckInPlace } from '../intake/place.ts'
import { isOutage } from '../intake/resources/site.ts'
import type { Attempts, deskTries } from '../kiosk/visit/limits/attempts.ts'

/** A connection to the service that one member of staff uses: its calls are audited with them. */
export interface DeskConnection {
  readonly client: Pick<IntakeClient, 'readUntil'>
  readonly place: CheckInPlace
  close(): Promise<void>
}

/** Creates one session's names of records: a page can ask for no other record, and learns no id. */
export function createReferences() {
  const names = new Map<string, Reference>()
  const ids = new Map<Reference, Id>()
  let count = 0
  return {
    /** The name of a record for as long as this member of staff is signed in. */
    of(kind: string, id: Id): Reference {
      const key = `${kind} ${id}`
      const known = names.get(key)
      if (known !== undefined) return known
      count += 1
      const name = `${kind}-${count}`
      names.set(key, name)
      ids.set(name, id)
      return name
    },
    /** Takes the name of a record away: it stands for nothing any more. */
    forget(kind: string, id: Id): void {
      const key = `${kind} ${id}`
      ids.delete(names.get(key) ?? '')
      names.delete(key)
    },
    /** The record that was shown under this name; undefined where none was. */
    idOf: (kind: string, reference: Reference): Id | undefined =>
      reference.startsWith(`${kind}-`) ? ids.get(reference) : undefined,
  }
}
export type References = ReturnType<typeof createReferences>

// Only the counts of its member outlive the session.
/** Parts that serve the operations of one session. Patient data that it read is kept nowhere else, and ends with it. */
export interface DeskWork {
  /** Its calls are audited with the member of staff, and given up when the session ends. */
  readonly read: Call
  readonly place: CheckInPlace
  /** Time zone of the location (IANA); undefined: this machine's. */
  readonly timeZone: () => string | undefined
  readonly references: References
  readonly tries: ReturnType<typeof triesOf>
  /** Absolute folder of the clinic's for exports; null: nothing is exported. */
  readonly exportFolder: string | null
  /** Aborted when the session ends. */
  readonly signal: AbortSignal
  /** ms since 1970. */
  readonly wallTime: () => number
  /** ms that only grow. */
  readonly now: () => number
}

type MemberAttemptKind = keyof typeof deskTries

/**
 * Counts the tries of one member of staff within the hour. They rest in the vault: a new sign-in or start gives no more
 * of them. `of`: the record that they are about.
 */
export function triesOf(attempts: Pick<Attempts, 'left' | 'count'>, memberId: string) {
  const subject = (of: string) => `member ${memberId} ${of}`
  return {
    left: (kind: MemberAttemptKind, of = '') => attempts.left(kind, subject(of)),
    /** Counts one attempt, on the disk before this returns; the returned function takes it back. */
    count: (kind: MemberAttemptKind, of = '') => attempts.count(kind, subject(of)),
  }
}

export type Reply<T> = Promise<Result<T, DeskRefusal>>

/** Query or command that is ready to run, with the data that the audit needs first. */
export interface Prepared<T> {
  readonly records: Readonly<Record<string, Id>>
  /** By what a search looks for people, such as `birthDate name`: each one is an entry of the audit. */
  readonly searchedBy?: string
  /** Set where it does not run. */
  readonly refusal?: DeskRefusal
  run(): Reply<T>
}

/** Input of an operation, with a reason if it requires one. */
type Asked<O extends DeskOperation> = O extends { readonly withReason: true }
  ? [input: z.output<O['input']>, reason: string]
  : [input: z.output<O['input']>]

/** Undefined where the page names a record that it was never shown. */
type Prepare<O extends DeskOperation> = (
  ...asked: Asked<O>
) => Prepared<z.input<O['output']>> | undefined

/** Queries and commands of a part of the desk by their names, from sign-in to lock. */
export type Handlers<O extends DeskOperations> = {
  readonly [N in keyof (O['queries'] & O['commands'])]: Prepare<(O['queries'] & O['commands'])[N]>
}

/** Concerns no single record. */
export const onNothing = <T>(run: () => Reply<T> | Result<T, DeskRefusal>): Prepared<T> => ({
  records: {},
  run: async () => run(),
})

/** Is not done, whoever asks. */
export const onRefusal = (refusal: DeskRefusal): Prepared<never> => ({
  records: {},
  refusal,
  run: () => Promise.resolve(err(refusal)),
})

/**
 * Concerns one record that the page was shown as a `kind`; the audit names it `record`, such as `appointmentId`.
 * Undefined where it was not shown.
 */
export function onRecord<T>(
  { references }: Pick<DeskWork, 'references'>,
  { kind, record, reference }: { kind: string; record: string; reference: Reference },
  run: (id: Id) => Reply<T>,
): Prepared<T> | undefined {
  const id = references.idOf(kind, reference)
  return id === undefined ? undefined : { records: { [record]: id }, run: () => run(id) }
}

/** Prepares an operation on a patient whose chart is open; undefined if it is not. */
export const onChart = <T>(
  work: Pick<DeskWork, 'references'>,
  chart: Reference,
  run: (patientId: Id) => Reply<T>,
): Prepared<T> | undefined =>
  onRecord(work, { kind: 'chart', record: 'patientId', reference: chart }, run)

/** Tells a page of a failed call: no word of the service's. */
export function refusalOf(error: ServiceError): DeskRefusal {
  if (isOutage(error)) return { kind: 'offline' }
  return { kind: isRefusal(error) ? 'refusedByService' : 'failed' }
}

export const refuse = (error: ServiceError) => err(refusalOf(error))

/** Answers a page with what was read, as `show` has it. */
export async function reply<T, U = T>(
  asked: Promise<Result<T, ServiceError>>,
  show: (value: T) => U = (value) => value as unknown as U,
): Reply<U> {
  const read = await asked
  return read.ok ? ok(show(read.value)) : refuse(read.error)
}

/** True if nothing was done: the service refused the request, or it was never sent for lack of access. */
export const isNotDone = (error: ServiceError): boolean =>
  isRefusal(error) || error.stage === 'token'

/** Ends a change: where its answer does not say that it `isDone`, the record is looked at once more. */
export async function settle<T>(
  sent: Result<T | null, ServiceError>,
  look: () => Promise<Result<T, unknown>>,
  isDone: (record: T) => boolean,
): Reply<null> {
  if (sent.ok && sent.value !== null && isDone(sent.value)) return ok(null)
  const after = await look()
  if (after.ok && isDone(after.value)) return ok(null)
  return sent.ok ? err({ kind: 'refusedByService' }) : refuse(sent.error)
}

/** Settles a change whose answer has no content: if the answer was lost, looks at the record. */
export async function settleLost<T>(
  sent: Result<unknown, ServiceError>,
  look: () => Promise<Result<T, unknown>>,
  isDone: (record: T) => boolean,
): Reply<null> {
  if (sent.ok) return ok(null)
  return isNotDone(sent.error) ? refuse(sent.error) : settle<T>(sent, look, isDone)
}

/** Finds the records that were not there before. */
export const findNew = <T extends { readonly id: Id }>(rows: readonly T[], before: readonly Id[]) =>
  rows.filter(({ id }) => !before.some((each) => sameId(each, id)))

/**
 * Settles a creation by the id that its answer names, else by a look, since the service knows no repeated one; null in
 * doubt. `doubts` remembers what was there before, by the wish.
 */
export async function settleMade(
  doubts: Map<string, readonly Id[]>,
  [wish, before]: readonly [string, readonly Id[]],
  sent: Result<Id | null, ServiceError>,
  look: () => Promise<Id | null | undefined>,
): Reply<Id | null> {
  if (!sent.ok && isNotDone(sent.error)) return refuse(sent.error)
  doubts.set(wish, before)
  const named = sent.ok && sent.value !== null ? findNew([{ id: sent.value }], before) : []
  const made = named[0]?.id ?? (await look()) ?? null
  if (made !== null) doubts.delete(wish)
  return ok(made)
}

/** Converts an id for the body of a developer request: a whole number from 1 on; undefined for any other. */
export function wholeNumber(id: Id | undefined): number | undefined {
  const number = Number(id)
  return id !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** True if two lists name the same, in any order. */
export const hasSameNames = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify([...new Set(one)].toSorted()) === JSON.stringify([...new Set(other)].toSorted())

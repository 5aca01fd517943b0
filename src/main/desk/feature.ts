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

/** Used by one member of staff: its calls are audited with them. */
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
    forget(kind: string, id: Id): void {
      const key = `${kind} ${id}`
      ids.delete(names.get(key) ?? '')
      names.delete(key)
    },
    /** Undefined where no record was shown under this name. */
    idOf: (kind: string, reference: Reference): Id | undefined =>
      reference.startsWith(`${kind}-`) ? ids.get(reference) : undefined,
  }
}
export type References = ReturnType<typeof createReferences>

/** Parts of one session: patient data that it reads is kept nowhere else, and ends with it. */
export interface DeskWork {
  /** Its calls are audited with the member, and given up when the session ends. */
  readonly read: Call
  readonly place: CheckInPlace
  /** Time zone of the location (IANA); undefined: this machine's. */
  readonly timeZone: () => string | undefined
  readonly references: References
  readonly tries: ReturnType<typeof triesOf>
  /** Absolute, of the clinic; null: nothing is exported. */
  readonly exportFolder: string | null
  /** Aborted when the session ends. */
  readonly signal: AbortSignal
  /** ms since 1970. */
  readonly wallTime: () => number
  /** ms that only grow. */
  readonly now: () => number
}

/** Counts one member's tries within the hour, over sign-ins and starts. `of`: the record that they are about. */
export function triesOf(attempts: Pick<Attempts, 'left' | 'count'>, memberId: string) {
  const subject = (of: string) => `member ${memberId} ${of}`
  return {
    left: (kind: keyof typeof deskTries, of = '') => attempts.left(kind, subject(of)),
    /** On the disk before this returns; the returned function takes it back. */
    count: (kind: keyof typeof deskTries, of = '') => attempts.count(kind, subject(of)),
  }
}

export type Reply<T> = Promise<Result<T, DeskRefusal>>

/** Ready to run, with the data that the audit needs first. */
export interface Prepared<T> {
  readonly records: Readonly<Record<string, Id>>
  /** Fields that a search looks by, such as `birthDate name`. */
  readonly searchedBy?: string
  readonly refusal?: DeskRefusal
  run(): Reply<T>
}

type Asked<O extends DeskOperation> = O extends { readonly withReason: true }
  ? [input: z.output<O['input']>, reason: string]
  : [input: z.output<O['input']>]

/** Undefined where the page names a record that it was never shown. */
type Prepare<O extends DeskOperation> = (
  ...asked: Asked<O>
) => Prepared<z.input<O['output']>> | undefined

export type Handlers<O extends DeskOperations> = {
  readonly [N in keyof (O['queries'] & O['commands'])]: Prepare<(O['queries'] & O['commands'])[N]>
}

/** Prepares an operation on no single record. */
export const onNothing = <T>(run: () => Reply<T> | Result<T, DeskRefusal>): Prepared<T> => ({
  records: {},
  run: async () => run(),
})

/** Refuses an operation, whoever asks. */
export const onRefusal = (refusal: DeskRefusal): Prepared<never> => ({
  records: {},
  refusal,
  run: () => Promise.resolve(err(refusal)),
})

/** Prepares an operation on a record that the page was shown as a `kind`; the audit names it `record`. */
export function onRecord<T>(
  { references }: Pick<DeskWork, 'references'>,
  { kind, record, reference }: { kind: string; record: string; reference: Reference },
  run: (id: Id) => Reply<T>,
): Prepared<T> | undefined {
  const id = references.idOf(kind, reference)
  return id === undefined ? undefined : { records: { [record]: id }, run: () => run(id) }
}

const onKind =
  (kind: string, record: string) =>
  <T>(work: Pick<DeskWork, 'references'>, reference: Reference, run: (id: Id) => Reply<T>) =>
    onRecord(work, { kind, record, reference }, run)

/** Prepares an operation on a patient whose chart is open; undefined if it is not. */
export const onChart = onKind('chart', 'patientId')
/** Prepares an operation on an appointment of today that the page was shown. */
export const onAppointment = onKind('appointment', 'appointmentId')

/** Tells a page of a failed call: no word of the service's. */
export function refusalOf(error: ServiceError): DeskRefusal {
  if (isOutage(error)) return { kind: 'offline' }
  return { kind: isRefusal(error) ? 'refusedByService' : 'failed' }
}

/** Refuses an operation of the page for a failed call. */
export const refuse = (error: ServiceError) => err(refusalOf(error))

/** Answers a page with what was read, as `show` has it. */
export async function reply<T, U = T>(
  asked: Promise<Result<T, ServiceError>>,
  show: (value: T) => U = (value) => value as unknown as U,
): Reply<U> {
  const read = await asked
  return read.ok ? ok(show(read.value)) : refuse(read.error)
}

/** True if nothing was done: the request was refused, or not sent for lack of access. */
export const isNotDone = (error: ServiceError): boolean =>
  isRefusal(error) || error.stage === 'token'

/** Ends a change: if its answer does not say that it `isDone`, the record is looked at. */
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

/** Settles a change whose answer has no content: if it was lost, looks at the record. */
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

/** Settles a creation by its answer's id, else by a look; null in doubt. `doubts`: what was there before. */
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

/** Converts an id for a developer request: a whole number from 1 on; undefined for any other. */
export function wholeNumber(id: Id | undefined): number | undefined {
  const number = Number(id)
  return id !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

/** True if two lists name the same, in any order. */
export const hasSameNames = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify([...new Set(one)].toSorted()) === JSON.stringify([...new Set(other)].toSorted())

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

/** Names in the audit of the records that the page knows by names of a kind. */
export const recordNames = {
  accountWebhook: 'webhookId',
  allergy: 'allergyId',
  appointment: 'appointmentId',
  /** Of the audit: no record can be read by it. */
  auditedPatient: 'patientId',
  chart: 'patientId',
  conversion: 'conversionId',
  formTemplate: 'formTemplateId',
  group: 'groupId',
  groupElsewhere: 'groupId',
  helpCall: 'callId',
  intake: 'intake',
  integratorWebhook: 'webhookId',
  invoice: 'invoiceId',
  kiosk: 'stationId',
  kioskAlarm: 'callId',
  lab: 'labId',
  line: 'lineItemId',
  location: 'locationId',
  medication: 'medicationId',
  packet: 'formPacketId',
  patient: 'patientId',
  pinUse: 'useId',
  problem: 'problemId',
  result: 'componentId',
  sentCall: 'callId',
  template: 'templateId',
  visit: 'appointmentId',
  visitType: 'appointmentTypeId',
} as const
type RecordKind = keyof typeof recordNames

/** Creates one session's names of records: a page can ask for no other record, and learns no id. */
export function createReferences() {
  const names = new Map<string, Reference>()
  const records = new Map<Reference, { readonly id: Id; readonly owner: Reference }>()
  let count = 0
  const keyOf = (kind: string, id: Id, owner: Reference = '') => `${kind} ${owner} ${id}`
  /** Undefined where no record was shown under this name, and for a part of another owner. */
  function idOf(kind: string, reference: Reference, owner: Reference = ''): Id | undefined {
    const record = reference.startsWith(`${kind}-`) ? records.get(reference) : undefined
    return record?.owner === owner ? record.id : undefined
  }
  return {
    idOf,
    /** Undefined where one of them was not shown. */
    idsOf(kind: string, references: readonly Reference[]): readonly Id[] | undefined {
      const ids = references.flatMap((each) => idOf(kind, each) ?? [])
      return ids.length === references.length ? ids : undefined
    },
    /** `owner`: the name of the record that it is part of; ids may be unique within that alone. */
    of(kind: string, id: Id, owner: Reference = ''): Reference {
      const key = keyOf(kind, id, owner)
      const known = names.get(key)
      if (known !== undefined) return known
      count += 1
      const name = `${kind}-${count}`
      names.set(key, name)
      records.set(name, { id, owner })
      return name
    },
    forget(kind: string, id: Id): void {
      const key = keyOf(kind, id)
      records.delete(names.get(key) ?? '')
      names.delete(key)
    },
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
/** As a feature answers: the page is told a refusal in the place of a call's error. */
export type Answer<T> = Promise<Result<T, DeskRefusal | ServiceError>>
export type AnswerNowOrLater<T> = Answer<T> | Awaited<Answer<T>>

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

/** Prepares `run` of something given; `records`: what the audit says that it reads or changes. */
export function prepare<T, Given extends readonly unknown[]>(
  records: Prepared<T>['records'],
  run: (...given: Given) => AnswerNowOrLater<T>,
  ...given: Given
): Prepared<T> {
  return {
    records,
    async run() {
      const done = await run(...given)
      return done.ok ? done : err(refusalOf(done.error))
    },
  }
}

/** Refuses an operation, whoever asks. */
export const onRefusal = (refusal: DeskRefusal): Prepared<never> => ({
  ...prepare<never, []>({}, () => err(refusal)),
  refusal,
})

type HasReferences = Pick<DeskWork, 'references'>

/** Prepares an operation on a record; undefined if the page was not shown it as a `kind`. */
export function onRecord<T>(
  { references }: HasReferences,
  kind: RecordKind,
  reference: Reference,
  run: (id: Id) => AnswerNowOrLater<T>,
): Prepared<T> | undefined {
  const id = references.idOf(kind, reference)
  return id === undefined ? undefined : prepare({ [recordNames[kind]]: id }, run, id)
}

/** Prepares an operation on a part of an open chart; undefined if the page was not shown it in that very chart. */
export function onPart<T>(
  { references }: HasReferences,
  chart: Reference,
  kind: RecordKind,
  reference: Reference,
  run: (patientId: Id, id: Id) => AnswerNowOrLater<T>,
): Prepared<T> | undefined {
  const patientId = references.idOf('chart', chart)
  const id = references.idOf(kind, reference, chart)
  if (patientId === undefined || id === undefined) return undefined
  return prepare({ patientId, [recordNames[kind]]: id }, run, patientId, id)
}

/** True unless a record names another patient. */
export function isOf({ patientId }: { readonly patientId: Id | undefined }, wanted: Id): boolean {
  return patientId === undefined || sameId(patientId, wanted)
}

/** Tells a page of a failure: of a failed call, no word of the service's. */
export function refusalOf(error: DeskRefusal | ServiceError): DeskRefusal {
  if (!('operation' in error)) return error
  if (isOutage(error)) return { kind: 'offline' }
  return { kind: isRefusal(error) ? 'refusedByService' : 'failed' }
}

/** True if nothing was done: the request was refused, or not sent for lack of access. */
export const isNotDone = (error: ServiceError): boolean =>
  isRefusal(error) || error.stage === 'token'

/** Ends a change: if its answer does not say that it `isDone`, the record is looked at. */
export async function settle<T>(
  sent: Result<T | null, ServiceError>,
  look: () => Promise<Result<T, unknown>>,
  isDone: (record: T) => boolean,
): Answer<null> {
  if (sent.ok && sent.value !== null && isDone(sent.value)) return ok(null)
  const after = await look()
  if (after.ok && isDone(after.value)) return ok(null)
  return sent.ok ? err({ kind: 'refusedByService' }) : sent
}

/** Settles a change whose answer has no content: if it was lost, looks at the record. */
export async function settleLost<T>(
  sent: Result<unknown, ServiceError>,
  look: () => Promise<Result<T, unknown>>,
  isDone: (record: T) => boolean,
): Answer<null> {
  if (sent.ok) return ok(null)
  return isNotDone(sent.error) ? sent : settle<T>(sent, look, isDone)
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
): Answer<Id | null> {
  if (!sent.ok && isNotDone(sent.error)) return sent
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

import type * as z from 'zod/mini'
import type { Operation } from '../../contract/operation.ts'
import type { Id } from '../../contract/values.ts'
import type { DeskRefusal } from '../../shared/desk/messages.ts'
import type { DeskOperation, DeskOperations } from '../../shared/desk/operation.ts'
import type { Reference } from '../../shared/desk/references.ts'
import { err, type Result } from '../../shared/result.ts'
import type { DeskWork } from './work.ts'

/** A query or a command that is ready: what the audit names before it runs, and how it runs. */
export interface Prepared<T> {
  readonly records: Readonly<Record<string, Id>>
  /** By what a search looks for people, such as `birthDate name`: each one is an entry of the audit. */
  readonly searchedBy?: string
  /** Why it does not run. */
  readonly refusal?: DeskRefusal
  run(): Promise<Result<T, DeskRefusal>>
}

/** What is asked, and why, where that must be said. */
type Asked<O extends DeskOperation> = O extends { readonly withReason: true }
  ? [input: z.output<O['input']>, reason: string]
  : [input: z.output<O['input']>]

/** Undefined where the page names a record that it was never shown. */
type Prepare<O extends DeskOperation> = (
  ...asked: Asked<O>
) => Prepared<z.input<O['output']>> | undefined

type PrepareEach<T extends Readonly<Record<string, DeskOperation>>> = {
  readonly [N in keyof T]: Prepare<T[N]>
}

/** What one member of staff is served with at a part of the desk, from sign-in to lock. */
export interface PlaceWork<O extends DeskOperations> {
  readonly queries: PrepareEach<O['queries']>
  readonly commands: PrepareEach<O['commands']>
}

/**
 * The operations of the service that each query and command calls: `desk.contract.test.ts` compares them with what the
 * sandbox was asked, and docs/desk.md is written from them.
 */
export type ReachedOperations<O extends DeskOperations> = Readonly<
  Record<Extract<keyof O['queries'] | keyof O['commands'], string>, readonly Operation[]>
>

/** What concerns no single record. */
export const onNothing = <T>(run: () => Promise<Result<T, DeskRefusal>>): Prepared<T> => ({
  records: {},
  run,
})

/** What is not done, whoever asks. */
export const onRefusal = (refusal: DeskRefusal): Prepared<never> => ({
  ...{ records: {}, refusal },
  run: () => Promise.resolve(err(refusal)),
})

/**
 * What concerns one record that the page was shown as a `kind`; the audit names it `record`, such as `appointmentId`.
 * Undefined where it was not shown.
 */
export function onRecord<T>(
  { references }: Pick<DeskWork, 'references'>,
  { kind, record, reference }: { kind: string; record: string; reference: Reference },
  run: (id: Id) => Promise<Result<T, DeskRefusal>>,
): Prepared<T> | undefined {
  const id = references.idOf(kind, reference)
  return id === undefined ? undefined : { records: { [record]: id }, run: () => run(id) }
}

/** What concerns a patient whose chart is open; undefined where it is not. */
export const onChart = <T>(
  work: Pick<DeskWork, 'references'>,
  chart: Reference,
  run: (patientId: Id) => Promise<Result<T, DeskRefusal>>,
): Prepared<T> | undefined =>
  onRecord(work, { kind: 'chart', record: 'patientId', reference: chart }, run)

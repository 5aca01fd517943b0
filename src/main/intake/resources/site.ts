import type { z } from 'zod'
import type { Input, Operation } from '../../../contract/operation.ts'
import type { Page } from '../../../contract/readers/lists.ts'
import type { Reader } from '../../../contract/readers/reading.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { inParallel } from '../../base/work.ts'
import type { Call } from '../client/call-types.ts'
import { isCutOff, isFromBetween, unreadable, type ServiceError } from '../http/errors.ts'
import { statusOf } from '../http/refusal.ts'
import type { CheckInPlace } from '../place.ts'

export type Read<T> = Promise<Result<T, ServiceError>>

/** Gathers the values of all answers, or the first failure. */
export function allOf<T>(answers: readonly Result<T, ServiceError>[]) {
  const values: T[] = []
  for (const answer of answers) {
    if (!answer.ok) return answer
    values.push(answer.value)
  }
  return ok(values)
}

export interface Site {
  readonly read: Call
  readonly place: Pick<CheckInPlace, 'accountId' | 'locationId' | 'lists'>
  /** Of the location (IANA); without one, days are this machine's. */
  readonly timeZone?: () => string | undefined
}

/** Returns the path of everything that belongs to the location. */
export const paramsOf = ({ place: { accountId, locationId } }: Pick<Site, 'place'>) => ({
  accountId,
  locationId,
})

type ListInput<O extends Operation> = Omit<Input<O>, 'query'> & {
  readonly query?: Input<O> extends { readonly query?: infer Q }
    ? Omit<Q, 'cursor' | 'limit'>
    : never
}

interface Paging {
  readonly pageSize?: number | undefined
  /** A longer list ends in an error. */
  readonly maxPages?: number
  readonly from?: string | undefined
  /** Tried where the service refuses the size. */
  readonly smaller?: readonly number[]
}

/** Tried where the service refuses the one that Foyer asks for. */
const smallerPages = [50, 20, 10]
const refusesSize = [400, 413, 416, 422]

/** Reads a list page after page, smaller ones where their size is refused; a failure, or a list without an end, comes last. */
export async function* pagesOf<O extends Operation, T>(
  read: Call,
  operation: O,
  reader: Reader<Page<T>>,
  input: ListInput<O>,
  { pageSize = 200, maxPages = 10, from, smaller = smallerPages }: Paging = {},
): AsyncGenerator<Result<Page<T>, ServiceError>, void> {
  const sizes = [pageSize, ...smaller.filter((size) => size < pageSize)]
  const seen = new Set<string>()
  for (let cursor = from; ;) {
    const [limit] = sizes
    const query = { ...input.query, limit, cursor }
    const page = await read(operation, reader, { ...input, query } as unknown as Input<O>)
    const isRefused = !page.ok && refusesSize.includes(statusOf(page.error) ?? 0)
    if (isRefused && cursor === from && sizes.length > 1) {
      sizes.shift()
      continue
    }
    yield page
    if (!page.ok || !page.value.nextCursor) return
    seen.add(cursor ?? '')
    cursor = page.value.nextCursor
    const fault = !fits(operation, cursor)
      ? 'a cursor that cannot be sent back'
      : seen.has(cursor)
        ? 'a list without an end'
        : seen.size >= maxPages
          ? `a list of more than ${maxPages} pages`
          : undefined
    if (fault !== undefined) {
      yield err({ operation: operation.id, attempts: seen.size, ...unreadable(fault) })
      return
    }
  }
}

function fits({ query }: Operation, cursor: string): boolean {
  const fields = query?.shape as Readonly<Record<string, z.ZodType>> | undefined
  return fields?.['cursor']?.safeParse(cursor).success ?? false
}

/** Gathers everything that a list holds, or the failure that it met. */
export async function readAllPages<T>(pages: AsyncIterable<Result<Page<T>, ServiceError>>) {
  const items: T[] = []
  for await (const page of pages) {
    if (!page.ok) return page
    for (const item of page.value.items) items.push(item)
  }
  return ok(items)
}

/** Reads a whole list. */
export const readList = <O extends Operation, T>(
  ...list: Parameters<typeof pagesOf<O, T>>
): Read<readonly T[]> => readAllPages(pagesOf(...list))

/** True if a call failed for an outage: another record of the same service would fail too. */
export function isOutage(error: ServiceError): boolean {
  const kinds: readonly string[] = ['unreachable', 'timedOut', 'serverFault', 'rateLimited']
  return kinds.includes(error.kind) || isCutOff(error) || isFromBetween(error)
}

export interface Owned<T> {
  readonly own: readonly T[]
  /** That do not say whose they are. */
  readonly unowned: readonly T[]
}

const mostAtOnce = 6

/** Finds a patient's own rows in a perhaps unfiltered list. `ask` reads those that name nobody, `mostAsked` at most. */
export async function findOwn<T extends { readonly id: Id; readonly patientId: Id | undefined }>(
  { place }: Pick<Site, 'place'>,
  patientId: Id,
  rows: readonly T[],
  { ask, mostAsked }: { readonly ask: (row: T) => Read<T>; readonly mostAsked: number },
): Read<Owned<T>> {
  const unnamed = rows.filter((row) => row.patientId === undefined)
  const asked =
    place.lists?.trustPatientFilter === true
      ? unnamed.map((row) => ok({ ...row, patientId }))
      : await inParallel(unnamed.slice(0, mostAsked), mostAtOnce, ask)
  const known = new Map<T, T>()
  for (const [index, read] of asked.entries()) {
    const row = unnamed[index]
    if (!read.ok && (isOutage(read.error) || read.error.stage === 'token')) return read
    if (row && read.ok) known.set(row, read.value)
  }
  const named = rows.map((row) => known.get(row) ?? row)
  return ok({
    own: named.filter((row) => row.patientId !== undefined && sameId(row.patientId, patientId)),
    unowned: named.filter((row) => row.patientId === undefined),
  })
}

/** Reads once in `keepMs`; a failure is not kept. `now`: ms that only grow. */
export function keepRead<T>(now: () => number, keepMs: number, read: () => Read<T>): () => Read<T> {
  let kept: { readonly value: T; readonly until: number } | undefined
  return async () => {
    if (kept && kept.until > now()) return ok(kept.value)
    const asked = await read()
    if (asked.ok) kept = { value: asked.value, until: now() + keepMs }
    return asked
  }
}

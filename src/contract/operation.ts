import { z } from 'zod'
import type { AssumptionId } from './assumptions.ts'
import { accountId, integerId, pageOf, pageQuery, pathId } from './values.ts'

type Interface = 'partner' | 'developer' | 'auth'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One operation of the intake service; `params`, `query`, `headers` and `body` are strict: what we send is exact. */
export interface Operation {
  readonly id: string
  readonly interface: Interface
  readonly method: Method
  readonly path: string
  /** Heading of the part of the interface document that states the operation. */
  readonly section: string
  readonly summary: string
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly headers?: z.ZodObject
  readonly body?: z.ZodType
  readonly bodyType?: 'json' | 'form'
  /** Loose: only what Foyer uses is required. Of the developer interface it is `data` inside the envelope. */
  readonly answer: z.ZodType
  readonly status: 200 | 201 | 204
  /** Error statuses that the document declares for this operation in particular. */
  readonly errors?: readonly number[]
  readonly assumes?: readonly AssumptionId[]
}

type Described = Omit<Operation, 'id' | 'interface' | 'section' | 'status'>
type Status = Operation['status']

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never

type Params<Path extends string> = [NamesIn<Path>] extends [never]
  ? unknown
  : { readonly params: z.ZodObject<Record<NamesIn<Path>, typeof pathId>, z.core.$strict> }

function paramsIn(path: string): z.ZodObject | undefined {
  const record = path.startsWith('/partner/') ? pathId : integerId
  const found = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [
    name,
    name === 'accountId' ? accountId : record,
  ])
  return found.length === 0 ? undefined : z.strictObject(Object.fromEntries(found))
}

const request =
  <const M extends Method>(method: M) =>
  <
    const Path extends string,
    const R extends Omit<Described, 'method' | 'path' | 'summary' | 'params'> & {
      readonly status?: Status
    },
  >(
    path: Path,
    summary: string,
    parts: R,
  ) => {
    const params = paramsIn(path)
    const described = { status: 200, ...parts, ...(params && { params }), method, path, summary }
    return described as unknown as R &
      Params<Path> & { method: M; path: string; summary: string; status: Status }
  }

/** Describe an operation that answers 200 unless `parts` says otherwise; its exact type is kept for the client. */
export const get = request('GET')
export const post = request('POST')
export const put = request('PUT')
export const del = request('DELETE')

/** Describes an operation that answers pages of a record; `filters` are the parameters that narrow the list. */
export const list = <
  const Path extends string,
  Row extends z.ZodType,
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- a list without filters has none
  F extends z.core.$ZodLooseShape = Record<never, never>,
>(
  path: Path,
  summary: string,
  row: Row,
  { filters, ...parts }: { readonly filters?: F; readonly assumes?: readonly AssumptionId[] } = {},
) =>
  get(path, summary, {
    ...parts,
    query: z.strictObject({ ...pageQuery, ...(filters as F) }),
    answer: pageOf(row),
  })

type Named<T> = {
  readonly [K in keyof T]: T[K] & {
    readonly id: string
    readonly interface: Interface
    readonly section: string
  }
}

/** Names operations by their place: `group` is where they stand in the contract, `section` the document's part that states them. */
export function operations<
  const T extends Readonly<Record<string, Described & { status: Status }>>,
>(group: string, section: string, described: T): Named<T> {
  const [name] = group.split('.')
  const named = Object.entries(described).map(([key, operation]) => [
    key,
    { ...operation, id: `${group}.${key}`, interface: name, section },
  ])
  return Object.fromEntries(named) as Named<T>
}

type Part<O, K extends string> =
  O extends Record<K, z.ZodType> ? { [P in K]: z.input<O[K]> } : unknown

type OptionalWhenEmpty<O, K extends string> =
  O extends Record<K, z.ZodType>
    ? // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- whether the empty object is one
      Record<never, never> extends z.input<O[K]>
      ? { [P in K]?: z.input<O[K]> }
      : { [P in K]: z.input<O[K]> }
    : unknown

export type Input<O extends Operation> = OptionalWhenEmpty<O, 'params'> &
  OptionalWhenEmpty<O, 'query'> &
  OptionalWhenEmpty<O, 'headers'> &
  Part<O, 'body'>

export type Answer<O extends Operation> = z.output<O['answer']>

/** True if an operation answers with a list in cursor pages: that is, if it takes a cursor. */
export function isPaginated({ query }: Operation): boolean {
  return query !== undefined && 'cursor' in query.shape
}

export interface OperationTree {
  readonly [name: string]: Operation | OperationTree
}

/** True for a leaf of an operation tree. */
export function isOperation(node: Operation | OperationTree): node is Operation {
  return typeof (node as Operation).id === 'string'
}

/** Lists every operation of a tree, in the order in which it is written. */
export function listOperations(tree: OperationTree): Operation[] {
  return Object.values(tree).flatMap((node) => (isOperation(node) ? [node] : listOperations(node)))
}

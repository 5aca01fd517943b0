import { isPaginated, type Operation } from '../../src/contract/operation.ts'
import type { Fields } from '../../src/contract/readers/fields.ts'
import { sameId, type Id } from '../../src/contract/values.ts'
import { mapOk, ok, type Result } from '../../src/shared/result.ts'
import { dateIn } from '../../src/shared/time-zone.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { byId, inAccount } from '../state/lookup.ts'
import type { Location, State, Stored } from '../state/types.ts'
import { badRequest, notFound, type Refusal } from './refusal.ts'
import { route, type Call, type Handler, type Route } from './route.ts'

const defaultLimit = 20

/** Writes a number as text that sorts as the number does. */
export const sortable = (value: number) => String(value).padStart(16, '0')

/** Cuts one keyset page out of `items`, sorted by unique `key`. Refuses a cursor of another `order`. */
export function paginate<T>(
  items: readonly T[],
  query: { readonly cursor?: string | undefined; readonly limit?: number | undefined },
  key: (item: T) => string,
  direction: 'ascending' | 'descending' = 'ascending',
  order: string = direction,
) {
  const sign = direction === 'ascending' ? 1 : -1
  const compare = (a: string, b: string) => (a === b ? 0 : a < b ? -sign : sign)
  const sorted = items
    .map((item) => ({ item, place: key(item) }))
    .sort((a, b) => compare(a.place, b.place))
  const after = `after:${order}:`
  let rest = sorted
  if (query.cursor) {
    const cursor = Buffer.from(query.cursor, 'base64url').toString()
    if (!cursor.startsWith(after))
      return badRequest(
        'invalid_cursor',
        'The cursor is not one that this list gave in this order.',
      )
    const last = cursor.slice(after.length)
    rest = sorted.filter(({ place }) => compare(place, last) > 0)
  }
  const page = rest.slice(0, query.limit ?? defaultLimit)
  const last = page.at(-1)
  const more = last !== undefined && rest.length > page.length
  return ok({
    items: page.map(({ item }) => item),
    nextCursor: more ? Buffer.from(after + last.place).toString('base64url') : null,
  })
}

type View<T> = (record: T, sandbox: SandboxContext) => object
type Table<T> = (state: State) => ReadonlyMap<number, T>

/** A kind of record that operations list and read. The answer's model chooses which fields of a view are sent. */
export interface Resource<T extends Stored> {
  readonly name: string
  readonly table: Table<T>
  readonly view?: View<T>
  /** For a single record; `view` when left out. */
  readonly whole?: View<T>
  readonly isListed?: (record: T, query: Fields) => boolean
  /** A field that sorts the list, before the id. `from` and `to` of a query are days of it. */
  readonly sortBy?: string
  readonly newestFirst?: boolean
  /** True if it belongs to the account, though a path may name a location. */
  readonly isAccountWide?: boolean
  /** True if it belongs to the integrator and to no account. */
  readonly isOfIntegrator?: boolean
  /** The record that owns it: `field` holds its id, and `param` is its place in a path. */
  readonly parent?: {
    readonly name: string
    readonly table: Table<Stored>
    readonly param: string
    readonly field: string
  }
}

type ResourceCall = Omit<Call<Operation>, 'params' | 'query' | 'location'> & {
  readonly params: Readonly<Record<string, Id>>
  readonly query: Fields
  readonly location: Location | undefined
}

const typedRoute = (
  operation: Operation,
  handler: (call: ResourceCall) => Result<unknown, Refusal>,
) => route(operation, handler as unknown as Handler<Operation>)

const fieldsOf = (record: object) => record as Fields

function isAt<T extends Stored>(
  { parent, isAccountWide, isOfIntegrator }: Resource<T>,
  call: ResourceCall,
  record: T,
): boolean {
  const { state, account, location, params } = call
  const fields = fieldsOf(record)
  if (record.accountId !== (isOfIntegrator ? null : account.id)) return false
  const isScoped = location && !isAccountWide && 'locationId' in fields
  if (isScoped && fields['locationId'] !== location.id) return false
  if (!parent) return true
  const owner = inAccount(parent.table(state), account.id, fields[parent.field] as Id)
  const named = params[parent.param]
  return owner !== undefined && (named === undefined || sameId(named, owner.id))
}

const paramsOf = ({ path }: Operation) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)

function find<T extends Stored>(
  resource: Resource<T>,
  call: Pick<Call<Operation>, 'state' | 'account'>,
  id: Id,
): Result<T, Refusal> {
  const found = byId(resource.table(call.state), id)
  return found && isAt(resource, call as ResourceCall, found) ? ok(found) : notFound(resource.name)
}

/** Lists a resource: filtered by the query, sorted, and in pages where the operation takes a cursor. */
export function listRoute<T extends Stored>(operation: Operation, resource: Resource<T>): Route {
  const { parent, table, view, isListed, sortBy, newestFirst } = resource
  return typedRoute(operation, (call) => {
    const { state, account, params, query, sandbox } = call
    const show = (record: T) => fieldsOf(view ? view(record, sandbox) : record)
    if (parent && !inAccount(parent.table(state), account.id, params[parent.param] ?? ''))
      return notFound(parent.name)
    const key = (record: T) => {
      const value = sortBy === undefined ? '' : fieldsOf(record)[sortBy]
      return `${typeof value === 'number' ? sortable(value) : String(value)} ${sortable(record.id)}`
    }
    const found = [...table(state).values()].filter(
      (record) =>
        isAt(resource, call, record) &&
        (isListed?.(record, query) ?? true) &&
        isWithin(call, fieldsOf(record)[sortBy ?? '']) &&
        fits(record, () => show(record), query),
    )
    const isPaged = isPaginated(operation)
    const asked = isPaged ? query : { limit: Infinity }
    const page = paginate(found, asked, key, newestFirst ? 'descending' : 'ascending')
    return mapOk(page, ({ items, nextCursor }) => {
      const shown = items.map(show)
      return isPaged ? { items: shown, nextCursor } : shown
    })
  })
}

/** Reads one record. */
export function getRoute<T extends Stored>(operation: Operation, resource: Resource<T>): Route {
  const view = resource.whole ?? resource.view
  return recordRoute(operation, resource, (record, { sandbox }) =>
    ok(view ? view(record, sandbox) : record),
  )
}

/** Carries out an operation on the record that its path names, or the `id` of its body. */
export function recordRoute<O extends Operation, T extends Stored>(
  operation: O,
  resource: Resource<T>,
  carryOut: (record: T, call: Call<O>) => ReturnType<Handler<O>>,
  message?: Parameters<typeof route<O>>[2],
): Route {
  const param = paramsOf(operation).at(-1)
  return route(
    operation,
    (call) => {
      const named = (param === undefined
        ? call.body
        : call.params) as unknown as ResourceCall['params']
      const found = find(resource, call, named[param ?? 'id'] ?? '')
      return found.ok ? carryOut(found.value, call) : found
    },
    message,
  )
}

type Reads = Readonly<Record<'list' | 'get', Operation>>

/** Lists a resource and reads one record of it. */
export function readRoutes<T extends Stored>({ list, get }: Reads, resource: Resource<T>): Route[] {
  return [listRoute(list, resource), getRoute(get, resource)]
}

/** Lists and reads what a record consists of, such as the lines of an invoice. */
export function partRoutes<T extends Stored>(
  { list, get }: Reads,
  resource: Resource<T>,
  name: string,
  partsOf: (record: T) => readonly { readonly id: number }[],
): Route[] {
  const [owner = '', own = ''] = paramsOf(get).slice(-2)
  return [
    typedRoute(list, (call) => {
      const found = find(resource, call, call.params[owner] ?? '')
      return found.ok ? paginate(partsOf(found.value), call.query, ({ id }) => sortable(id)) : found
    }),
    typedRoute(get, (call) => {
      const found = find(resource, call, call.params[owner] ?? '')
      if (!found.ok) return found
      const part = partsOf(found.value).find(({ id }) => sameId(id, call.params[own] ?? ''))
      return part ? ok(part) : notFound(name)
    }),
  ]
}

/** Checks if an ISO timestamp falls on the days from `from` to `to` of a query, in the location's time zone. */
function isWithin({ location, query }: ResourceCall, at: unknown): boolean {
  const { from, to } = query as { readonly from?: string; readonly to?: string }
  if ((from ?? to) === undefined || !location) return true
  const date = dateIn(location.timeZone, Date.parse(String(at)))
  return (from ?? date) <= date && date <= (to ?? date)
}

const searched = new Set(['name', 'description', 'email'])

function fits(record: object, view: () => Fields, query: Fields): boolean {
  return Object.entries(query).every(([name, wanted]) => {
    if (wanted === undefined || wanted === '') return true
    const fields = name in record ? fieldsOf(record) : view()
    const value = fields[name] ?? fields[`${name}s`]
    if (searched.has(name)) return lower(value).includes(lower(wanted))
    if (name.endsWith('Id'))
      return [value].flat().some((each) => each !== null && sameId(each as Id, wanted as Id))
    return value === undefined || value === wanted
  })
}

const lower = (text: unknown) => (typeof text === 'string' ? text.toLocaleLowerCase() : '')

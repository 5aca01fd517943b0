import { answers, refusal, together, wants } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { isSuccess, json, jsonOf, type Change, type Fields, type WireRequest } from '../wire.ts'

const { through, allThrough, allToStaff, allAdapted } = rowsOf('packets', 'several')

/** Packets that this service gives in a page, whatever is asked for. */
const pageSize = 2
/** The cursor of a page that holds nothing, after the last one. */
const afterTheLast = 'after-the-last'

const withQuery = (request: WireRequest, change: (query: URLSearchParams) => void): WireRequest => {
  const query = new URLSearchParams(request.query)
  change(query)
  return { ...request, query }
}
const inPages = wants(op.packets, (request) =>
  withQuery(request, (query) => query.set('limit', String(pageSize))),
)
/** The list in pages, each of them with the cursor of the next one as `write` puts it. */
const paged = (write: (packets: unknown, cursor: string | null) => unknown) =>
  together(
    inPages,
    answers(op.packets, ({ items, nextCursor }) => write(items, nextCursor as string | null)),
  )
/** A cursor that is asked for by another name. */
const askedBy = (name: string) =>
  wants(op.packets, (request) =>
    request.query.has('cursor')
      ? refusal(400, 'unknown_parameter')
      : withQuery(request, (query) => {
          const cursor = query.get(name)
          if (cursor !== null) query.set('cursor', cursor)
          query.delete(name)
        }),
  )
const address = '/partner/v2/account/101/location/301/form'
const linkTo = (cursor: string | null, origin = 'https://intake.example') =>
  cursor === null ? null : `${origin}${address}?patientId=5002&limit=2&cursor=${cursor}`

const cursors: Readonly<Record<string, (cursor: string | null) => Fields>> = {
  next_cursor: (cursor) => ({ next_cursor: cursor }),
  NextCursor: (cursor) => ({ NextCursor: cursor }),
  cursor: (cursor) => ({ cursor }),
  next: (cursor) => ({ next: cursor }),
  nextPageToken: (cursor) => ({ nextPageToken: cursor }),
  nextToken: (cursor) => ({ nextToken: cursor }),
  'meta.nextCursor': (cursor) => ({ meta: { nextCursor: cursor } }),
  'pagination.nextCursor': (cursor) => ({ pagination: { nextCursor: cursor, hasMore: true } }),
  'pageInfo.endCursor': (endCursor) => ({
    pageInfo: { endCursor, hasNextPage: endCursor !== null },
  }),
  'an address under next': (cursor) => ({ next: linkTo(cursor) }),
  'a relative address under next': (cursor) => ({ next: linkTo(cursor, '') }),
  'an address under links.next': (cursor) => ({ links: { next: linkTo(cursor) } }),
  'an address under nextLink': (cursor) => ({ '@odata.nextLink': linkTo(cursor) }),
  'an object with href under _links.next': (cursor) => ({
    _links: { next: { href: linkTo(cursor) } },
  }),
}

const linkHeader = (): Change => ({
  answer: (answer, { operation }) => {
    if (operation !== op.packets || !isSuccess(answer)) return answer
    const { items, nextCursor } = jsonOf(answer) as Fields
    const next = linkTo(nextCursor as string | null)
    const link = next === null ? '' : `<${next}>; rel="next"`
    const given = json(items)
    return { ...given, headers: { ...given.headers, ...(link !== '' && { link }) } }
  },
})

/** Numbered pages: `page` counts from 1. */
const numbered = (): Change => ({
  request: (request) =>
    request.path === address
      ? withQuery(request, (query) => {
          const page = Number(query.get('page') ?? 1)
          query.delete('page')
          query.set('limit', String(page * pageSize))
        })
      : request,
  answer: (answer, { operation, request }) => {
    if (operation !== op.packets || !isSuccess(answer)) return answer
    const { items } = jsonOf(answer) as { items: Fields[] }
    const end = Number(request.query.get('limit'))
    return json({ items: items.slice(end - pageSize), page: end / pageSize, totalPages: 2 })
  },
})

/** Lists that come in pages whatever is asked for: each must be read to its end. */
export const pagingRows = [
  ...Object.entries(cursors).map(([how, write]) =>
    through(
      `pages with ${how}`,
      paged((items, cursor) => ({ items, ...write(cursor) })),
    ),
  ),
  ...allThrough({
    'pages with a Link header': together(inPages, linkHeader),
    'pages with an empty page at the end': together(
      wants(op.packets, (request) =>
        request.query.get('cursor') === afterTheLast
          ? json({ items: [], nextCursor: null })
          : request,
      ),
      paged((items, cursor) => ({
        items,
        nextCursor: cursor ?? ((items as Fields[]).length > 0 ? afterTheLast : null),
      })),
    ),
  }),
  ...allAdapted({
    'pages whose cursor is asked for as after': [
      { sent: { names: { cursor: { [op.packets]: 'after' } } } },
      together(inPages, askedBy('after')),
    ],
    'pages with a cursor under mark': [
      { read: { fields: { 'list.nextCursor': 'paging.mark' } } },
      paged((items, mark) => ({ items, paging: { mark, hasMore: mark !== null } })),
    ],
  }),
  ...allToStaff(op.packets, {
    'pages with numbers': ['how to ask for the second is not known', numbered],
    'pages with hasMore, and no way to the next': [
      'a part of a list must not pass for all of it',
      paged((items, cursor) => ({ items, hasMore: cursor !== null })),
    ],
  }),
]

import type { Id } from '../values.ts'
import { readMoment } from './dates.ts'
import { find, unwrap } from './layers.ts'
import { readPage } from './lists.ts'
import { isFields, type Fields } from './record.ts'
import { readerOf } from './reading.ts'
import { readFlag, readId, readText } from './values.ts'

/** What Foyer reads of an endpoint; null where it does not say it. Moments are ms since 1970. */
export interface ReadWebhook {
  readonly id: Id
  readonly name: string | null
  readonly url: string
  readonly eventTypes: readonly string[]
  readonly isEnabled: boolean | null
  readonly createdAt: number | null
  readonly lastSuccessAt: number | null
  readonly lastFailureAt: number | null
  readonly successes24h: number | null
  readonly failures24h: number | null
}

/** An event that can be subscribed to. */
export interface ReadEventType {
  readonly name: string
  readonly description: string | null
}

const recordNames = ['webhook', 'endpoint', 'webhookEndpoint', 'record', 'resource']

function webhookIn(layers: readonly Fields[]): ReadWebhook | undefined {
  const id = find(layers, ['id', 'webhookId', 'endpointId'], readId)
  const url = find(layers, ['url', 'address', 'targetUrl', 'endpoint'], readText)
  if (id === undefined || url === undefined) return undefined
  const moment = (name: string) => find(layers, [name], readMoment) ?? null
  return {
    ...{ id, url },
    name: find(layers, ['name', 'description'], readText) ?? null,
    eventTypes: find(layers, ['eventTypes', 'events'], readNames) ?? [],
    isEnabled: find(layers, ['isEnabled', 'enabled', 'active', 'isActive'], readFlag) ?? null,
    createdAt: moment('createdAt'),
    lastSuccessAt: moment('lastSuccessAt'),
    lastFailureAt: moment('lastFailureAt'),
    successes24h: find(layers, ['successCount24h'], readCount) ?? null,
    failures24h: find(layers, ['failureCount24h'], readCount) ?? null,
  }
}

/** A page of endpoints; a row without an id or an address is none. */
export const webhooksReader = readerOf('a list of webhook endpoints', ({ body, headers }) => {
  const page = readPage(body, headers)
  return page && { ...page, items: page.items.flatMap((row) => ofRow(row) ?? []) }
})

const ofRow = (row: unknown) => webhookIn(unwrap(row, recordNames).layers)

/** One endpoint. */
export const webhookReader = readerOf('a webhook endpoint', ({ body }) => ofRow(body))

/** The signing secret of a new endpoint; null where the answer has none. */
export const signingSecretReader = readerOf('a new webhook endpoint', ({ body }) => {
  const { layers } = unwrap(body, recordNames)
  const secret = find(layers, ['signingSecret', 'webhookSecret', 'secret'], readText)
  return secret ?? (webhookIn(layers) ? null : undefined)
})

/** The events that can be subscribed to (assumption `webhook-event-types`), also as bare names. */
export const eventTypesReader = readerOf('a list of event types', ({ body, headers }) =>
  readPage(body, headers)?.items.flatMap((row): ReadEventType[] => {
    if (typeof row === 'string') return row === '' ? [] : [{ name: row, description: null }]
    if (!isFields(row)) return []
    const name = find([row], ['name', 'eventType', 'type', 'code', 'id'], readText)
    const description = find([row], ['description', 'summary'], readText) ?? null
    return name === undefined ? [] : [{ name, description }]
  }),
)

/** How a test went (assumption `webhook-test-result`). Whatever the answer is, the test was sent. */
export const webhookTestReader = readerOf('the result of a test', ({ body }) => {
  const { layers } = unwrap(body, ['result', 'test', 'delivery'])
  const status = find(
    layers,
    ['statusCode', 'responseStatus', 'httpStatus', 'responseCode'],
    readCount,
  )
  const said = find(layers, ['delivered', 'success', 'succeeded', 'ok'], readFlag)
  const isStatus = status !== undefined && status >= 100 && status < 600
  const byStatus = isStatus ? status >= 200 && status < 300 : null
  return { delivered: said ?? byStatus, statusCode: isStatus ? status : null }
})

function readNames(value: unknown): readonly string[] | undefined {
  if (!Array.isArray(value)) return undefined
  return value.flatMap((each: unknown) => readText(each) ?? [])
}

/** A whole number that is none below zero. */
function readCount(value: unknown): number | undefined {
  const number = typeof value === 'string' && /^\d{1,9}$/.test(value) ? Number(value) : value
  return typeof number === 'number' && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined
}

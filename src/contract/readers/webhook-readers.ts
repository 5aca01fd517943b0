import type { Id } from '../values.ts'
import { readMoment } from './dates.ts'
import {
  find,
  isFields,
  pick,
  readFlag,
  readId,
  readInteger,
  readList,
  readText,
  unwrap,
  type Fields,
} from './fields.ts'
import { pageReader, readPage } from './lists.ts'
import { readerOf } from './reading.ts'

/** Fields of an endpoint that Foyer reads; null if the service does not give one. Moments are ms since 1970. */
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

function webhookIn(layers: readonly Fields[]): ReadWebhook | undefined {
  const id = find(layers, 'id', readId)
  const url = find(layers, 'url', readText)
  if (id === undefined || url === undefined) return undefined
  const moment = (name: string) => find(layers, name, readMoment) ?? null
  const types = find(layers, 'eventTypes', readList) ?? []
  return {
    id,
    url,
    name: find(layers, 'name', readText) ?? null,
    eventTypes: types.flatMap((each) => readText(each) ?? []),
    isEnabled: find(layers, 'isEnabled', readFlag) ?? null,
    createdAt: moment('createdAt'),
    lastSuccessAt: moment('lastSuccessAt'),
    lastFailureAt: moment('lastFailureAt'),
    successes24h: find(layers, 'successCount24h', readCount) ?? null,
    failures24h: find(layers, 'failureCount24h', readCount) ?? null,
  }
}

function readCount(value: unknown): number | undefined {
  const count = readInteger(value)
  return count !== undefined && count >= 0 ? count : undefined
}

/** Reads a page of endpoints; a row without an id or an address is none. */
export const webhooksReader = pageReader('a list of webhook endpoints', 'any', (row) =>
  webhookIn([row]),
)

/** Reads one endpoint. */
export const webhookReader = readerOf('a webhook endpoint', ({ body }) =>
  webhookIn(unwrap(body, 'webhook').layers),
)

/** Reads the signing secret of a new endpoint; null where the answer has none. */
export const signingSecretReader = readerOf('a new webhook endpoint', ({ body }) => {
  const { layers } = unwrap(body, 'webhook')
  return find(layers, 'signingSecret', readText) ?? (webhookIn(layers) ? null : undefined)
})

/** Reads the events that can be subscribed to (assumption `webhook-event-types`), also as bare names. */
export const eventTypesReader = readerOf('a list of event types', (answer) =>
  readPage(answer)?.items.flatMap((row): ReadEventType[] => {
    const name = readText(isFields(row) ? pick(row, 'name') : row)
    const description = (isFields(row) && readText(pick(row, 'description'))) || null
    return name === undefined ? [] : [{ name, description }]
  }),
)

/** Reads the result of a test (assumption `webhook-test-result`). Any answer at all means that the test was sent. */
export const webhookTestReader = readerOf('the result of a test', ({ body }) => {
  const { layers } = unwrap(body)
  const status = find(layers, 'statusCode', readCount) ?? 0
  const statusCode = status >= 100 && status < 600 ? status : null
  const byStatus = statusCode === null ? null : statusCode >= 200 && statusCode < 300
  return { delivered: find(layers, 'delivered', readFlag) ?? byStatus, statusCode }
})

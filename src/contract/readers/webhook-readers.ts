import { readMoment } from './dates.ts'
import {
  find,
  isFields,
  pick,
  readFlag,
  readInteger,
  readText,
  readTexts,
  unwrap,
  type Fields,
} from './fields.ts'
import { readPage } from './lists.ts'
import { readerOf } from './reading.ts'
import { at, recordOf, rowsReader, type Found } from './records.ts'

const moment = (field: string) => at(field, readMoment, null)
const count = (field: string) => at(field, readCount, null)

const endpoint = recordOf({
  name: at('name', readText, null),
  url: at('url', readText),
  eventTypes: at('eventTypes', readTexts, []),
  isEnabled: at('isEnabled', readFlag, null),
  createdAt: moment('createdAt'),
  lastSuccessAt: moment('lastSuccessAt'),
  lastFailureAt: moment('lastFailureAt'),
  successes24h: count('successCount24h'),
  failures24h: count('failureCount24h'),
})

/** Reads an endpoint, null for what the service does not give; undefined without an id or an address. Moments are ms since 1970. */
function webhookIn(layers: readonly Fields[]) {
  const read = endpoint(layers)
  return read?.url === undefined ? undefined : { ...read, url: read.url }
}
export type ReadWebhook = Found<typeof webhookIn>

function readCount(value: unknown): number | undefined {
  const count = readInteger(value)
  return count !== undefined && count >= 0 ? count : undefined
}

/** Reads a page of endpoints; a row without an id or an address is none. */
export const webhooksReader = rowsReader('a list of webhook endpoints', 'any', webhookIn)

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
  readPage(answer)?.items.flatMap((row) => {
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

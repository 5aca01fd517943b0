import { webhookFields } from '../../shared/desk/webhooks.ts'
import { find, isFields, pick, readFlag, readText, unwrap } from './fields.ts'
import { readPage } from './lists.ts'
import { readerOf } from './reading.ts'
import { readCount, recordAs, rowsReader, type Found } from './records.ts'

const webhookIn = recordAs(webhookFields, {})
export type ReadWebhook = Found<typeof webhookIn>

/** Reads a page of endpoints; a row without an id or an address is none. */
export const webhooksReader = rowsReader('a list of webhook endpoints', 'any', webhookIn)

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

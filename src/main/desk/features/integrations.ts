import { contract } from '../../../contract/index.ts'
import type { Input } from '../../../contract/operation.ts'
import { anyAnswer } from '../../../contract/readers/reading.ts'
import {
  eventTypesReader,
  signingSecretReader,
  webhookReader,
  webhooksReader,
  webhookTestReader,
  type ReadWebhook,
} from '../../../contract/readers/webhook-readers.ts'
import type { Id } from '../../../contract/values.ts'
import type {
  integrationOperations,
  WebhookCreated,
  WebhookScope,
} from '../../../shared/desk/webhooks.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { mapOk, ok } from '../../../shared/result.ts'
import { readList } from '../../intake/resources/site.ts'
import {
  findNew,
  hasSameNames,
  isNotDone,
  onRecord,
  prepare,
  settleLost,
  type Answer,
  type DeskWork,
  type Handlers,
} from '../feature.ts'

type Family = typeof contract.partner.accountWebhooks

const { accountWebhooks, webhooks } = contract.partner
/** The name of an endpoint for the page says of which scope it is. */
const kindOf = (scope: WebhookScope) => `${scope}Webhook` as const

/** Serves the endpoints to which the service delivers events. */
export function serveIntegrations(work: DeskWork): Handlers<typeof integrationOperations> {
  const { read, place, references, wallTime } = work
  /** The same operations exist for both scopes; their paths differ in the account alone. */
  function openScope(scope: WebhookScope) {
    const isOfAccount = scope === 'account'
    const operations = isOfAccount ? accountWebhooks : (webhooks as unknown as Family)
    const within = (isOfAccount ? { params: { accountId: place.accountId } } : {}) as Pick<
      Input<Family['list']>,
      'params'
    >
    const of = (webhookId: Id) => ({ params: { ...within.params, webhookId } })
    return {
      operations,
      within,
      of,
      rowOf: ({ id, ...shown }: ReadWebhook) => ({
        webhook: references.of(kindOf(scope), id),
        ...shown,
      }),
      readAll: () => readList(read, operations.list, webhooksReader, within),
      readOne: (id: Id) => read(operations.get, webhookReader, of(id)),
    }
  }
  const scopes = { account: openScope('account'), integrator: openScope('integrator') }
  type Scope = typeof scopes.account
  function onOne<T>(reference: Reference, run: (scope: Scope, id: Id) => Answer<T>) {
    const onScope = (scope: WebhookScope) =>
      onRecord(work, kindOf(scope), reference, (id) => run(scopes[scope], id))
    return onScope('account') ?? onScope('integrator')
  }
  return {
    /** Without the names of events, endpoints are shown all the same. */
    webhooks: ({ scope }) =>
      prepare({}, async () => {
        const { operations, within, readAll, rowOf } = scopes[scope]
        const [rows, types] = await Promise.all([
          readAll(),
          read(operations.listEventTypes, eventTypesReader, within),
        ])
        if (!rows.ok) return rows
        const eventTypes = types.ok ? [...types.value] : null
        return ok({ rows: rows.value.map(rowOf), eventTypes, readAt: wallTime() })
      }),
    webhook: ({ webhook }) =>
      onOne(webhook, async ({ readOne, rowOf }, id) => mapOk(await readOne(id), rowOf)),
    /** Sent once: where its answer is lost, the list is looked at for one that was not there before. */
    createWebhook: ({ scope, ...body }) =>
      prepare({}, async (): Answer<WebhookCreated> => {
        const { operations, within, readAll } = scopes[scope]
        const before = await readAll()
        if (!before.ok) return before
        const made = await read(operations.create, signingSecretReader, { ...within, body })
        if (made.ok) return ok({ kind: 'created', signingSecret: made.value })
        if (isNotDone(made.error)) return made
        const after = await readAll()
        const ids = before.value.map(({ id }) => id)
        const isSame = ({ url, eventTypes }: ReadWebhook) =>
          url === body.url && hasSameNames(eventTypes, body.eventTypes)
        const isThere = after.ok ? findNew(after.value, ids).some(isSame) : null
        return ok({ kind: 'answerLost', isThere })
      }),
    changeWebhook: ({ webhook, patch }) =>
      onOne(webhook, async ({ operations, of, readOne }, id) => {
        const given = Object.entries(patch).filter(([, value]) => value !== undefined)
        const input = { ...of(id), body: Object.fromEntries(given) }
        const { url, eventTypes, isEnabled } = patch
        const isDone = (now: ReadWebhook) =>
          (url === undefined || now.url === url) &&
          (eventTypes === undefined || hasSameNames(now.eventTypes, eventTypes)) &&
          (isEnabled === undefined || now.isEnabled === isEnabled)
        const sent = await read(operations.update, anyAnswer, input)
        return settleLost(sent, () => readOne(id), isDone)
      }),
    testWebhook: ({ webhook }) =>
      onOne(webhook, ({ operations, of }, id) => read(operations.test, webhookTestReader, of(id))),
    deleteWebhook: ({ webhook }) =>
      onOne(webhook, async ({ operations, of }, id) => {
        const gone = await read(operations.delete, anyAnswer, of(id))
        return gone.ok || gone.error.kind === 'notFound' ? ok(null) : gone
      }),
  }
}

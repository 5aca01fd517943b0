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
import { webhookScopes } from '../../../shared/desk/limits.ts'
import type {
  integrationOperations,
  WebhookCreated,
  WebhookDraft,
  WebhookPatch,
  WebhookScope,
} from '../../../shared/desk/webhooks.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { ok } from '../../../shared/result.ts'
import { readList } from '../../intake/resources/site.ts'
import {
  findNew,
  hasSameNames,
  isNotDone,
  onNothing,
  onRecord,
  refuse,
  reply,
  settleLost,
  type DeskWork,
  type Handlers,
  type Reply,
} from '../feature.ts'

type Family = typeof contract.partner.accountWebhooks

const { accountWebhooks, webhooks } = contract.partner
/** The name of an endpoint for the page says of which scope it is. */
const kinds: Readonly<Record<WebhookScope, string>> = {
  account: 'accountWebhook',
  integrator: 'integratorWebhook',
}

/** Serves the endpoints to which the service delivers events. */
export function serveIntegrations(work: DeskWork): Handlers<typeof integrationOperations> {
  const scopes = { account: openScope(work, 'account'), integrator: openScope(work, 'integrator') }
  type Scope = typeof scopes.account
  function onOne<T>(reference: Reference, run: (scope: Scope, id: Id) => Reply<T>) {
    for (const scope of webhookScopes) {
      const asked = { kind: kinds[scope], record: 'webhookId', reference }
      const prepared = onRecord(work, asked, (id) => run(scopes[scope], id))
      if (prepared) return prepared
    }
    return undefined
  }
  return {
    webhooks: ({ scope }) => onNothing(() => reply(scopes[scope].list())),
    webhook: ({ webhook }) => onOne(webhook, (scope, id) => reply(scope.read(id), scope.rowOf)),
    createWebhook: ({ scope, ...draft }) => onNothing(() => scopes[scope].create(draft)),
    changeWebhook: ({ webhook, patch }) => onOne(webhook, (scope, id) => scope.change(id, patch)),
    testWebhook: ({ webhook }) => onOne(webhook, (scope, id) => scope.test(id)),
    deleteWebhook: ({ webhook }) => onOne(webhook, (scope, id) => scope.remove(id)),
  }
}

/** The same operations exist for both scopes; their paths differ in the account alone. */
function openScope({ read, place, references, wallTime }: DeskWork, scope: WebhookScope) {
  const isOfAccount = scope === 'account'
  const operations = isOfAccount ? accountWebhooks : (webhooks as unknown as Family)
  const within = (isOfAccount ? { params: { accountId: place.accountId } } : {}) as Pick<
    Input<Family['list']>,
    'params'
  >
  const of = (webhookId: Id) => ({ params: { ...within.params, webhookId } })

  const rowOf = ({ id, ...shown }: ReadWebhook) => ({
    webhook: references.of(kinds[scope], id),
    ...shown,
  })
  const readAll = () => readList(read, operations.list, webhooksReader, within)
  const readOne = (id: Id) => read(operations.get, webhookReader, of(id))

  return {
    rowOf,
    read: readOne,
    /** Without the names of events, endpoints are shown all the same. */
    async list() {
      const [rows, types] = await Promise.all([
        readAll(),
        read(operations.listEventTypes, eventTypesReader, within),
      ])
      if (!rows.ok) return rows
      const eventTypes = types.ok ? [...types.value] : null
      return ok({ rows: rows.value.map(rowOf), eventTypes, readAt: wallTime() })
    },

    /** Sent once: where its answer is lost, the list is looked at for one that was not there before. */
    async create(body: Omit<WebhookDraft, 'scope'>): Reply<WebhookCreated> {
      const before = await readAll()
      if (!before.ok) return refuse(before.error)
      const made = await read(operations.create, signingSecretReader, { ...within, body })
      if (made.ok) return ok({ kind: 'created', signingSecret: made.value })
      if (isNotDone(made.error)) return refuse(made.error)
      const after = await readAll()
      const ids = before.value.map(({ id }) => id)
      const isSame = ({ url, eventTypes }: ReadWebhook) =>
        url === body.url && hasSameNames(eventTypes, body.eventTypes)
      const isThere = after.ok ? findNew(after.value, ids).some(isSame) : null
      return ok({ kind: 'answerLost', isThere })
    },

    async change(id: Id, patch: WebhookPatch): Reply<null> {
      const given = Object.entries(patch).filter(([, value]) => value !== undefined)
      const input = { ...of(id), body: Object.fromEntries(given) }
      const { url, eventTypes, isEnabled } = patch
      const isDone = (now: ReadWebhook) =>
        (url === undefined || now.url === url) &&
        (eventTypes === undefined || hasSameNames(now.eventTypes, eventTypes)) &&
        (isEnabled === undefined || now.isEnabled === isEnabled)
      const sent = await read(operations.update, anyAnswer, input)
      return settleLost(sent, () => readOne(id), isDone)
    },

    test: (id: Id) => reply(read(operations.test, webhookTestReader, of(id))),

    /** One that is gone is as good as deleted. */
    async remove(id: Id): Reply<null> {
      const gone = await read(operations.delete, anyAnswer, of(id))
      return gone.ok || gone.error.kind === 'notFound' ? ok(null) : refuse(gone.error)
    },
  }
}

import type { Id } from '../../../contract/values.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { integrationOperations } from '../../../shared/desk/operations/integrations.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { webhookScope, type WebhookScope } from '../../../shared/desk/webhooks.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  readWebhook,
  testWebhook,
} from '../commands/webhooks.ts'
import { refusalOf } from '../failures.ts'
import {
  onNothing,
  onRecord,
  type PlaceWork,
  type Prepared,
  type ReachedOperations,
} from '../place-work.ts'
import { bothFamilies, listWebhooks, webhookKind, webhookRowOf } from '../queries/webhooks.ts'
import type { DeskWork } from '../work.ts'

type OnOne<T> = (scope: WebhookScope, id: Id) => Promise<Result<T, DeskRefusal>>

/** Where the service delivers events to. */
export function integrationsPlace(work: DeskWork): PlaceWork<typeof integrationOperations> {
  /** The name of an endpoint says which scope it is of. */
  function onOne<T>(reference: Reference, run: OnOne<T>): Prepared<T> | undefined {
    for (const scope of webhookScope.options) {
      const asked = { kind: webhookKind[scope], record: 'webhookId', reference }
      const prepared = onRecord(work, asked, (id) => run(scope, id))
      if (prepared) return prepared
    }
    return undefined
  }
  return {
    queries: {
      webhooks: ({ scope }) =>
        onNothing(async () => {
          const list = await listWebhooks(work, scope)
          return list.ok ? list : err(refusalOf(list.error))
        }),
      webhook: ({ webhook }) =>
        onOne(webhook, async (scope, id) => {
          const read = await readWebhook(work, scope, id)
          return read.ok ? ok(webhookRowOf(work, scope, read.value)) : err(refusalOf(read.error))
        }),
    },
    commands: {
      createWebhook: (draft) => onNothing(() => createWebhook(work, draft)),
      changeWebhook: ({ webhook, patch }) =>
        onOne(webhook, (scope, id) => changeWebhook(work, scope, id, patch)),
      testWebhook: ({ webhook }) => onOne(webhook, (scope, id) => testWebhook(work, scope, id)),
      deleteWebhook: ({ webhook }) => onOne(webhook, (scope, id) => deleteWebhook(work, scope, id)),
    },
  }
}

/** Both scopes have each operation of their own. */
export const integrationsReached: ReachedOperations<typeof integrationOperations> = {
  webhooks: bothFamilies('list', 'listEventTypes'),
  webhook: bothFamilies('get'),
  createWebhook: bothFamilies('list', 'create'),
  // The look is for an answer that was lost.
  changeWebhook: bothFamilies('update', 'get'),
  testWebhook: bothFamilies('test'),
  deleteWebhook: bothFamilies('delete'),
}

import { contract } from '../../../contract/index.ts'
import type { Input, Operation } from '../../../contract/operation.ts'
import {
  eventTypesReader,
  webhooksReader,
  type ReadWebhook,
} from '../../../contract/readers/webhook-readers.ts'
import type { Id } from '../../../contract/values.ts'
import type { WebhookList, WebhookRow, WebhookScope } from '../../../shared/desk/webhooks.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { eachPage, readAllPages } from '../../service/client/pages.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import type { DeskWork } from '../work.ts'

const pageSize = 200
const maxPages = 10

/** The seven operations of a scope, as those of an account are typed. */
type Family = typeof contract.partner.accountWebhooks

/** What the page calls the endpoints of a scope. */
export const webhookKind: Readonly<Record<WebhookScope, string>> = {
  account: 'accountWebhook',
  integrator: 'integratorWebhook',
}

/** The operations of a scope, and the parameters of their paths. */
export interface WebhookFamily {
  readonly operations: Family
  readonly inScope: Input<Family['list']>['params']
  readonly of: (webhookId: Id) => Input<Family['get']>['params']
}

/** The same seven operations exist for an account and without one; the paths differ in the account alone. */
export function webhookFamily({ place }: DeskWork, scope: WebhookScope): WebhookFamily {
  const { accountWebhooks, webhooks } = contract.partner
  const isOfAccount = scope === 'account'
  const inScope = (isOfAccount ? { accountId: place.accountId } : {}) as WebhookFamily['inScope']
  return {
    operations: isOfAccount ? accountWebhooks : (webhooks as unknown as Family),
    inScope,
    of: (webhookId) => ({ ...inScope, webhookId }),
  }
}

/** Every operation of both scopes that is named. */
export const bothFamilies = (...names: (keyof Family)[]): readonly Operation[] =>
  names.flatMap((name) => [contract.partner.accountWebhooks[name], contract.partner.webhooks[name]])

/** All endpoints of a scope, the newest first. */
export async function readWebhooks(
  work: DeskWork,
  scope: WebhookScope,
): Promise<Result<readonly ReadWebhook[], ServiceError>> {
  const { operations, inScope } = webhookFamily(work, scope)
  const pages = eachPage(
    operations.list,
    (cursor) => {
      const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) }
      const input = { params: inScope, query }
      return work.client.read(operations.list, webhooksReader, input, { signal: work.signal })
    },
    { maxPages },
  )
  return readAllPages(pages)
}

/** An endpoint as the page has it. */
export function webhookRowOf(
  { references }: Pick<DeskWork, 'references'>,
  scope: WebhookScope,
  { id, eventTypes, ...shown }: ReadWebhook,
): WebhookRow {
  const webhook = references.of(webhookKind[scope], id)
  return { webhook, eventTypes: [...eventTypes], ...shown }
}

/** The query `webhooks`. Without the names of events, endpoints are shown all the same. */
export async function listWebhooks(
  work: DeskWork,
  scope: WebhookScope,
): Promise<Result<WebhookList, ServiceError>> {
  const { operations, inScope } = webhookFamily(work, scope)
  const [rows, types] = await Promise.all([
    readWebhooks(work, scope),
    work.client.read(
      operations.listEventTypes,
      eventTypesReader,
      { params: inScope },
      { signal: work.signal },
    ),
  ])
  if (!rows.ok) return rows
  return ok({
    rows: rows.value.map((row) => webhookRowOf(work, scope, row)),
    eventTypes: types.ok ? [...types.value] : null,
    readAt: work.wallTime(),
  })
}

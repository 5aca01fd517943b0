import {
  signingSecretReader,
  webhookReader,
  webhookTestReader,
  type ReadWebhook,
} from '../../../contract/readers/webhook-readers.ts'
import { anyAnswer } from '../../../contract/readers/reading.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type {
  WebhookCreated,
  WebhookDraft,
  WebhookPatch,
  WebhookScope,
  WebhookTested,
} from '../../../shared/desk/webhooks.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { isRefusal } from '../../service/http/refusal.ts'
import { refusalOf } from '../failures.ts'
import { readWebhooks, webhookFamily } from '../queries/webhooks.ts'
import type { DeskWork } from '../work.ts'

type Done<T> = Promise<Result<T, DeskRefusal>>

/** Whether the service may have done it although no answer says so. */
const isInDoubt = (error: ServiceError) => error.stage !== 'token' && !isRefusal(error)

const sameNames = (a: readonly string[], b: readonly string[]) =>
  JSON.stringify([...new Set(a)].sort()) === JSON.stringify([...new Set(b)].sort())

/**
 * The command `createWebhook`. It is sent once and never again: where its answer is lost, the list is looked at for one
 * that was not there before.
 */
export async function createWebhook(
  work: DeskWork,
  { scope, ...body }: WebhookDraft,
): Done<WebhookCreated> {
  const { operations, inScope } = webhookFamily(work, scope)
  const before = await readWebhooks(work, scope)
  if (!before.ok) return err(refusalOf(before.error))
  const input = { params: inScope, body }
  const { signal } = work
  const made = await work.client.read(operations.create, signingSecretReader, input, { signal })
  if (made.ok) return ok({ kind: 'created', signingSecret: made.value })
  if (!isInDoubt(made.error)) return err(refusalOf(made.error))
  const after = await readWebhooks(work, scope)
  const isNew = ({ id, url, eventTypes }: ReadWebhook) =>
    !before.value.some((each) => sameId(each.id, id)) &&
    url === body.url &&
    sameNames(eventTypes, body.eventTypes)
  return ok({ kind: 'answerLost', isThere: after.ok ? after.value.some(isNew) : null })
}

/** The command `changeWebhook`; where its answer is lost, what the endpoint says of itself counts. */
export async function changeWebhook(
  work: DeskWork,
  scope: WebhookScope,
  id: Id,
  patch: WebhookPatch,
): Done<null> {
  const { operations, of } = webhookFamily(work, scope)
  const { signal } = work
  const body = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  const input = { params: of(id), body }
  const changed = await work.client.read(operations.update, anyAnswer, input, { signal })
  if (changed.ok) return ok(null)
  if (!isInDoubt(changed.error)) return err(refusalOf(changed.error))
  const now = await readWebhook(work, scope, id)
  return now.ok && fits(now.value, patch) ? ok(null) : err(refusalOf(changed.error))
}

const fits = (now: ReadWebhook, { url, eventTypes, isEnabled }: WebhookPatch) =>
  (url === undefined || now.url === url) &&
  (eventTypes === undefined || sameNames(now.eventTypes, eventTypes)) &&
  (isEnabled === undefined || now.isEnabled === isEnabled)

/** One endpoint. */
export function readWebhook(
  work: DeskWork,
  scope: WebhookScope,
  id: Id,
): Promise<Result<ReadWebhook, ServiceError>> {
  const { operations, of } = webhookFamily(work, scope)
  const { client, signal } = work
  return client.read(operations.get, webhookReader, { params: of(id) }, { signal })
}

/** The command `testWebhook`. */
export async function testWebhook(
  work: DeskWork,
  scope: WebhookScope,
  id: Id,
): Done<WebhookTested> {
  const { operations, of } = webhookFamily(work, scope)
  const { client, signal } = work
  const input = { params: of(id) }
  const tested = await client.read(operations.test, webhookTestReader, input, { signal })
  return tested.ok ? tested : err(refusalOf(tested.error))
}

/** The command `deleteWebhook`; one that is gone already is as good as deleted. */
export async function deleteWebhook(work: DeskWork, scope: WebhookScope, id: Id): Done<null> {
  const { operations, of } = webhookFamily(work, scope)
  const { client, signal } = work
  const input = { params: of(id) }
  const gone = await client.read(operations.delete, anyAnswer, input, { signal })
  return gone.ok || gone.error.kind === 'notFound' ? ok(null) : err(refusalOf(gone.error))
}

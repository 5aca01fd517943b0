import { expect } from 'vitest'
import { value } from '../client.ts'
import type { Opened } from '../client.ts'

/** Calls every operation of both families of webhooks. */
export async function callWebhooks({ partner, account }: Opened): Promise<void> {
  const { accountWebhooks, webhooks } = partner
  const body = { url: 'https://localhost:1/hook', eventTypes: ['form.completed'] }
  const change = { isEnabled: false }

  expect((await value(webhooks.listEventTypes())).items.length).toBeGreaterThan(0)
  const own = await value(webhooks.create({ body }))
  const inOwn = { params: { webhookId: own.id } }
  expect((await value(webhooks.list({ query: { active: true } }))).items).toHaveLength(1)
  expect((await value(webhooks.get(inOwn))).url).toBe(body.url)
  expect((await value(webhooks.test(inOwn))).delivered).toBe(false)
  expect((await value(webhooks.update({ ...inOwn, body: change }))).isEnabled).toBe(false)
  await value(webhooks.delete(inOwn))

  const params = account
  expect((await value(accountWebhooks.listEventTypes({ params }))).items.length).toBeGreaterThan(0)
  const scoped = await value(accountWebhooks.create({ params, body }))
  const inScoped = { params: { ...params, webhookId: scoped.id } }
  const active = accountWebhooks.list({ params, query: { active: true } })
  expect((await value(active)).items).toHaveLength(1)
  expect((await value(accountWebhooks.get(inScoped))).url).toBe(body.url)
  expect((await value(accountWebhooks.test(inScoped))).delivered).toBe(false)
  expect((await value(accountWebhooks.update({ ...inScoped, body: change }))).isEnabled).toBe(false)
  await value(accountWebhooks.delete(inScoped))
}

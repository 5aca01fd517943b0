import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { createClock } from '../clock.ts'
import { createSandboxContext } from '../sandbox-context.ts'
import { accounts } from '../seeds/clinics.ts'
import { seed } from '../seeds/seed.ts'
import { enqueue, eventOf, publish } from './deliveries.ts'
import type { Webhook } from '../state/types.ts'

const at = Date.UTC(2026, 2, 10)

const endpoint = (id: number, accountId: number | null, url = 'https://localhost/'): Webhook => ({
  id,
  accountId,
  name: null,
  url,
  eventTypes: ['form.completed'],
  isEnabled: true,
  signingSecret: 'secret',
  secretToken: null,
  createdAt: '',
  updatedAt: '',
})

it.each(accounts)(
  'an event of $name is for its own enabled endpoints, and for the integrator where access is granted',
  ({ id: accountId, granted }) => {
    const state = seed(at)
    state.deliveries.clear()
    for (const [index, { id }] of accounts.entries()) state.webhooks.set(index, endpoint(index, id))
    const integrator = endpoint(99, null)
    const disabled = { ...endpoint(98, accountId), isEnabled: false }
    const ofOthers = { ...endpoint(97, accountId), eventTypes: ['appointment.created' as const] }
    for (const each of [disabled, ofOthers, integrator]) state.webhooks.set(each.id, each)
    publish(state, { type: 'form.completed', accountId, data: {} }, at)
    const own = accounts.findIndex(({ id }) => id === accountId)
    expect([...state.deliveries.values()].map(({ webhookId }) => webhookId)).toEqual(
      granted ? [own, integrator.id] : [own],
    )
  },
)

it('a delivery is tried again as time goes by, without anybody moving the clock', async () => {
  const url = `https://127.0.0.1:${await freePort()}/`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { state, sender, clock } = createSandboxContext(createClock(), Buffer.alloc(32))
  onTestFinished(() => sender.close())
  const webhook = endpoint(1, 101, url)
  state.webhooks.set(webhook.id, webhook)
  const event = eventOf({ type: 'test.ping', accountId: 101, data: {} }, clock.now())
  const delivery = enqueue(state, webhook, event, clock.now())
  const reasons = async () => {
    await sender.settled()
    return delivery.tries.map(({ reason }) => reason)
  }

  sender.wake()
  expect(await reasons()).toEqual(['ECONNREFUSED'])
  vi.advanceTimersByTime(9_999)
  expect(await reasons()).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(await reasons()).toHaveLength(2)
  vi.advanceTimersByTime(20_000)
  expect(await reasons()).toHaveLength(3)
  await sender.close()
  vi.advanceTimersByTime(40_000)
  expect(await reasons()).toHaveLength(3)
})

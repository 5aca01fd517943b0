import { expect, it, onTestFinished, vi } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import { createClock } from '../clock.ts'
import { createSandboxContext } from '../sandbox-context.ts'
import { enqueue, eventOf } from './deliveries.ts'
import type { Webhook } from './types.ts'

it('tries again by itself as time goes by, without anybody moving the clock', async () => {
  const url = `https://127.0.0.1:${await freePort()}/`
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { state, sender, clock } = createSandboxContext(createClock(), Buffer.alloc(32))
  onTestFinished(() => sender.close())
  const at = new Date(clock.now()).toISOString()
  const webhook: Webhook = {
    id: 1,
    accountId: 101,
    name: null,
    url,
    eventTypes: [],
    isEnabled: true,
    signingSecret: 'secret',
    secretToken: null,
    createdAt: at,
    updatedAt: at,
  }
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

import type { SandboxClock } from '../clock.ts'
import type { State } from '../state/types.ts'
import { recordTry } from './deliveries.ts'
import { createPost } from './post.ts'
import type { WebhookOptions } from './post.ts'
import type { Delivery } from './types.ts'

/** Carries deliveries to their receivers, each when it is due by the sandbox clock. */
export type Sender = ReturnType<typeof createSender>

/** Creates a sender of the pending deliveries in the current state. */
export function createSender(stateNow: () => State, clock: SandboxClock, options: WebhookOptions) {
  const post = createPost(options)
  const underWay = new Map<
    Delivery,
    { readonly breakOff: () => void; readonly done: Promise<void> }
  >()
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const isWanted = (delivery: Delivery) =>
    delivery.status === 'PENDING' && stateNow().deliveries.get(delivery.id) === delivery

  /** Makes a try of a pending delivery at once, due or not. Never rejects. */
  const tryNow = (delivery: Delivery): Promise<void> => {
    const webhook = stateNow().webhooks.get(delivery.webhookId)
    if (!webhook || closed) return Promise.resolve()
    const controller = new AbortController()
    const run = async () => {
      const made = await post.send(webhook, delivery, clock.now(), controller.signal)
      underWay.delete(delivery)
      if (isWanted(delivery)) recordTry(delivery, made, clock.now())
      wake()
    }
    const done = run()
    underWay.set(delivery, { breakOff: () => controller.abort(), done })
    return done
  }

  /** Lists pending deliveries of enabled endpoints that are not being sent. */
  const waiting = () => {
    const { deliveries, webhooks } = stateNow()
    return [...deliveries.values()].filter(
      (delivery) =>
        delivery.status === 'PENDING' &&
        !underWay.has(delivery) &&
        webhooks.get(delivery.webhookId)?.isEnabled,
    )
  }

  /** Brings the wire in line with state and clock: sends what is due, breaks off what is no longer wanted. */
  const wake = (): void => {
    clearTimeout(timer)
    for (const [delivery, { breakOff }] of underWay) if (!isWanted(delivery)) breakOff()
    if (closed) return
    const now = clock.now()
    for (const delivery of waiting()) if (delivery.nextTryAt <= now) void tryNow(delivery)
    const next = waiting().reduce((least, { nextTryAt }) => Math.min(least, nextTryAt), Infinity)
    if (Number.isFinite(next)) timer = setTimeout(wake, next - now).unref()
  }

  /** Resolves when no try is under way; what waits for its next try does not count. */
  const settled = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.all([...underWay.values()].map(({ done }) => done))
  }

  return {
    wake,
    tryNow,
    settled,
    /** Breaks off every try and sends nothing more. */
    close: async (): Promise<void> => {
      closed = true
      clearTimeout(timer)
      for (const { breakOff } of underWay.values()) breakOff()
      await settled()
      await post.close()
    },
  }
}

import { beforeEach, expect, it } from 'vitest'
import { vaultOfEachTest } from '../../../../test/harness/vault/test-vault.ts'
import type { Vault } from '../vault.ts'

const scratch = vaultOfEachTest()
let vault: Vault
beforeEach(async () => void (vault = await scratch.open()))

const row = (eventId: string, at: number, event: string | null = `{"is":"${eventId}"}`) => ({
  eventId,
  at,
  event,
})
const reopen = async () => {
  vault.close()
  vault = await scratch.open()
}
/** Everything that waits, without taking it. */
function waitingNow(): string[] {
  const seen: string[] = []
  vault.webhookEvents.handOver(1, (event) => {
    seen.push(event)
    return false
  })
  return seen
}

it('keeps each event once, also in one write, and over a restart', async () => {
  const { webhookEvents } = vault
  expect(webhookEvents.keep([row('a', 2), row('b', 1), row('a', 2)])).toEqual([true, true, false])
  await reopen()
  expect(vault.webhookEvents.keep([row('a', 2), row('c', 3)])).toEqual([false, true])
  expect(vault.webhookEvents.waiting()).toBe(3)
})

it('hands over the oldest first, as many as are wanted, until one is not taken', () => {
  vault.webhookEvents.keep([row('b', 2), row('a', 1), row('d', 4), row('c', 3), row('x', 0, null)])
  const given: string[] = []
  const take = (most: number) => (event: string) => given.length < most && given.push(event) > 0
  expect(vault.webhookEvents.handOver(1, take(9))).toBe(1)
  expect(vault.webhookEvents.handOver(9, take(3))).toBe(2)
  expect(given).toEqual(['{"is":"a"}', '{"is":"b"}', '{"is":"c"}'])
  expect(waitingNow()).toEqual(['{"is":"d"}'])
  expect(vault.webhookEvents.keep([row('a', 1)])).toEqual([false])
})

it('settles an event in one write with what the taker writes, or neither', () => {
  vault.webhookEvents.keep([row('a', 1), row('b', 2)])
  const failing = () =>
    vault.webhookEvents.handOver(9, (event) => {
      vault.securitySettings.write(event, 'taken')
      if (event.includes('b')) throw new Error('stopped here')
      return true
    })
  expect(failing).toThrow('stopped here')
  expect(vault.webhookEvents.waiting()).toBe(2)
  expect(vault.securitySettings.read('{"is":"a"}')).toBeUndefined()
})

it('forgets by age and by number, never what waits, and knows from when on it remembers', async () => {
  const { webhookEvents } = vault
  webhookEvents.keep([1, 2, 3, 4, 5, 6].map((at) => row(`old ${at}`, at * 10, null)))
  webhookEvents.keep([row('waits', 5)])
  expect(webhookEvents.forgottenUntil()).toBe(0)
  webhookEvents.forget(20, 100)
  expect(webhookEvents.forgottenUntil()).toBe(19)
  webhookEvents.forget(0, 3)
  expect(webhookEvents.forgottenUntil()).toBe(30)
  await reopen()
  expect(vault.webhookEvents.forgottenUntil()).toBe(30)
  expect(vault.webhookEvents.waiting()).toBe(1)
  expect(
    vault.webhookEvents.keep([row('old 3', 30, null), row('old 4', 40, null), row('waits', 5)]),
  ).toEqual([true, false, false])
})

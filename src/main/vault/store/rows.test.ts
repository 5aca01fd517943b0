import { describe, expect, it, beforeEach, afterEach, vi } from 'vitest'
import { openMemoryRows } from '../../../../test/harness/vault/memory-rows.ts'
import { vaultOfEachTest, readBeside } from '../../../../test/harness/vault/test-vault.ts'
import type { Vault } from '../vault.ts'
import { saveEveryMs } from './attempts.ts'

describe('what a vault keeps of the bus', () => {
  const heard = (number: number, lane = 'up') => ({ station: 'a', lane, number })

  it('numbers what is said, above everything before', () => {
    const rows = openMemoryRows()
    expect([rows.nextNumber(1_000), rows.nextNumber(1_000), rows.nextNumber(5)]).toEqual([
      1_000, 1_001, 1_002,
    ])
    expect(rows.queue({ id: 'x', row: '{}' }, 0)).toBe(1_003)
    rows.unqueue('x')
    expect(rows.queue({ id: 'y', row: '{}' }, 0)).toBe(1_004)
    expect(rows.queued()).toEqual([{ number: 1_004, id: 'y', row: '{}' }])
  })

  it('knows of each lane up to which number it heard', () => {
    const rows = openMemoryRows()
    for (const number of [5, 9]) rows.hear(heard(number), () => undefined)
    expect([5, 7, 9, 10].filter((number) => rows.wasHeard(heard(number)))).toEqual([5, 7, 9])
    expect(rows.wasHeard(heard(9, 'down'))).toBe(false)
  })

  it('has not heard, and not settled, what was not delivered', () => {
    const rows = openMemoryRows()
    const fail = () => {
      throw new Error('a listener')
    }
    expect(() => rows.hear(heard(1), fail)).toThrow('a listener')
    expect(rows.wasHeard(heard(1))).toBe(false)
    rows.keepFailed('m', '{}')
    expect(() => rows.settleFailed('m', fail)).toThrow('a listener')
    expect(rows.failed()).toEqual([{ id: 'm', message: '{}' }])
    rows.settleFailed('m', () => undefined)
    expect(rows.failed()).toEqual([])
  })
})

describe('what a vault keeps of webhooks', () => {
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
    vault.webhookEvents.keep([
      row('b', 2),
      row('a', 1),
      row('d', 4),
      row('c', 3),
      row('x', 0, null),
    ])
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
})

describe('measured time', () => {
  const scratch = vaultOfEachTest()
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
  afterEach(() => void vi.useRealTimers())

  /** Returns the time that a process would find if it started now, after a sudden end. */
  async function keptMs(): Promise<number> {
    const { connection } = await readBeside(scratch.folder)
    const ms = connection.prepare<[], number>('SELECT ms FROM measured_time').pluck().get()
    connection.close()
    return ms ?? Number.NaN
  }

  it('goes on from start to start, and stands still in between, whatever the wall clock says', async () => {
    const first = { ms: 5_000 }
    const vault = await scratch.open({ monotonic: () => first.ms })
    expect(vault.time.now()).toBe(0)
    first.ms += 1_234
    vault.close()
    vi.setSystemTime(4_000_000_000_000)
    const second = { ms: 777 }
    const again = await scratch.open({ monotonic: () => second.ms })
    expect(again.time.now()).toBe(1_234)
    second.ms += 6
    expect(again.time.now()).toBe(1_240)
  })

  it('is kept by itself, so that a sudden end costs a minute at most', async () => {
    const time = { ms: 0 }
    const vault = await scratch.open({ monotonic: () => time.ms })
    for (let minute = 1; minute <= 3; minute += 1) {
      time.ms += saveEveryMs
      vi.advanceTimersByTime(saveEveryMs)
      expect(await keptMs()).toBe(minute * saveEveryMs)
    }
    time.ms += saveEveryMs - 1
    expect(await keptMs()).toBe(3 * saveEveryMs)
    expect(saveEveryMs).toBeLessThanOrEqual(60_000)
    vault.close()
    expect(vi.getTimerCount()).toBe(0)
  })
})

import { describe, expect, it, beforeEach, afterEach, vi } from 'vitest'
import { openMemoryRows } from '#harness/vault/memory-rows.ts'
import { vaultOfEachTest, readBeside } from '#harness/vault/test-vault.ts'
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

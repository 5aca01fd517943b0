import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveEveryMs } from './measured-time.ts'
import { readBeside, vaultOfEachTest } from '../../../../test/harness/vault/test-vault.ts'

const scratch = vaultOfEachTest()
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

/** What a process would find that starts now, after a sudden end. */
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

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { saveEveryMs } from './measured-time.ts'
import { openOrThrow, plainSealer, scratchFolder } from '../../../../test/harness/vault/scratch.ts'
import { readVault } from '../keys/unlock.ts'

let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] })
  scratch = scratchFolder()
})
afterEach(() => {
  vi.useRealTimers()
  scratch.remove()
})

/** What a process would find that starts now, after a sudden end. */
async function keptMs(): Promise<number> {
  const beside = await readVault(scratch.folder, [plainSealer()])
  if (!beside.ok) throw new Error('not readable')
  const { connection } = beside.value
  const ms = connection.prepare<[], number>('SELECT ms FROM measured_time').pluck().get()
  connection.close()
  return ms ?? Number.NaN
}

it('goes on from start to start, and stands still in between, whatever the wall clock says', async () => {
  const first = { ms: 5_000 }
  const vault = await openOrThrow(scratch.folder, { monotonic: () => first.ms })
  expect(vault.time.now()).toBe(0)
  first.ms += 1_234
  vault.close()
  vi.setSystemTime(4_000_000_000_000)
  const second = { ms: 777 }
  const again = await openOrThrow(scratch.folder, { monotonic: () => second.ms })
  expect(again.time.now()).toBe(1_234)
  second.ms += 6
  expect(again.time.now()).toBe(1_240)
  again.close()
})

it('is kept by itself, so that a sudden end costs a minute at most', async () => {
  const time = { ms: 0 }
  const vault = await openOrThrow(scratch.folder, { monotonic: () => time.ms })
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

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { attemptLimits } from '../check-in/attempts.ts'
import { openOrThrow, plainSealer, scratchFolder } from './testing/scratch.ts'
import { readVault } from './unlock.ts'

let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => (scratch = scratchFolder()))
afterEach(() => {
  vi.useRealTimers()
  scratch.remove()
})

const { perSubject, perKiosk, windowMs } = attemptLimits.codeSent
/** A process: its monotonic clock begins anywhere. */
async function start(time: { ms: number }) {
  return openOrThrow(scratch.folder, { monotonic: () => time.ms })
}

it('allows a subject so many attempts, and others theirs', async () => {
  const vault = await start({ ms: 0 })
  for (let count = 0; count < perSubject; count += 1) {
    expect(vault.attempts.allows('codeSent', 'ana')).toBe(true)
    vault.attempts.count('codeSent', 'ana')
  }
  expect(vault.attempts.allows('codeSent', 'ana')).toBe(false)
  expect(vault.attempts.allows('codeSent', 'ben')).toBe(true)
  expect(vault.attempts.allows('wrongCode', 'ana')).toBe(true)
  vault.close()
})

it('allows the whole kiosk so many', async () => {
  const vault = await start({ ms: 0 })
  for (let count = 0; count < perKiosk; count += 1)
    vault.attempts.count('codeSent', `subject ${count}`)
  expect(vault.attempts.allows('codeSent', 'someone else')).toBe(false)
  vault.close()
})

it('ends a window when it has been running for as long, over restarts, whatever the wall clock says', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 })
  const first = await start({ ms: 5_000 })
  for (let count = 0; count < perSubject; count += 1) first.attempts.count('codeSent', 'ana')
  first.close()

  for (const wall of [2_000_000_000_000, 0, 1_000_000_000_000]) {
    vi.setSystemTime(wall)
    const again = await start({ ms: 777 })
    expect(again.attempts.allows('codeSent', 'ana'), `the wall clock at ${wall}`).toBe(false)
    again.close()
  }

  const time = { ms: 0 }
  const last = await start(time)
  time.ms = windowMs - 1
  expect(last.attempts.allows('codeSent', 'ana')).toBe(false)
  last.close()
  const after = { ms: 0 }
  const later = await start(after)
  after.ms = 1
  expect(later.attempts.allows('codeSent', 'ana')).toBe(true)
  later.close()
})

it('has counted before it returns: a process that ends at once changes nothing', async () => {
  const vault = await start({ ms: 0 })
  for (let count = 0; count < perSubject; count += 1) vault.attempts.count('codeSent', 'ana')
  const beside = await readVault(scratch.folder, [plainSealer()])
  if (!beside.ok) throw new Error('not readable')
  const rows = beside.value.connection
    .prepare<[], { subject: Buffer }>('SELECT subject FROM attempts')
    .all()
  beside.value.connection.close()
  expect(rows).toHaveLength(perSubject)
  for (const { subject } of rows) expect(subject.toString('latin1')).not.toContain('ana')
  vault.close()
})

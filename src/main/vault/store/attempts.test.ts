import { once } from 'node:events'
import { expect, it, onTestFinished, vi } from 'vitest'
import {
  openTestVault,
  readBeside,
  spawnScript,
  vaultOfEachTest,
} from '#harness/vault/test-vault.ts'
import type { Vault } from '../vault.ts'

const scratch = vaultOfEachTest()

// As `attemptLimits` says of codes that are sent, and of those that nobody answers.
const windowMs = 3_600_000
const subject = { free: 2, firstWaitMs: 30_000, most: 5 }
const kiosk = { free: 20, firstWaitMs: 5_000 }
/** Wrong codes before the first wait. */
const freeCodes = 3

/** A process: its monotonic clock begins anywhere. */
const start = (time = { ms: 0 }) => scratch.open({ monotonic: () => time.ms })

function countAll({ attempts }: Vault, times: number, contact = 'ana') {
  for (let count = 0; count < times; count += 1) attempts.count('codeSent', contact)
}

it('keeps the limits of the whole kiosk', async () => {
  const vault = await start()
  for (let count = 0; count < kiosk.free; count += 1)
    vault.attempts.count('unansweredCode', `subject ${count}`)
  expect(vault.attempts.waitMs('unansweredCode', 'someone else')).toBe(kiosk.firstWaitMs)
})

it('takes an attempt back on the disk, and only that one', async () => {
  const vault = await start()
  countAll(vault, subject.free - 1)
  const takeBack = vault.attempts.count('codeSent', 'ana')
  takeBack()
  takeBack()
  vault.close()
  const again = await start()
  expect(again.attempts.waitMs('codeSent', 'ana')).toBe(0)
  countAll(again, 1)
  expect(again.attempts.waitMs('codeSent', 'ana')).toBe(subject.firstWaitMs)
})

it('forgets the attempts of one subject on the disk, and of no other, nor of another kind', async () => {
  const vault = await start()
  countAll(vault, subject.most)
  countAll(vault, subject.most, 'ben')
  for (let count = 0; count < freeCodes; count += 1) vault.attempts.count('wrongCode', 'ana')
  vault.attempts.forget('codeSent', 'ana')
  vault.close()
  const again = await start()
  expect(again.attempts.waitMs('codeSent', 'ana')).toBe(0)
  expect(again.attempts.waitMs('codeSent', 'ben')).toBe(windowMs)
  expect(again.attempts.waitMs('wrongCode', 'ana')).toBeGreaterThan(0)
})

it('ends a wait when it has been running for as long, over restarts, whatever the wall clock says', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const first = await start({ ms: 5_000 })
  countAll(first, subject.most)
  first.close()

  for (const wall of [2_000_000_000_000, 0, 1_000_000_000_000]) {
    vi.setSystemTime(wall)
    const again = await start({ ms: 777 })
    expect(again.attempts.waitMs('codeSent', 'ana'), `the wall clock at ${wall}`).toBe(windowMs)
    again.close()
  }

  const time = { ms: 0 }
  const last = await start(time)
  time.ms = windowMs - 1
  expect(last.attempts.waitMs('codeSent', 'ana')).toBe(1)
  last.close()
  const after = { ms: 0 }
  const later = await start(after)
  after.ms = 1
  expect(later.attempts.waitMs('codeSent', 'ana')).toBe(0)
})

async function subjectsIn(folder: string): Promise<readonly Buffer[]> {
  const { connection } = await readBeside(folder)
  const subjects = connection.prepare<[], Buffer>('SELECT subject FROM attempts').pluck().all()
  connection.close()
  return subjects
}

it('has counted before it returns, and knows nobody by name', async () => {
  countAll(await start(), 3)
  const subjects = await subjectsIn(scratch.folder)
  expect(subjects).toHaveLength(3)
  for (const subject of subjects) expect(subject.toString('latin1')).not.toContain('ana')
})

it('knows the same contact on another kiosk by another name', async () => {
  const subjects = await Promise.all(
    ['one', 'another'].map(async (name) => {
      const folder = scratch.at(name)
      countAll(await openTestVault(folder), 2)
      return subjectsIn(folder)
    }),
  )
  const names = subjects.flat().map((subject) => subject.toString('hex'))
  expect(names).toHaveLength(4)
  expect(new Set(names).size).toBe(2)
})

it('still counts a code whose check was under way when kill -9 came', async () => {
  for (let kills = 1; kills <= freeCodes; kills += 1) {
    const child = spawnScript('check-code-loop.ts', [scratch.folder])
    await once(child.stdout, 'data')
    child.kill('SIGKILL')
    await once(child, 'close')
    const vault = await scratch.open()
    expect(vault.attempts.waitMs('wrongCode', '+12025550143') > 0).toBe(kills === freeCodes)
    vault.close()
  }
})

import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { createMemoryAttempts, type AttemptLimit } from './attempts.ts'

const hourMs = 3_600_000
const limit: AttemptLimit = { perSubject: 2, perKiosk: 3, windowMs: hourMs }
const limits = { codeSent: limit, wrongCode: limit, wrongDateOfBirth: limit }

function start() {
  const time = { ms: 0 }
  const hashed: string[] = []
  const attempts = createMemoryAttempts({
    keyedHash: (text) => {
      hashed.push(text)
      return createHmac('sha256', 'key of this kiosk').update(text).digest('hex')
    },
    clock: { now: () => time.ms },
    limits,
  })
  return { attempts, time, hashed }
}

it('allows a subject so many attempts of a kind, and others theirs', () => {
  const { attempts } = start()
  for (let count = 0; count < 2; count += 1) {
    expect(attempts.allows('wrongCode', 'ana')).toBe(true)
    attempts.count('wrongCode', 'ana')
  }
  expect(attempts.allows('wrongCode', 'ana')).toBe(false)
  expect(attempts.allows('wrongCode', 'ben')).toBe(true)
  expect(attempts.allows('codeSent', 'ana')).toBe(true)
})

it('allows the whole kiosk so many, whoever they are for', () => {
  const { attempts } = start()
  for (const subject of ['ana', 'ben', 'cai']) attempts.count('codeSent', subject)
  expect(attempts.allows('codeSent', 'dan')).toBe(false)
  expect(attempts.allows('wrongCode', 'dan')).toBe(true)
})

it('forgets an attempt when its window is over, each for itself', () => {
  const { attempts, time } = start()
  attempts.count('wrongCode', 'ana')
  time.ms = 1_000
  attempts.count('wrongCode', 'ana')
  time.ms = hourMs - 1
  expect(attempts.allows('wrongCode', 'ana')).toBe(false)
  time.ms = hourMs
  expect(attempts.allows('wrongCode', 'ana')).toBe(true)
  attempts.count('wrongCode', 'ana')
  expect(attempts.allows('wrongCode', 'ana')).toBe(false)
})

it('knows a subject by its keyed hash', () => {
  const { attempts, hashed } = start()
  attempts.count('wrongCode', 'ana')
  expect(hashed).toContain('ana')
})

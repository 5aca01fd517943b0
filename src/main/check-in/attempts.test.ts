import { expect, it } from 'vitest'
import { attemptLimits, createAttempts, type AttemptLimit } from './attempts.ts'
import { memoryStore } from './testing/memory-attempts.ts'

const hourMs = 3_600_000
const plenty = { free: 1_000, firstWaitMs: 1, most: 2_000 }
const limit: AttemptLimit = {
  windowMs: hourMs,
  subject: { free: 2, firstWaitMs: 1_000, most: 5 },
  kiosk: plenty,
}

function start(one: AttemptLimit = limit) {
  const time = { ms: 0 }
  const store = memoryStore({ now: () => time.ms })
  const limits = { codeSent: one, wrongCode: one, wrongDateOfBirth: one }
  const attempts = createAttempts(store, limits)
  /** Counts `times` attempts, each as soon as it may be made; gives the wait after each. */
  const goOn = (times: number, subject = 'ana') =>
    Array.from({ length: times }, () => {
      time.ms += attempts.waitMs('wrongCode', subject)
      attempts.count('wrongCode', subject)
      return attempts.waitMs('wrongCode', subject)
    })
  return { attempts, time, goOn }
}

it('lets some attempts pass, then each waits twice as long as the one before', () => {
  const { goOn } = start()
  expect(goOn(4)).toEqual([0, 1_000, 2_000, 4_000])
})

it('lets nothing but the end of the window help after the most', () => {
  const { attempts, time, goOn } = start()
  expect(goOn(5).at(-1)).toBe(hourMs - 7_000)
  time.ms = hourMs - 1
  expect(attempts.waitMs('wrongCode', 'ana')).toBe(1)
})

it('counts each attempt until its own window is over', () => {
  const { attempts, time, goOn } = start({ ...limit, subject: { ...limit.subject, most: 3 } })
  goOn(2)
  time.ms = 60_000
  goOn(1)
  expect(attempts.waitMs('wrongCode', 'ana')).toBe(hourMs - 60_000)
  time.ms = hourMs
  expect(attempts.waitMs('wrongCode', 'ana')).toBe(0)
  goOn(1)
  // Two are left, of this hour and of a minute after it began.
  expect(attempts.waitMs('wrongCode', 'ana')).toBe(1_000)
})

it('says to the millisecond when the wait is over, whatever attempts end meanwhile', () => {
  const { attempts, time } = start({
    ...limit,
    subject: { free: 2, firstWaitMs: hourMs / 4, most: 4 },
  })
  for (const at of [0, 10, hourMs / 2, hourMs - 5]) {
    time.ms = at
    attempts.count('wrongCode', 'ana')
  }
  for (let waits = 0; waits < 4; waits += 1) {
    const waitMs = attempts.waitMs('wrongCode', 'ana')
    if (waitMs === 0) break
    time.ms += waitMs - 1
    expect(attempts.waitMs('wrongCode', 'ana')).toBe(1)
    time.ms += 1
    expect(attempts.waitMs('wrongCode', 'ana')).toBe(0)
    attempts.count('wrongCode', 'ana')
  }
})

it('knows each subject and each kind for itself', () => {
  const { attempts, goOn } = start()
  goOn(5)
  expect(attempts.waitMs('wrongCode', 'ben')).toBe(0)
  expect(attempts.waitMs('codeSent', 'ana')).toBe(0)
})

it('slows the whole kiosk down too, whoever the attempts are for', () => {
  const { attempts } = start({
    windowMs: hourMs,
    subject: plenty,
    kiosk: { free: 3, firstWaitMs: 5_000, most: 5 },
  })
  for (const subject of ['ana', 'ben', 'cai']) {
    expect(attempts.waitMs('codeSent', subject)).toBe(0)
    attempts.count('codeSent', subject)
  }
  expect(attempts.waitMs('codeSent', 'dan')).toBe(5_000)
  expect(attempts.waitMs('wrongCode', 'dan')).toBe(0)
})

it('counts what reaches one mailbox as one, and a phone number as itself', () => {
  const { attempts } = start()
  for (const tag of ['', '+a']) attempts.count('codeSent', `ana${tag}@example.org`)
  expect(attempts.waitMs('codeSent', 'ana+b+c@example.org')).toBe(1_000)
  expect(attempts.waitMs('codeSent', 'ben+a@example.org')).toBe(0)
  for (let count = 0; count < 2; count += 1) attempts.count('codeSent', '+12025550143')
  expect(attempts.waitMs('codeSent', '+12025550143')).toBe(1_000)
  expect(attempts.waitMs('codeSent', '+12025550144')).toBe(0)
})

it('takes one attempt back, and only that one', () => {
  const { attempts, goOn } = start()
  goOn(2)
  const takeBack = attempts.count('wrongCode', 'ana')
  expect(attempts.waitMs('wrongCode', 'ana')).toBe(2_000)
  takeBack()
  takeBack()
  expect(attempts.waitMs('wrongCode', 'ana')).toBe(1_000)
})

it('holds back a guesser long before a busy hour is held back', () => {
  for (const { subject, kiosk } of Object.values(attemptLimits)) {
    expect(subject.most).toBeLessThanOrEqual(5)
    expect(kiosk.free).toBeGreaterThanOrEqual(90)
    expect(kiosk.most).toBeLessThanOrEqual(200)
    for (const { free, most } of [subject, kiosk]) expect(free).toBeLessThanOrEqual(most)
  }
})

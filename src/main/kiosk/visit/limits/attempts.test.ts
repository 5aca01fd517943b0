import { describe, expect, it } from 'vitest'
import { type AttemptKind, type AttemptLimit, createAttempts, type Rise } from './attempts.ts'
import { memoryStore } from '#harness/visit/memory-attempts.ts'
import { createHelpNumbers } from './help-numbers.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const rise: Rise = { windowMs: hourMs, free: 2, firstWaitMs: 1_000, most: 5 }
const limit: AttemptLimit = { subject: [rise], kiosk: [] }

function start(one: AttemptLimit = limit) {
  const time = { ms: 0 }
  const store = memoryStore({ now: () => time.ms })
  const limits = { codeSent: one, wrongCode: one } as Record<AttemptKind, AttemptLimit>
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

it('tells how many are left, until the end of the window gives them back', () => {
  const { attempts, time, goOn } = start()
  const left = () => attempts.left('wrongCode', 'ana')
  expect(left()).toBe(5)
  goOn(5, 'bo')
  expect(left()).toBe(5)
  const begun = time.ms
  const takeBack = attempts.count('wrongCode', 'ana')
  expect(left()).toBe(4)
  takeBack()
  expect(left()).toBe(5)
  goOn(5)
  expect(left()).toBe(0)
  time.ms = begun + hourMs
  expect(left()).toBeGreaterThan(0)
  // One that only gets slower is never used up.
  const slower = { windowMs: hourMs, free: 1, firstWaitMs: 1_000, longestWaitMs: 2_000 }
  expect(start({ subject: [slower], kiosk: [] }).attempts.left('wrongCode', 'ana')).toBe(Infinity)
})

it('counts each attempt until its own window is over', () => {
  const { attempts, time, goOn } = start({ ...limit, subject: [{ ...rise, most: 3 }] })
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
    subject: [{ windowMs: hourMs, free: 2, firstWaitMs: hourMs / 4, most: 4 }],
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
    subject: [],
    kiosk: [
      { ...rise, free: 3, firstWaitMs: 5_000 },
      { ...rise, free: 9, most: 9 },
    ],
  })
  for (const subject of ['ana', 'ben', 'cai']) {
    expect(attempts.isSlowed('codeSent')).toBe(false)
    expect(attempts.waitMs('codeSent', subject)).toBe(0)
    attempts.count('codeSent', subject)
  }
  expect(attempts.isSlowed('codeSent')).toBe(true)
  expect(attempts.waitMs('codeSent', 'dan')).toBe(5_000)
  expect(attempts.waitMs('wrongCode', 'dan')).toBe(0)
})

it.each([
  ['what reaches one mailbox', 'ana@example.org', 'ana+a@example.org', 'ana+b+c@example.org', true],
  ['a phone number', '+12025550143', '+12025550143', '+12025550143', true],
  ['what Gmail reads alike', 'ana.b@gmail.com', 'a.nab@gmail.com', 'anab@gmail.com', true],
  ['not another mailbox', 'ana@example.org', 'ana+a@example.org', 'ben+a@example.org', false],
  ['not another of Gmail', 'ana@gmail.com', 'a.na@gmail.com', 'ben@gmail.com', false],
  ['not another number', '+12025550143', '+12025550143', '+12025550144', false],
  ['not another’s dots', 'ana.b@example.org', 'a.nab@example.org', 'anab@example.org', false],
  ['not what begins so', 'an.a@gmail.com.org', 'a.na@gmail.com.org', 'ana@gmail.com.org', false],
])('counts together %s', (_, first, second, next, isCounted) => {
  const { attempts } = start()
  for (const contact of [first, second]) attempts.count('codeSent', contact)
  expect(attempts.waitMs('codeSent', next)).toBe(isCounted ? 1_000 : 0)
})

it('keeps an attempt no longer than its longest window counts it', () => {
  const time = { ms: 0 }
  const store = memoryStore({ now: () => time.ms })
  const attempts = createAttempts(store)
  attempts.count('codeSent', 'ana')
  time.ms = 366 * dayMs
  attempts.count('codeSent', 'ben')
  expect(store.kept.map(({ subject }) => subject)).toEqual(['ben'])
  expect(attempts.countOnKiosk('codeSent')).toBe(1)
  attempts.count('intakeBegun', 'cai')
  expect(attempts.countOnKiosk('intakeBegun')).toBe(1)
  time.ms += hourMs
  expect(attempts.countOnKiosk('intakeBegun')).toBe(0)
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

it('waits as long as the strictest of several windows says', () => {
  const day: Rise = { windowMs: dayMs, free: 6, firstWaitMs: 0, most: 6 }
  const { attempts, time, goOn } = start({ ...limit, subject: [rise, day] })
  expect(goOn(5).at(-1)).toBe(hourMs - 7_000)
  expect(goOn(1)).toEqual([dayMs - hourMs])
  expect(attempts.left('wrongCode', 'ana')).toBe(0)
  time.ms = dayMs
  expect(attempts.waitMs('wrongCode', 'ana')).toBe(0)
})

it('never waits longer than the longest wait where there is no most, however many there were', () => {
  const slow: Rise = { windowMs: hourMs, free: 1, firstWaitMs: 1_000, longestWaitMs: 4_000 }
  const { goOn } = start({ subject: [], kiosk: [slow] })
  expect(goOn(1_000).slice(0, 4)).toEqual([1_000, 2_000, 4_000, 4_000])
  expect(goOn(1)).toEqual([4_000])
})

it('forgets those of one who showed to be the contact’s owner, and of nobody else', () => {
  const { attempts, goOn } = start()
  goOn(5)
  goOn(5, 'ben')
  attempts.forget('wrongCode', 'ana')
  expect(attempts.waitMs('wrongCode', 'ana')).toBe(0)
  expect(attempts.waitMs('wrongCode', 'ben')).toBeGreaterThan(0)
})

it('lets nobody forget for another: what is behind a + may be someone else’s mailbox', () => {
  const { attempts, goOn } = start()
  goOn(5, 'ana@example.org')
  attempts.forget('wrongCode', 'ana+mine@example.org')
  expect(attempts.waitMs('wrongCode', 'ana@example.org')).toBeGreaterThan(0)
})

describe('the limits that hold', () => {
  /** Time as long as `forMs` lasts; `attack` makes one attempt when it may be made. Gives how many were made. */
  function howMany(
    forMs: number,
    kinds: readonly AttemptKind[],
    subject: (count: number) => string,
  ) {
    const time = { ms: 0 }
    const attempts = createAttempts(memoryStore({ now: () => time.ms }))
    let count = 0
    let longestMs = 0
    for (;;) {
      const waitMs = Math.max(...kinds.map((kind) => attempts.waitMs(kind, subject(count))))
      if (time.ms + waitMs >= forMs || count === 1_000) return { count, longestMs }
      longestMs = Math.max(longestMs, waitMs)
      time.ms += waitMs
      for (const kind of kinds) attempts.count(kind, subject(count))
      count += 1
    }
  }
  const sends: readonly AttemptKind[] = ['codeSent', 'unansweredCode']
  const one = () => '+12025550143'
  const another = (count: number) => `+1202555${count}`

  it.each<[string, number, readonly AttemptKind[], typeof another, ...number[]]>([
    ['codes to one phone in an hour', hourMs, sends, one, 5],
    ['codes to one phone in a day', dayMs, sends, one, 10],
    ['wrong codes for one contact in an hour', hourMs, ['wrongCode'], one, 5],
    ['wrong codes for one contact in a day', dayMs, ['wrongCode'], one, 10],
    ['wrong codes for one contact in a row', 365 * dayMs, ['wrongCode'], one, 50],
    ['codes to made-up numbers in an hour', hourMs, sends, another, 73, 120_000],
    ['codes to made-up numbers in a day', dayMs, sends, another, 763, 120_000],
    ['wrong codes for many contacts in an hour', hourMs, ['wrongCode'], another, 92, 60_000],
    ['wrong dates of birth for one record', dayMs, ['wrongDateOfBirth'], one, 2],
    ['wrong dates of birth for many', dayMs, ['wrongDateOfBirth'], another, 236, 600_000],
    ['wrong codes of the desk at first', 600_000, ['wrongDeskCode'], one, 17, 60_000],
    ['wrong codes of the desk in a day', dayMs, ['wrongDeskCode'], one, 736, 120_000],
    ['identifiers of one patient', hourMs, ['wrongIdentifiers'], one, 3],
    ['identifiers of any', hourMs, ['wrongIdentifiersOfAny'], one, 12],
    ['searches', hourMs, ['identifierSearch'], one, 40],
    ['wrong secrets at a kiosk in an hour', hourMs, ['wrongMemberSecret'], one, 17, 600_000],
    ['wrong secrets at a kiosk in a day', dayMs, ['wrongMemberSecret'], one, 114, 900_000],
    ['wrong secrets of one member', dayMs, ['wrongSecretOfOne'], one, 32, hourMs],
  ])('%s', (_, forMs, kinds, subject, ...most) => {
    const { count, longestMs } = howMany(forMs, kinds, subject)
    expect([count, longestMs].slice(0, most.length)).toEqual(most)
  })

  it('leave a busy hour alone, in which 40 patients answer their codes', () => {
    const time = { ms: 0 }
    const attempts = createAttempts(memoryStore({ now: () => time.ms }))
    for (let patient = 0; patient < 40; patient += 1) {
      for (const kind of sends) {
        expect(attempts.waitMs(kind, another(patient))).toBe(0)
        attempts.count(kind, another(patient))
      }
      attempts.forget('unansweredCode', another(patient))
      time.ms += 90_000
    }
  })
})

it('foretells the wait after one more attempt, and counts none by it', () => {
  const { attempts, time, goOn } = start()
  for (let each = 0; each < 5; each += 1) {
    time.ms += attempts.waitMs('wrongCode', 'ana')
    const foretold = attempts.waitAfterMs('wrongCode', 'ana')
    expect(attempts.waitAfterMs('wrongCode', 'ana')).toBe(foretold)
    expect(goOn(1)).toEqual([foretold])
  }
})

describe('help numbers', () => {
  const dayMs = 86_400_000

  it('gives three digits, none twice within a day', () => {
    const numbers = createHelpNumbers({ now: () => 0 })
    const given = Array.from({ length: 900 }, () => numbers.next())
    expect(given.every((number) => /^[1-9]\d\d$/.test(number))).toBe(true)
    expect(new Set(given).size).toBe(900)
  })

  it('takes the one that rested longest when a day needs more', () => {
    let now = 0
    const numbers = createHelpNumbers({ now: () => now })
    const given = Array.from({ length: 900 }, () => {
      now += 1
      return numbers.next()
    })
    expect([numbers.next(), numbers.next()]).toEqual(given.slice(0, 2))
  })

  it('has them all again on the next day', () => {
    let now = 0
    const numbers = createHelpNumbers({ now: () => now }, () => 0)
    expect([numbers.next(), numbers.next()]).toEqual(['100', '101'])
    now = dayMs
    expect(numbers.next()).toBe('100')
  })
})

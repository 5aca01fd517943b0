import { describe, expect, it } from 'vitest'
import * as m from '#harness/visit/moves.ts'
import {
  atCode,
  ana,
  anasBirthday,
  anotherBirthday,
  submit,
  visit,
  wrongCode,
  type Move,
} from '#harness/visit/visit-harness.ts'

const phone = '+12025550143'
const hourMs = 3_600_000
/** Wrong codes before the first wait. */
const threeWrong: readonly Move[] = [wrongCode, wrongCode, wrongCode]
const free = threeWrong.length
const anew: readonly Move[] = ['startOver', 'confirmStartOver', 'begin', 'phone']

async function afterWrongCodes() {
  const kiosk = await atCode()
  await kiosk.play(...threeWrong, m.shows('code', { waitMs: 30_000 }))
  return kiosk
}
/** So many wrong codes were typed somewhere else, at that time. */
const typedBefore =
  (times: number, at = 0): Move =>
  ({ counted }) => {
    for (let tries = 0; tries < times; tries += 1) counted.add('wrongCode', phone, at, -1)
  }
const loses: Move = ({ service }) => service.loseAnswer('verifyCode')

describe('the wait after wrong codes', () => {
  it('is shown, and no code is taken before its end, not even the right one, which ends it', async () => {
    const kiosk = await afterWrongCodes()
    const right = { type: 'submitCode', code: kiosk.service.inbox[0]?.code ?? '' } as const
    await kiosk.play(29_999, m.refuses(right), m.calls('verifyCode', free), 1, right)
    await kiosk.play('at dateOfBirth', m.counted('codeSent'))
  })

  it('is not ended by a new code', async () => {
    const kiosk = await afterWrongCodes()
    await kiosk.play(29_000, 'changeContact', 500, 'phone', m.shows('code', { waitMs: 500 }), 500)
    await kiosk.play(wrongCode, 'resendCode', m.shows('code', { resent: true, waitMs: 60_000 }))
  })

  it('is not ended by a new proof', async () => {
    const kiosk = await afterWrongCodes()
    await kiosk.play('changeContact', submit('202 555 0199'), m.shows('code', { waitMs: 0 }))
    await kiosk.play('changeContact', 'phone', m.shows('code', { waitMs: 30_000 }))
    await kiosk.play(m.calls('createProof', 2))
  })

  it('is not ended by starting over', async () => {
    const kiosk = await afterWrongCodes()
    await kiosk.play(...anew, m.shows('code', { waitMs: 30_000, error: null }))
    await kiosk.play(m.calls('createProof', 2))
  })

  it('comes of codes too whose answer never arrived, right or wrong', async () => {
    const kiosk = await atCode()
    for (let tries = 0; tries < free; tries += 1)
      await kiosk.play(loses, wrongCode, 'at checking', 'retry')
    await kiosk.play(m.shows('code', { waitMs: 30_000 }))
  })

  it('does not come of right codes, nor of those that were too old', async () => {
    const kiosk = await atCode()
    const clock = kiosk.service as { now: () => number }
    const now = clock.now
    clock.now = () => now() + 11 * 60_000
    await kiosk.play('code', m.shows('code', { error: 'expired' }))
    expect(kiosk.counted.kept.filter(({ kind }) => kind === 'wrongCode')).toEqual([])
    clock.now = now
    await kiosk.play('code', 'at dateOfBirth')
    await kiosk.play(m.counted('codeSent'))
  })

  it('does not come of a right code for one of several names of a mailbox', async () => {
    const kiosk = await visit({ channels: 'email' }, m.admits('p1'), 'begin')
    await kiosk.play(submit('ana+clinic@example.org'), wrongCode, 'code')
    expect(kiosk.counted.kept.filter(({ kind }) => kind === 'wrongCode')).toHaveLength(1)
  })

  it('leads to a person where the screen did not know yet that it is a long one', async () => {
    await (await atCode()).play(typedBefore(5), 'code', 'at tooManyTries', m.calls('verifyCode', 0))
  })

  it('leads to a person only when a code was wrong, not when its answer never arrived', async () => {
    await (await atCode()).play(typedBefore(4, -hourMs / 4), loses, wrongCode, 'at checking')
  })

  it('leads to nobody where the service does not say whether the fifth was wrong', async () => {
    const kiosk = await atCode()
    await kiosk.play(typedBefore(4, -hourMs / 4), m.isUnclear('pending'), wrongCode)
    await kiosk.play('at code', m.logs('callFailed', { operation: 'verifyCode' }))
  })

  it('holds also where the screen did not know of it yet', async () => {
    const kiosk = await atCode()
    await kiosk.play(typedBefore(free), 'code', m.calls('verifyCode', 0))
    await kiosk.play(m.shows('code', { error: null, waitMs: 30_000 }))
  })
})

it('a first code of a visit that must wait says for how long, and waits for its moment', async () => {
  const kiosk = await atCode()
  await kiosk.play(30_000, 'resendCode')
  await kiosk.play(
    ...anew,
    m.shows('sending', { waitMs: 30_000 }),
    29_999,
    m.calls('sendCode', 2),
    1,
  )
  await kiosk.play('at code', m.calls('sendCode', 3))
})

it('a code counts that may have been sent, and not one that the service refused to send', async () => {
  await visit({}, 'begin', m.asksToWait('sendCode', 1), 'phone', m.counted())
  const counted = m.counted('codeSent', 'unansweredCode')
  await visit({}, 'begin', m.fails('sendCode', 'timedOut'), 'phone', counted)
})

it('dates of birth count before the record is asked for, and not when nothing was compared', async () => {
  const kiosk = await visit({}, m.admits('p1'), 'prove')
  const dates = () => kiosk.counted.kept.filter(({ kind }) => kind === 'wrongDateOfBirth')
  const { dateOfBirth } = kiosk.service
  let atCall = 0
  kiosk.service.dateOfBirth = (...given) => {
    atCall = dates().length
    return dateOfBirth(...given)
  }
  await kiosk.play(m.fails('dateOfBirth', 'timedOut'), anotherBirthday, m.outage)
  expect(atCall).toBe(1)
  expect(dates()).toEqual([])
  await kiosk.play(m.recovers, 'retry')
  expect(dates()).toMatchObject([{ subject: `record ${ana.id}` }])
  await kiosk.play(anasBirthday, 'at completing')
  expect(dates()).toHaveLength(1)
})

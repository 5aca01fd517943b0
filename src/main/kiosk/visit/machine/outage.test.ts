import { describe, expect, it } from 'vitest'
import { err, ok } from '../../../../shared/result.ts'
import { failure } from '#harness/visit/fake-service.ts'
import * as m from '#harness/visit/moves.ts'
import { anasBirthday, inForm, visit, type Move } from '#harness/visit/visit-harness.ts'

const creates = { packets: { createWhenNone: true, defaultTemplateGroupId: 7 } }
const forms: readonly Move[] = ['code', anasBirthday]

/** Path of a patient to each call, and the screen they go on from when the service is back. */
const calls = {
  createProof: { moves: [], next: 'code' },
  sendCode: { moves: [], next: 'code' },
  verifyCode: { moves: ['code'], next: 'code' },
  proofStatus: { moves: ['code'], next: 'dateOfBirth' },
  matchPatient: { moves: ['code'], next: 'dateOfBirth' },
  dateOfBirth: { moves: forms, next: 'completing' },
  openPackets: { moves: forms, next: 'completing' },
  createPacket: { moves: forms, next: 'completing' },
  completionUrl: { moves: forms, next: 'completing' },
  packetProgress: { moves: [...forms, 'finish'], next: 'unfinished' },
} as const satisfies Record<string, { readonly moves: readonly Move[]; readonly next: string }>
type Method = keyof typeof calls
const methods = Object.keys(calls) as Method[]
/** Calls that are made again after a failure; after the others the visit asks the service for the outcome. */
const looked: readonly Method[] = ['sendCode', 'verifyCode', 'createPacket']
const repeated = methods.filter((method) => !looked.includes(method))

/** A visit that has come to a call, with the service as it is then. */
const visitTo = (method: Method, ...before: readonly Move[]) =>
  visit(
    creates,
    ...[m.admits(...(method === 'createPacket' ? [] : ['p1'])), ...before],
    ...(['begin', 'phone', ...calls[method].moves] as const),
  )
const loses =
  (method: Method): Move =>
  ({ service }) =>
    service.loseAnswer(method)

describe('service down at each step, and back', () => {
  it.each(methods)('%s: nobody is told of one failure that passes', async (method) => {
    const kiosk = await visitTo(method, m.fails(method))
    await kiosk.play(m.recovers, 1_999, m.logs('callFailed', { operation: method }), 1)
    await kiosk.sees(calls[method].next)
    expect(kiosk.views.map(({ screen }) => screen.name)).not.toContain('unavailable')
  })

  it('publicLink: the same', async () => {
    const kiosk = await visit({ noMatch: 'publicLink', ...creates }, m.fails('publicLink'), 'prove')
    await kiosk.play('openPublicForms', m.outage, m.recovers, 4_000, 'at completing')
  })

  it('waits longer each time, and as long as the service asks for', async () => {
    const kiosk = await visitTo('createProof', m.fails('createProof'))
    for (const [index, ms] of [2_000, 4_000].entries()) {
      await kiosk.play(m.calls('createProof', index + 1), 'activity', ms - 1)
      await kiosk.play(m.calls('createProof', index + 1), 1)
    }
    await kiosk.play(m.asksToWait('createProof', 20_000), 'retry')
    const tries = kiosk.service.timesCalled('createProof')
    await kiosk.play(19_999, m.calls('createProof', tries), 1, m.calls('createProof', tries + 1))
  })

  it('shows that it tries while it tries', async () => {
    const kiosk = await visitTo('createProof', m.fails('createProof'))
    await kiosk.play(m.outage)
    const before = kiosk.views.length
    await kiosk.play('retry')
    expect(kiosk.views.slice(before).map(({ screen }) => screen)).toMatchObject([
      { name: 'unavailable', retrying: true },
      { name: 'unavailable', retrying: false },
    ])
  })

  const noAnswer = m.logs('staffNeeded', {
    reason: 'noAnswer',
    operation: expect.stringMatching(/./) as string,
  })

  it.each(methods)('%s never answers: told after 15 s, a person helps after 40', async (method) => {
    const { hold } = m.heldCall(method)
    const kiosk = await visitTo(method, hold)
    await kiosk.play(14_999, m.isNotTold, 1, 'at unavailable')
    await kiosk.play(24_999, 'at unavailable', 1, 'at askStaff', noAnswer)
  })

  it.each(repeated)('%s fails for ever: a person helps after 40 s', async (method) => {
    const kiosk = await visitTo(method, m.fails(method, 'serverFault'))
    for (let second = 0; second < 39; second += 1) await kiosk.wait(1_000)
    await kiosk.play('at unavailable', 1_000, 'at askStaff', noAnswer)
  })

  it.each(methods)('%s asks to be left for an hour: a person helps at once', async (method) => {
    await (await visitTo(method, m.asksToWait(method, 3_600_000))).play('at askStaff', noAnswer)
  })

  it('while all is down, going on without it stays on offer', async () => {
    const { hold } = m.heldCall('createProof')
    const kiosk = await visit({ offline: true }, hold, 'begin', 'phone', m.goesDown)
    await kiosk.play(15_000, m.offersOffline(true), 30_000, m.offersOffline(true))
  })

  it('while only one operation is silent, it is offered, and then a person helps', async () => {
    const { hold } = m.heldCall('createProof')
    await (
      await visit({ offline: true }, hold, 'begin', 'phone')
    ).play(19_999, m.offersOffline(false), 1, m.offersOffline(true), 20_000, 'at askStaff')
  })

  it('help, start over and the way back to the forms stay within reach', async () => {
    const kiosk = await visitTo('packetProgress', m.fails('packetProgress'))
    await kiosk.play(m.outage, m.formIs({ visible: false }), 'help', 'closeHelp', anasBirthday)
    await kiosk.play('backToForms', m.seesForm(1))
  })
})

it('a service that asks for a later try at sending a code is waited for, and the number is not called a bad one', async () => {
  const kiosk = await visitTo('sendCode', m.asksToWait('sendCode', 8_000))
  await kiosk.play('at sending', m.recovers, 7_999, m.calls('sendCode', 1), 1, 'at code')
  await kiosk.play(m.shows('code', { error: null }), m.counted('codeSent', 'unansweredCode'))
})

describe('a write of which nobody knows whether it happened', () => {
  it('a code is not sent again unless the patient asks for it', async () => {
    const kiosk = await visitTo('sendCode', loses('sendCode'))
    await kiosk.play('at sending', 2_000)
    await kiosk.play(m.shows('code', { resendInMs: 0, resent: false, error: null }))
    await kiosk.play(m.calls('sendCode', 1), 'resendCode', m.calls('sendCode', 2))
    await kiosk.play(m.shows('code', { resent: true, resendInMs: 30_000 }))
  })

  it('a code is not tried twice: we look whether it was taken', async () => {
    const kiosk = await visitTo('verifyCode', loses('verifyCode'))
    await kiosk.play(2_000, 'at dateOfBirth', m.calls('verifyCode', 1))
  })

  it('a packet is not created twice: we look at the list', async () => {
    const kiosk = await visitTo('createPacket', loses('createPacket'))
    await kiosk.play('at findingForms', 2_000, 'at completing', m.calls('createPacket', 1))
  })
})

it.each(methods)('token revoked at %s: out of service, and back', async (method) => {
  const kiosk = await visitTo(method, m.fails(method, 'unauthorized'), (begun) => {
    begun.health = () => Promise.resolve(err(failure('unauthorized', 'location')))
  })
  expect(await kiosk.sees('outOfService')).toEqual({ name: 'outOfService' })
  expect(kiosk.windows.at(-1)).toBe('renewed')
  expect(kiosk.logged('callFailed')[0]).toMatchObject({ operation: method, error: 'unauthorized' })
  await kiosk.play(m.refuses('begin'), m.logs('visitEnded', { reason: 'outOfService' }))
  await kiosk.play(30_000, 'at outOfService', m.recovers)
  kiosk.health = () => Promise.resolve(ok(null))
  await kiosk.play(30_000, 'at welcome', m.logs('kioskBackInService', {}), 'begin', 'at contact')
})

describe('a bug', () => {
  it.each(methods)('in %s: a person takes over, and the log tells', async (method) => {
    const kiosk = await visitTo(method, ({ service }) => service.breakWith(method))
    await kiosk.play('at askStaff', m.logs('bug', { detail: 'TypeError' }))
    await kiosk.play(m.logs('staffNeeded', { reason: 'bug' }))
  })

  it('in the visit itself: it is wiped', async () => {
    const kiosk = await visit({}, 'begin', m.has({ logThrowsOn: 'helpRequested' }))
    await kiosk.play('help', 'at welcome', m.windowsDid('renewed'))
    await kiosk.play(m.logs('bug', { detail: 'RangeError' }))
  })
})

const errors = ['notFound', 'rejected', 'refusedByEnvelope'] as const
it.each(errors)('an answer that no waiting will better, %s: staff', async (error) => {
  const kiosk = await visitTo('completionUrl', m.fails('completionUrl', error))
  await kiosk.play('at askStaff', m.logs('callFailed', { operation: 'completionUrl', error }))
})

it.each([1_000, 4_500])('a completion that is %i ms late is no unfinished form', async (ms) => {
  const kiosk = await inForm()
  await kiosk.play(m.lags(ms), m.completes, m.formSigns('sentAgain'), 'finish', 'at confirming')
  await kiosk.play(5_000, m.shows('finished', { kind: 'complete' }))
  expect(kiosk.views.map(({ screen }) => screen.name)).not.toContain('unfinished')
})

it('a page that asked to be closed has its forms looked for as long, and no longer', async () => {
  const kiosk = await inForm()
  await kiosk.play(m.formSigns('closing'), 4_900, 'at confirming', 1_000, 'at unfinished')
})

it('a proof that is late is no incomplete one, and a proof that stays so is', async () => {
  const at = ['begin', 'phone', 'code', 'at checking'] as const
  await visit({}, m.lags(3_000), m.admits('p1'), ...at, 5_000, 'at dateOfBirth')
  await visit({}, m.lags(60_000), m.admits('p1'), ...at, 5_000, 'at askStaff')
})

it('a created packet that is late is waited for, and never created again', async () => {
  const seen = await visit(creates, m.admits(), ({ service }) => (service.namesNewPackets = false))
  await seen.play('reachForm', m.calls('createPacket', 1))
  const late = await visit(
    creates,
    m.admits(),
    'begin',
    'phone',
    'code',
    m.lags(3_000),
    anasBirthday,
  )
  await late.play('at findingForms', 5_000, 'at completing', m.calls('createPacket', 1))
  const lost = await visit(creates, m.admits(), 'begin', 'phone', 'code', m.lags(60_000))
  await lost.play(anasBirthday, 5_000, 'at askStaff', m.calls('createPacket', 1))
  await lost.play(
    m.logs('staffNeeded', { reason: 'unreadable', operation: 'partner.formPackets.create' }),
  )
})

import { describe, expect, it } from 'vitest'
import {
  calls,
  fails,
  formIs,
  logs,
  outage,
  recovers,
  shows,
  windowsDid,
} from '../../../../test/harness/visit/moves.ts'
import { err, ok } from '../../../shared/result.ts'
import type { CheckInService } from '../service-port.ts'
import { failure } from '../../../../test/harness/visit/fake-service.ts'
import { anasBirthday, visit, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

type Method = keyof CheckInService

const creates = { packets: { createWhenNone: true, defaultTemplateGroupId: 7 } }

/** Walks to the call of `method` with the service as it is then. */
async function walkTo(kiosk: VisitHarness, method: Method): Promise<void> {
  kiosk.admitAna(...(method === 'createPacket' ? [] : ['p1']))
  const steps: [Method[], () => Promise<void>][] = [
    [['createProof', 'sendCode'], async () => (await kiosk.tap('begin'), kiosk.askForCode())],
    [['verifyCode', 'proofStatus', 'matchPatient'], () => kiosk.typeCode()],
    [
      ['dateOfBirth', 'openPackets', 'createPacket', 'completionUrl'],
      () => kiosk.tap(anasBirthday),
    ],
    [['packetProgress'], () => kiosk.tap('finish')],
  ]
  for (const [methods, go] of steps) {
    await go()
    if (methods.includes(method)) return
  }
}

/** Where the patient goes on when the service is back. */
const goesOnAt = {
  createProof: 'code',
  sendCode: 'code',
  verifyCode: 'code',
  proofStatus: 'dateOfBirth',
  matchPatient: 'dateOfBirth',
  dateOfBirth: 'completing',
  openPackets: 'completing',
  createPacket: 'completing',
  completionUrl: 'completing',
  packetProgress: 'unfinished',
} as const
const methods = Object.keys(goesOnAt) as (keyof typeof goesOnAt)[]
/** Those that are made again after a failure; after the others the service is asked what became of them. */
const looked = ['sendCode', 'verifyCode', 'createPacket'] as const
const repeated = methods.filter((method) => !looked.some((each) => each === method))

describe('service down at each step, and back', () => {
  it.each(methods)('%s: nobody is told of one failure that passes', async (method) => {
    const kiosk = await visit(creates, fails(method))
    await walkTo(kiosk, method)
    await kiosk.play(recovers, 1_999, logs('callFailed', { operation: method }), 1)
    await kiosk.sees(goesOnAt[method])
    expect(kiosk.views.map(({ screen }) => screen.name)).not.toContain('unavailable')
  })

  it.each(repeated)('%s: the visit waits where it was and goes on by itself', async (method) => {
    const kiosk = await visit(creates, fails(method))
    await walkTo(kiosk, method)
    const screen = await kiosk.seesOutage()
    expect(screen).toEqual({
      name: 'unavailable',
      retrying: false,
      helpNumber: expect.any(String) as string,
    })
    await kiosk.play(recovers, 3_999, 'at unavailable', 1)
    await kiosk.sees(goesOnAt[method])
    const failed = {
      operation: method,
      error: 'unreachable',
      attempts: 1,
      detail: 'connection refused',
      helpNumber: screen.helpNumber,
    }
    expect(kiosk.logged('callFailed')).toEqual([failed, failed])
  })

  it.each(repeated)('%s: and at once when the patient asks for it', async (method) => {
    const kiosk = await visit(creates, fails(method, 'serverFault'))
    await walkTo(kiosk, method)
    await kiosk.play(outage, recovers, 'retry')
    await kiosk.sees(goesOnAt[method])
  })

  it('publicLink: the same', async () => {
    const kiosk = await visit({ noMatch: 'publicLink', ...creates })
    await kiosk.play(fails('publicLink', 'timedOut'), 'prove', 'openPublicForms', outage, recovers)
    await kiosk.play(4_000, 'at completing')
  })

  it('waits longer each time, at most 30 s, and as long as the service asks for', async () => {
    const kiosk = await visit({}, fails('createProof'))
    await walkTo(kiosk, 'createProof')
    for (const [index, ms] of [2_000, 4_000, 8_000, 16_000, 30_000, 30_000].entries()) {
      expect(kiosk.service.timesCalled('createProof')).toBe(index + 1)
      await kiosk.play('activity', ms - 1)
      expect(kiosk.service.timesCalled('createProof')).toBe(index + 1)
      await kiosk.wait(1)
    }
    await kiosk.play(fails('createProof', 'rateLimited'), 'retry')
    const tries = kiosk.service.timesCalled('createProof')
    await kiosk.play(44_999, calls('createProof', tries), 1)
    expect(kiosk.service.timesCalled('createProof')).toBe(tries + 1)
  })

  it('shows that it tries while it tries', async () => {
    const kiosk = await visit({}, fails('createProof'))
    await walkTo(kiosk, 'createProof')
    await kiosk.seesOutage()
    const before = kiosk.views.length
    await kiosk.tap('retry')
    const since = kiosk.views.slice(before).map(({ screen }) => screen)
    expect(since).toMatchObject([
      { name: 'unavailable', retrying: true },
      { name: 'unavailable', retrying: false },
    ])
  })

  it('is wiped when the patient went away meanwhile', async () => {
    const kiosk = await visit({}, fails('createProof'))
    await walkTo(kiosk, 'createProof')
    for (let second = 0; second < 120; second += 1) await kiosk.wait(1_000)
    await kiosk.sees('welcome')
  })

  it('help, start over and the way back to the forms stay within reach', async () => {
    const kiosk = await visit({}, fails('packetProgress'))
    await walkTo(kiosk, 'packetProgress')
    await kiosk.play(outage, formIs({ visible: false }), 'help', 'closeHelp', anasBirthday)
    await kiosk.play('backToForms', 'at completing', formIs({ visible: true }))
  })
})

describe('a write of which nobody knows whether it happened', () => {
  it('a code is not sent again unless the patient asks for it', async () => {
    const kiosk = new VisitHarness()
    kiosk.service.loseAnswer('sendCode')
    await walkTo(kiosk, 'sendCode')
    await kiosk.play('at sending', 2_000)
    await kiosk.play(shows('code', { resendInMs: 0, resent: false, error: null }))
    await kiosk.play(calls('sendCode', 1), 'resendCode')
    await kiosk.play(shows('code', { resent: true, resendInMs: 30_000 }), calls('sendCode', 2))
  })

  it('a code is not tried twice: we look whether it was taken', async () => {
    const kiosk = new VisitHarness()
    kiosk.service.loseAnswer('verifyCode')
    await walkTo(kiosk, 'verifyCode')
    await kiosk.play(2_000, 'at dateOfBirth', calls('verifyCode', 1))
  })

  it('a packet is not created twice: we look at the list', async () => {
    const kiosk = new VisitHarness(creates)
    kiosk.service.loseAnswer('createPacket')
    await walkTo(kiosk, 'createPacket')
    await kiosk.play('at findingForms', 2_000, 'at completing', calls('createPacket', 1))
  })
})

describe('the service does not want us', () => {
  it.each(methods)('token revoked at %s: out of service, and back', async (method) => {
    const kiosk = new VisitHarness(creates)
    kiosk.health = () => Promise.resolve(err(failure('unauthorized', 'location')))
    kiosk.service.fail(method, 'unauthorized')
    await walkTo(kiosk, method)
    expect(await kiosk.sees('outOfService')).toEqual({ name: 'outOfService' })
    expect(kiosk.windows.at(-1)).toBe('renewed')
    expect((await kiosk.try({ type: 'begin' })).ok).toBe(false)
    expect(kiosk.logged('callFailed')[0]).toMatchObject({
      operation: method,
      error: 'unauthorized',
    })
    expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'outOfService' }])

    await kiosk.play(30_000, 'at outOfService', recovers)
    kiosk.health = () => Promise.resolve(ok(null))
    await kiosk.play(30_000, 'at welcome', logs('kioskBackInService', {}), 'begin', 'at contact')
  })
})

describe('a bug', () => {
  it.each(methods)('in %s: a person takes over, and the log tells', async (method) => {
    const kiosk = new VisitHarness(creates)
    kiosk.service.breakWith(method)
    await walkTo(kiosk, method)
    await kiosk.play('at askStaff', logs('bug', { detail: 'TypeError' }))
    await kiosk.play(logs('staffNeeded', { reason: 'bug' }))
  })

  it('in the visit itself: it is wiped', async () => {
    const kiosk = await visit({}, 'begin')
    kiosk.logThrowsOn = 'helpRequested'
    await kiosk.play('help', 'at welcome', windowsDid('renewed'))
    await kiosk.play(logs('bug', { detail: 'RangeError' }))
  })
})

describe('an answer that no waiting will better', () => {
  it.each(['notFound', 'rejected', 'refusedByEnvelope'] as const)('%s: staff', async (kind) => {
    const kiosk = await visit({}, fails('completionUrl', kind))
    await walkTo(kiosk, 'completionUrl')
    await kiosk.play('at askStaff', logs('callFailed', { operation: 'completionUrl', error: kind }))
  })
})

import { describe, expect, it } from 'vitest'
import {
  admits,
  calls,
  fails,
  logs,
  recovers,
  shows,
} from '../../../../test/harness/visit/moves.ts'
import { err, ok } from '../../../shared/result.ts'
import { failure } from '../../../../test/harness/visit/fake-service.ts'
import { anasBirthday, submit, visit } from '../../../../test/harness/visit/visit-harness.ts'
import type { VisitHarnessOptions } from '../../../../test/harness/visit/visit-harness.ts'

async function atCode(options?: VisitHarnessOptions) {
  const kiosk = await visit(options, admits('p1'), 'begin', 'phone')
  return kiosk
}

const wrongCode = { type: 'submitCode', code: '999999' } as const

describe('a code whose answer does not say what came of it', () => {
  it('is right when the proof says so', async () => {
    const kiosk = await atCode()
    kiosk.service.isUnclear = true
    await kiosk.play('code', 'at dateOfBirth', calls('verifyCode', 1))
  })

  it('is wrong while the proof is pending, and counts as one', async () => {
    const kiosk = await atCode()
    kiosk.service.isUnclear = true
    await kiosk.play(wrongCode, shows('code', { error: 'wrong' }))
    expect(kiosk.counted.kept.filter(({ kind }) => kind === 'wrongCode')).toHaveLength(1)
  })

  it('leads on to the other contact where two are asked for and this one is verified', async () => {
    const kiosk = await atCode({ channels: 'both' })
    kiosk.service.isUnclear = true
    await kiosk.play('code', shows('contact', { channel: 'email', error: null }))
  })

  it('leads to a person when the proof is locked', async () => {
    const kiosk = await atCode()
    kiosk.service.isUnclear = true
    kiosk.service.proofState = 'locked'
    await kiosk.play(wrongCode, 'at tooManyTries')
  })

  it('leads to a new proof when this one is gone', async () => {
    const kiosk = await atCode()
    kiosk.service.isUnclear = true
    kiosk.service.proofState = 'gone'
    await kiosk.play('code', shows('code', { error: 'expired', resendInMs: 0 }))
    kiosk.service.proofState = undefined
    await kiosk.play('resendCode', 'code', 'at dateOfBirth', calls('createProof', 2))
  })
})

describe('a proof whose state cannot be read', () => {
  it('counts by the service’s word about the code', async () => {
    const kiosk = await atCode()
    await kiosk.play(fails('proofStatus', 'unreadableAnswer'), 'code', 'at dateOfBirth')
    await kiosk.play(logs('callFailed', { operation: 'proofStatus' }))
  })

  it('counts so for each of two contacts', async () => {
    const kiosk = await atCode({ channels: 'both' })
    kiosk.service.fail('proofStatus', 'unreadableAnswer')
    await kiosk.play('code', 'at contact', submit('ana@example.org'), 'code', 'at dateOfBirth')
  })
})

describe('a contact that the service refuses', () => {
  it.each(['rejected', 'notFound', 'conflictingMatches', 'refusedByEnvelope'] as const)(
    '%s: the patient is not blamed, and may try another one',
    async (kind) => {
      const kiosk = await visit({ channels: 'either' }, 'begin', fails('sendCode', kind), 'phone')
      expect(await kiosk.sees('contact')).toMatchObject({
        error: 'notSent',
        canUseOtherChannel: true,
      })
      await kiosk.play(recovers, 'phone', 'at code')
    },
  )

  it('gets one new proof where the old one is gone, and no more', async () => {
    const kiosk = await visit({}, 'begin')
    kiosk.service.proofState = 'gone'
    await kiosk.play(fails('sendCode', 'notFound'), 'phone', shows('contact', { error: 'notSent' }))
    await kiosk.play(calls('createProof', 2), calls('sendCode', 2))
  })
})

describe('an operation that fails while the others work', () => {
  it.each(['matchPatient', 'openPackets', 'completionUrl'] as const)(
    '%s: leads to a person at once, and staff are told what came',
    async (method) => {
      const kiosk = await atCode()
      kiosk.service[method] = () =>
        Promise.resolve(err({ ...failure('forbidden', method), isolated: true }))
      await kiosk.typeCode()
      if (method !== 'matchPatient') await kiosk.tap(anasBirthday)
      const { helpNumber } = await kiosk.sees('askStaff')
      expect(kiosk.logged('staffNeeded')).toEqual([
        { reason: 'refused', operation: method, helpNumber },
      ])
    },
  )

  it('with an answer that cannot be read leads there too, with what was expected and what came', async () => {
    const kiosk = await atCode()
    await kiosk.play(fails('matchPatient', 'unreadableAnswer'), 'code', 'at askStaff')
    await kiosk.play(calls('matchPatient', 1))
    expect(kiosk.logged('staffNeeded')).toMatchObject([
      { reason: 'unreadable', operation: 'matchPatient', detail: 'connection refused' },
    ])
  })
})

it('nobody is told that something is missing where the service does not say it in a known word', async () => {
  const kiosk = await visit({}, admits('p1'), 'reachForm')
  kiosk.service.packetProgress = () => Promise.resolve(ok({ completed: null, formsLeft: null }))
  await kiosk.play('finish', shows('finished', { kind: 'closed' }))
  await kiosk.play(logs('callFailed', { error: 'unreadableAnswer' }))
})

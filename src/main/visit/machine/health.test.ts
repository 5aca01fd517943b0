import { describe, expect, it } from 'vitest'
import { fails, logs, refuses, windowsDid } from '../../../../test/harness/visit/moves.ts'
import { err, ok } from '../../../shared/result.ts'
import { failure } from '../../../../test/harness/visit/fake-service.ts'
import { visit, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

describe('the first look at the service', () => {
  it('account not granted: tells the patient nothing technical, the log everything', async () => {
    const kiosk = new VisitHarness({
      health: () => Promise.resolve(err(failure('forbidden', 'developer.locations.get'))),
    })
    expect(await kiosk.sees('outOfService')).toEqual({ name: 'outOfService' })
    expect(kiosk.view.overlay).toBeNull()
    expect(kiosk.logged('callFailed')[0]).toEqual({
      operation: 'developer.locations.get',
      error: 'forbidden',
      attempts: 1,
    })
    expect(kiosk.logged('kioskOutOfService')).toHaveLength(1)
  })

  it.each(['unreachable', 'notFound'] as const)(
    'a first look that fails otherwise (%s) takes nothing out of service, but the log tells',
    async (kind) => {
      const kiosk = new VisitHarness({
        health: () => Promise.resolve(err(failure(kind, 'developer.locations.get'))),
      })
      await kiosk.sees('welcome')
      expect(kiosk.logged('callFailed')).toMatchObject([
        { operation: 'developer.locations.get', error: kind },
      ])
      expect(kiosk.logged('kioskOutOfService')).toEqual([])
    },
  )

  it('a first look that comes late leaves a visit alone that has begun', async () => {
    let answer: (result: ReturnType<typeof err<ReturnType<typeof failure>>>) => void = () => {}
    const kiosk = await visit({ health: () => new Promise((resolve) => (answer = resolve)) })
    await kiosk.play('begin')
    answer(err(failure('forbidden', 'developer.locations.get')))
    await kiosk.sees('contact')
  })
})

describe('a refused first look that comes when no visit runs', () => {
  const refusal = err(failure('forbidden', 'developer.locations.get'))

  /** A kiosk whose first look at the service stays open until `answer`; later looks go well. */
  function looking() {
    let answer: (result: typeof refusal) => void = () => {}
    const first = new Promise<typeof refusal>((resolve) => (answer = resolve))
    const looks = [first]
    const kiosk = new VisitHarness({ health: () => looks.shift() ?? Promise.resolve(ok(null)) })
    return { kiosk, answer }
  }

  it('during the wipe: out of service after it, and back', async () => {
    const { kiosk, answer } = looking()
    await kiosk.tap('begin')
    kiosk.renewalsToFail = 1
    await kiosk.play('startOver', 'confirmStartOver')
    answer(refusal)
    await kiosk.play('at outOfService', windowsDid(), 5_000, windowsDid('renewed'))
    await kiosk.play(logs('kioskOutOfService', {}), refuses('begin'), 30_000, 'at welcome', 'begin')
  })

  it('while out of service: stays so until the next look', async () => {
    const { kiosk, answer } = looking()
    await kiosk.play(fails('createProof', 'unauthorized'), 'begin', 'phone', 'at outOfService')
    answer(refusal)
    await kiosk.play('at outOfService', 30_000, 'at welcome', 'begin')
  })
})

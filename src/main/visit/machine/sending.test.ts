import { describe, expect, it } from 'vitest'
import {
  admits,
  calls,
  fails,
  logs,
  overlayIs,
  shows,
} from '../../../../test/harness/visit/moves.ts'
import {
  submit,
  visit,
  VisitHarness,
  type VisitHarnessOptions,
} from '../../../../test/harness/visit/visit-harness.ts'

async function atCode(options: VisitHarnessOptions = {}) {
  const kiosk = await visit(options, admits('p1'), 'begin', 'phone', 'at code')
  return kiosk
}

async function startOver(kiosk: VisitHarness) {
  await kiosk.play('startOver', 'confirmStartOver', 'begin')
}

/** As many codes as somebody had sent to made-up numbers just now. */
function sendUnanswered(kiosk: VisitHarness, count: number) {
  for (let made = 0; made < count; made += 1)
    kiosk.counted.add('unansweredCode', `+1202555${made}`, kiosk.clock.now(), -1)
}

describe('codes that nobody answers', () => {
  it('slow everybody’s down, and never for long', async () => {
    const kiosk = await atCode()
    sendUnanswered(kiosk, 200)
    await startOver(kiosk)
    await kiosk.askForCode('202 555 0199')
    await kiosk.play(shows('sending', { waitMs: 120_000 }), 119_999, overlayIs(null))
    await kiosk.play(calls('sendCode', 1), 1, 'code', 'at askStaff')
  })

  it('make everybody wait alike, whether the contact is known or not', async () => {
    const waiting = async (contact: string) => {
      const kiosk = await atCode()
      sendUnanswered(kiosk, 30)
      await startOver(kiosk)
      const { length } = kiosk.views
      await kiosk.play(submit(contact), 60_000)
      return kiosk.views.slice(length).map(({ sequence: _, ...view }) => view)
    }
    // Both end in the same two digits, which are shown.
    expect(await waiting('202 555 0143')).toEqual(await waiting('312 555 0143'))
  })

  it('keep the idle time from running while a patient waits for their turn, and let it run after', async () => {
    const kiosk = await atCode({ idle: { afterMs: 10_000 } })
    sendUnanswered(kiosk, 200)
    await startOver(kiosk)
    await kiosk.play(fails('sendCode', 'timedOut'), submit('202 555 0199'), 119_999)
    await kiosk.play(overlayIs(null), 1, 'at sending', 10_000, overlayIs({ name: 'idleWarning' }))
  })

  it('are told to staff, and those that are answered are not', async () => {
    const kiosk = await atCode()
    sendUnanswered(kiosk, 18)
    await kiosk.typeCode()
    await startOver(kiosk)
    await kiosk.askForCode('202 555 0198')
    await kiosk.play(logs('unusualCodes'), 'changeContact', submit('202 555 0199'))
    await kiosk.play(logs('unusualCodes', {}))
  })
})

describe('a phone that gets no codes', () => {
  it.each([
    ['+1 900 555 1234', 'premium'],
    ['+44 20 7946 0958', 'abroad'],
  ])('is refused kindly, and the service asked nothing: %s (%s)', async (number) => {
    const kiosk = await visit({}, 'begin', submit(number))
    expect(await kiosk.sees('contact')).toMatchObject({ error: 'notServed', errorCount: 1 })
    expect(kiosk.service.calls).toEqual([])
    expect(kiosk.counted.kept).toEqual([])
    await kiosk.play('phone', 'at code')
  })

  it('gets them where the clinic lists its country', async () => {
    const kiosk = await visit({ phoneCountries: ['GB'] }, 'begin', submit('+44 20 7946 0958'))
    await kiosk.play('at code')
  })
})

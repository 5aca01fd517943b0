import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { formIs, logs, refuses } from '../../../../test/harness/visit/moves.ts'
import type { DialogAnswer } from '../../../shared/windows.ts'
import { anasBirthday, settle, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'
import { mostDialogs } from './dialogs.ts'

let kiosk: VisitHarness
beforeEach(async () => {
  kiosk = new VisitHarness()
  kiosk.admitAna('packet-8801')
  await kiosk.reachForm()
})
afterEach(() => kiosk.stop())

const picture = '/9j/4AAQ'
const give = (number: number) => ({ type: 'givePicture', number, picture }) as const
const notNow = (number: number, accepted = false) =>
  ({ type: 'answerDialog', number, accepted, text: '' }) as const
const shown = () => kiosk.view.overlay

/** Asks as a field of the form's page does; `answers` holds what it got, in order. */
function asking() {
  const answers: DialogAnswer[] = []
  return {
    answers,
    ask: async () => {
      void kiosk.form.events.onPicture().then((answer) => answers.push(answer))
      await settle()
    },
  }
}

describe('a picture that the form asks for', () => {
  it('is taken over the form, which is hidden meanwhile, and handed to it', async () => {
    const { ask, answers } = asking()
    await ask()
    expect(shown()).toEqual({ name: 'camera', number: 1 })
    await kiosk.play(formIs({ visible: false }), give(1))
    expect(answers).toEqual([picture])
    expect(shown()).toBe(null)
    expect(kiosk.form.visible).toBe(true)
  })

  it('is in the log without what it shows, before it is handed over', async () => {
    const { ask, answers } = asking()
    await ask()
    await kiosk.tap(give(1))
    const { helpNumber } = kiosk.logged('visitStarted')[0] ?? {}
    expect(kiosk.logged('pictureGiven')).toEqual([{ helpNumber }])
    kiosk.logThrowsOn = 'pictureGiven'
    await ask()
    await kiosk.try(give(2))
    expect(answers).not.toEqual([picture, picture])
  })

  it('is not given where the patient does not want to', async () => {
    const { ask, answers } = asking()
    await ask()
    await kiosk.tap(notNow(1))
    expect(answers).toEqual([null])
    await kiosk.play(formIs({ visible: true }), logs('pictureGiven'))
  })

  it('is none but a picture, for what asks for one, and once', async () => {
    const { ask, answers } = asking()
    expect((await kiosk.try(give(1))).ok).toBe(false)
    await ask()
    await kiosk.play(refuses(give(2)), refuses(notNow(1, true)), give(1), refuses(give(1)))
    const asked = kiosk.form.events.onDialog({ kind: 'prompt', text: 'Name?', typed: '' })
    await settle()
    await kiosk.play(refuses(give(2)), notNow(2))
    expect(await asked).toBe(null)
    expect(answers).toEqual([picture])
  })

  it('is not asked for by a form that nobody sees, nor while another question is open', async () => {
    const { ask, answers } = asking()
    await ask()
    await ask()
    expect(answers).toEqual([null])
    await kiosk.tap(notNow(1))
    kiosk.cover(true)
    await ask()
    expect(answers).toEqual([null, null, null])
    expect(shown()).toBe(null)
  })

  it('is asked for a few times a minute, together with all dialogs', async () => {
    const { ask, answers } = asking()
    for (let number = 1; number <= mostDialogs; number += 1) {
      await ask()
      await kiosk.tap(notNow(number))
    }
    await ask()
    expect(answers).toHaveLength(mostDialogs + 1)
    expect(shown()).toBe(null)
  })

  it('waits unseen beneath help, the lock and the idle warning', async () => {
    const { ask, answers } = asking()
    await ask()
    await kiosk.tap('help')
    expect(shown()?.name).toBe('help')
    await kiosk.tap('closeHelp')
    expect(shown()).toBe(null)
    await kiosk.tap(anasBirthday)
    expect(shown()?.name).toBe('camera')
    await kiosk.wait(kiosk.settings.idle.formAfterMs)
    expect(shown()?.name).toBe('idleWarning')
    await kiosk.tap('stillHere')
    expect(shown()?.name).toBe('camera')
    expect(answers).toEqual([])
  })

  it.each([
    ['start over', () => kiosk.tap('startOver').then(() => kiosk.tap('confirmStartOver'))],
    ['staff', () => kiosk.end('staff')],
    ['the patient being finished', () => kiosk.tap('finish')],
  ] as const)('goes by %s', async (_, end) => {
    const { ask, answers } = asking()
    await ask()
    await end()
    expect(answers).toEqual([null])
    expect(shown()?.name).not.toBe('camera')
  })
})

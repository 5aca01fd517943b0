import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { DialogAnswer, PageDialog } from '../../../shared/windows.ts'
import { anasBirthday, settle, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

/** As many as a form may ask within a minute (docs/security.md). */
const mostDialogs = 6

let kiosk: VisitHarness
beforeEach(async () => {
  kiosk = new VisitHarness()
  kiosk.admitAna('packet-8801')
  await kiosk.reachForm()
})
afterEach(() => kiosk.stop())

/** Asks as the form's page does; `answers` holds what it heard, in order. */
function asking() {
  const answers: DialogAnswer[] = []
  return {
    answers,
    ask: async (dialog: Partial<PageDialog> = {}) => {
      const asked = kiosk.form.events.onDialog({
        kind: 'confirm',
        text: 'Send?',
        typed: '',
        ...dialog,
      })
      void asked.then((answer) => answers.push(answer))
      await settle()
    },
  }
}
const shown = () => kiosk.view.overlay
const answer = (number: number, accepted: boolean, text = '') =>
  ({ type: 'answerDialog', number, accepted, text }) as const

describe('a dialog of the form', () => {
  it('is shown over the form, which is hidden until the patient has answered', async () => {
    const { ask, answers } = asking()
    expect(kiosk.form.visible).toBe(true)
    await ask()
    expect(shown()).toEqual({
      name: 'formAsks',
      number: 1,
      kind: 'confirm',
      text: 'Send?',
      typed: '',
    })
    expect(kiosk.form.visible).toBe(false)
    expect(answers).toEqual([])
    await kiosk.tap(answer(1, true))
    expect(answers).toEqual([''])
    expect(shown()).toBe(null)
    expect(kiosk.form.visible).toBe(true)
  })

  it('gives the page what was typed, and nothing when it was not accepted', async () => {
    const { ask, answers } = asking()
    await ask({ kind: 'prompt' })
    await kiosk.tap(answer(1, true, 'Ana'))
    await ask({ kind: 'prompt' })
    await kiosk.tap(answer(2, false, 'Ana'))
    expect(answers).toEqual(['Ana', null])
  })

  it('takes no answer that was meant for another one', async () => {
    const { ask, answers } = asking()
    expect((await kiosk.try(answer(1, true))).ok).toBe(false)
    await ask()
    expect((await kiosk.try(answer(2, true))).ok).toBe(false)
    expect(answers).toEqual([])
  })

  it('is not asked while another one is, nor by a form that nobody sees', async () => {
    const { ask, answers } = asking()
    await ask({ text: 'first' })
    await ask({ text: 'second' })
    expect(answers).toEqual([null])
    expect(shown()).toMatchObject({ text: 'first' })
    await kiosk.tap(answer(1, false))
    await kiosk.tap('help')
    await ask()
    await kiosk.tap('closeHelp')
    kiosk.cover(true)
    await ask()
    expect(answers).toEqual([null, null, null, null])
    expect(shown()).toBe(null)
  })

  it('is asked six times a minute, then silently not', async () => {
    const { ask, answers } = asking()
    for (let number = 1; number <= mostDialogs; number++) {
      await ask()
      await kiosk.tap(answer(number, true))
    }
    await ask()
    expect(answers).toEqual([...Array<string>(mostDialogs).fill(''), null])
    expect(shown()).toBe(null)
    await kiosk.wait(60_000)
    await ask()
    expect(shown()).toMatchObject({ name: 'formAsks' })
  })

  it('is left where nobody can be asked', async () => {
    const { ask, answers } = asking()
    await kiosk.tap('help')
    await ask({ kind: 'leave' })
    expect(answers).toEqual([''])
  })

  it('waits beneath help and the idle warning, and comes back after them', async () => {
    const { ask, answers } = asking()
    await ask()
    await kiosk.tap('help')
    expect(shown()?.name).toBe('help')
    expect(kiosk.form.visible).toBe(false)
    await kiosk.tap('closeHelp')
    await kiosk.tap(anasBirthday)
    expect(shown()?.name).toBe('formAsks')
    await kiosk.wait(kiosk.settings.idle.formAfterMs)
    expect(shown()?.name).toBe('idleWarning')
    await kiosk.tap('stillHere')
    expect(shown()?.name).toBe('formAsks')
    expect(answers).toEqual([])
  })

  it.each([
    [
      'the idle time',
      async () => {
        await kiosk.wait(kiosk.settings.idle.formAfterMs)
        await kiosk.wait(kiosk.settings.idle.warningMs)
      },
    ],
    ['start over', () => kiosk.tap('startOver').then(() => kiosk.tap('confirmStartOver'))],
    ['staff', () => kiosk.end('staff')],
  ] as const)('ends with the visit, by %s', async (_, end) => {
    const { ask, answers } = asking()
    await ask()
    await end()
    expect(answers).toEqual([null])
    expect(kiosk.form.closed).toBe(true)
    expect(shown()).toBe(null)
  })

  it('goes with a form that is lost, and the next form is shown', async () => {
    const { ask, answers } = asking()
    await ask()
    kiosk.form.events.onGone()
    await kiosk.sees('completing')
    expect(answers).toEqual([null])
    expect(shown()).toBe(null)
    expect(kiosk.forms).toHaveLength(2)
    expect(kiosk.form.visible).toBe(true)
  })

  it('goes when the patient says that they are finished', async () => {
    const { ask, answers } = asking()
    await ask()
    await kiosk.tap('finish')
    expect(answers).toEqual([null])
    expect(shown()).toBe(null)
  })
})

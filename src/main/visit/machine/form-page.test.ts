import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import * as m from '../../../../test/harness/visit/moves.ts'
import type { DialogAnswer, PageDialog } from '../../../shared/windows.ts'
import {
  anasBirthday,
  settle,
  visit,
  VisitHarness,
} from '../../../../test/harness/visit/visit-harness.ts'
import { mostDialogs } from './dialogs.ts'
import { inForm } from '../../../../test/harness/visit/open-form.ts'
import type { FocusedField } from '../../../shared/focused-field.ts'

describe('dialogs', () => {
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
      await kiosk.play(answer(1, false), 'help')
      await ask()
      await kiosk.tap('closeHelp')
      kiosk.cover(true)
      await ask()
      expect(answers).toEqual([null, null, null, null])
      expect(shown()).toBe(null)
    })

    it('is asked a few times a minute, then silently not', async () => {
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
      await kiosk.play(m.formIs({ visible: false }), 'closeHelp', anasBirthday)
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
          await kiosk.play(kiosk.settings.idle.formAfterMs, kiosk.settings.idle.warningMs)
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
      await kiosk.play(m.formIsLost, 'at completing')
      expect(answers).toEqual([null])
      expect(shown()).toBe(null)
      await kiosk.play(m.formsOpened(2), m.formIs({ visible: true }))
    })

    it('goes when the patient says that they are finished', async () => {
      const { ask, answers } = asking()
      await ask()
      await kiosk.tap('finish')
      expect(answers).toEqual([null])
      expect(shown()).toBe(null)
    })
  })
})

describe('pictures', () => {
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
      await kiosk.play(m.formIs({ visible: false }), give(1))
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
      await kiosk.play(m.formIs({ visible: true }), m.logs('pictureGiven'))
    })

    it('is none but a picture, for what asks for one, and once', async () => {
      const { ask, answers } = asking()
      expect((await kiosk.try(give(1))).ok).toBe(false)
      await ask()
      await kiosk.play(m.refuses(give(2)), m.refuses(notNow(1, true)), give(1), m.refuses(give(1)))
      const asked = kiosk.form.events.onDialog({ kind: 'prompt', text: 'Name?', typed: '' })
      await settle()
      await kiosk.play(m.refuses(give(2)), notNow(2))
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
})

describe('papers', () => {
  let kiosk: VisitHarness
  beforeEach(async () => {
    kiosk = new VisitHarness()
    kiosk.admitAna('packet-8801')
    await kiosk.reachForm()
  })
  afterEach(() => kiosk.stop())

  const paper = async (isOpen: boolean) => {
    kiosk.form.events.onPaper(isOpen)
    await settle()
  }
  const screen = () => kiosk.view.screen

  describe('a paper of the form', () => {
    it('is told of on the screen as long as it lies over the form, which is seen with it', async () => {
      expect(screen()).not.toHaveProperty('paper')
      await paper(true)
      expect(screen()).toMatchObject({ name: 'completing', paper: true })
      expect(kiosk.form.visible).toBe(true)
      await paper(false)
      expect(screen()).not.toHaveProperty('paper')
    })

    it('is closed by the patient, once it is there', async () => {
      expect((await kiosk.try({ type: 'closePaper' })).ok).toBe(false)
      await paper(true)
      await kiosk.tap('closePaper')
      expect(kiosk.form.papersClosed).toBe(1)
      expect(screen()).not.toHaveProperty('paper')
      expect((await kiosk.try({ type: 'closePaper' })).ok).toBe(false)
    })

    it('puts the keys away, which come back with the field', async () => {
      const field = { token: '1', kind: 'text', hides: false, lang: '', enter: 'enter' } as const
      kiosk.form.events.onField(field)
      await settle()
      expect(kiosk.form.keysShown).toBe(true)
      await paper(true)
      expect(kiosk.form.keysShown).toBe(false)
      expect(screen()).not.toHaveProperty('typing')
      await paper(false)
      expect(kiosk.form.keysShown).toBe(true)
      expect(screen()).toHaveProperty('typing')
    })

    it('is hidden beneath help, and comes back after it', async () => {
      await paper(true)
      await kiosk.play('help', m.formIs({ visible: false }), 'closeHelp', anasBirthday)
      await kiosk.play(m.formIs({ visible: true }))
      expect(screen()).toHaveProperty('paper')
    })

    it('goes with a form that is lost, and the next form has none', async () => {
      await paper(true)
      await kiosk.play(m.formIsLost, 'at completing', m.formsOpened(2))
      expect(screen()).not.toHaveProperty('paper')
    })

    it('ends with the visit', async () => {
      await paper(true)
      await kiosk.play('startOver', 'confirmStartOver', m.formIs({ closed: true }))
      expect(screen().name).toBe('welcome')
    })
  })
})

describe('the keyboard in a form', () => {
  const field = { token: '1', kind: 'text', hides: false, lang: '', enter: 'enter' } as const

  /** A visit with its form open. */
  async function filling() {
    const kiosk = await inForm()
    const form = kiosk.forms.at(-1)
    if (!form) throw new Error('no form is open')
    return { kiosk, form }
  }

  it('tells the bar each time that somebody comes into it, and at which end', async () => {
    const { kiosk, form } = await filling()
    expect(await kiosk.sees('completing')).not.toHaveProperty('barEntry')
    form.events.onLeave('forward')
    expect(await kiosk.sees('completing')).toMatchObject({ barEntry: { at: 'first', times: 1 } })
    form.events.onLeave('backward')
    expect(await kiosk.sees('completing')).toMatchObject({ barEntry: { at: 'last', times: 2 } })
  })

  it('leads the keyboard into the form where it is wished', async () => {
    const { kiosk, form } = await filling()
    for (const at of ['first', 'last', 'same'] as const) await kiosk.tap({ type: 'enterForm', at })
    expect(form.entered).toEqual(['first', 'last', 'same'])
  })

  it('leads it nowhere while the form is hidden, or where there is none', async () => {
    const { kiosk, form } = await filling()
    await kiosk.tap('help')
    await kiosk.try({ type: 'enterForm', at: 'first' })
    expect(form.entered).toEqual([])
    await kiosk.play('closeHelp', anasBirthday, 'finish')
    await kiosk.try({ type: 'enterForm', at: 'first' })
    expect(form.entered).toEqual([])
  })

  it("puts Foyer's keys away when somebody goes by a real keyboard", async () => {
    const { kiosk, form } = await filling()
    form.events.onField(field)
    expect(form.keysShown).toBe(true)
    form.events.onLeave('forward')
    expect(form.keysShown).toBe(false)
    form.events.onField(field)
    await kiosk.tap({ type: 'enterForm', at: 'same' })
    expect(form.keysShown).toBe(false)
    expect(form.entered).toEqual([])
  })
})

describe('keys for a form', () => {
  const field: FocusedField = { token: '1', kind: 'text', hides: false, lang: '', enter: 'enter' }
  const key = { type: 'text', text: 'a' } as const

  /** A visit with its form open. */
  async function filling() {
    const kiosk = await visit({}, m.admits('p1'), 'prove')
    await kiosk.play({ type: 'submitDateOfBirth', year: '1984', month: '2', day: '29' })
    await kiosk.play('at completing')
    const form = kiosk.forms.at(-1)
    if (!form) throw new Error('no form is open')
    return { kiosk, form }
  }

  it('shows the keys for the field that the patient chose, and what it takes', async () => {
    const { kiosk, form } = await filling()
    expect(form.keysShown).toBe(false)
    form.events.onField(field)
    expect(await kiosk.sees('completing')).toMatchObject({ typing: { ...field, isHidden: false } })
    expect(form.keysShown).toBe(true)
    form.events.onField(undefined)
    expect(await kiosk.sees('completing')).not.toHaveProperty('typing')
    expect(form.keysShown).toBe(false)
  })

  it('types a key for the field that has the focus, and none for another', async () => {
    const { kiosk, form } = await filling()
    await kiosk.try({ type: 'pressKey', field: '1', key })
    form.events.onField(field)
    await kiosk.try({ type: 'pressKey', field: '1', key })
    await kiosk.try({ type: 'pressKey', field: '2', key })
    form.events.onField(undefined)
    await kiosk.try({ type: 'pressKey', field: '1', key })
    expect(form.pressed).toEqual([['1', key]])
  })

  it.each(['a tap', 'a real keyboard'])(
    'puts the keys away by %s, until they are wanted',
    async (by) => {
      const { kiosk, form } = await filling()
      form.events.onField(field)
      if (by === 'a tap') await kiosk.tap('hideKeyboard')
      else form.events.onRealKey()
      expect(await kiosk.sees('completing')).toMatchObject({ typing: { isHidden: true } })
      expect(form.keysShown).toBe(false)
      await kiosk.try({ type: 'pressKey', field: '1', key })
      expect(form.pressed).toEqual([])
      await kiosk.tap('showKeyboard')
      expect(form.keysShown).toBe(true)
      await kiosk.tap('hideKeyboard')
      form.events.onField(field)
      expect(form.keysShown).toBe(true)
    },
  )

  it('keeps nothing of what is typed, and logs none of it', async () => {
    const { kiosk, form } = await filling()
    form.events.onField(field)
    await kiosk.try({ type: 'pressKey', field: '1', key: { type: 'text', text: 'ß' } })
    expect(
      JSON.stringify([kiosk.views, kiosk.log, kiosk.snapshots.map((each) => each.context.typing)]),
    ).not.toContain('ß')
  })
})

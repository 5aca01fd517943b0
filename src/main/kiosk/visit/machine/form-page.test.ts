import { beforeEach, describe, expect, it } from 'vitest'
import type { FocusedField } from '../../../../shared/focused-field.ts'
import type { DialogAnswer, PageDialog } from '../../../../shared/windows.ts'
import type { FakeForm } from '#harness/visit/fake-ports.ts'
import * as m from '#harness/visit/moves.ts'
import {
  inForm,
  anasBirthday,
  settle,
  type Move,
  type VisitHarness,
} from '#harness/visit/visit-harness.ts'

/** As many as a form may ask within a minute (docs/security.md). */
const mostDialogs = 6

let kiosk: VisitHarness
let form: FakeForm
beforeEach(async () => {
  kiosk = await inForm()
  form = kiosk.form
})

const picture = '/9j/4AAQ'
const give = (number: number) => ({ type: 'givePicture', number, picture }) as const
const answer = (number: number, accepted: boolean, text = '') =>
  ({ type: 'answerDialog', number, accepted, text }) as const

let answers: DialogAnswer[]
beforeEach(() => (answers = []))
const asks =
  (dialog: Partial<PageDialog> = {}): Move =>
  async (asked) => {
    const full: PageDialog = { kind: 'confirm', text: 'Send?', typed: '', ...dialog }
    void asked.form.events.onDialog(full).then((each) => answers.push(each))
    await settle()
  }
const asksForPicture: Move = async (asked) => {
  void asked.form.events.onPicture().then((each) => answers.push(each))
  await settle()
}
const heard =
  (...all: DialogAnswer[]): Move =>
  () =>
    expect(answers).toEqual(all)

describe.each([
  ['dialog', 'formAsks', asks(), answer],
  ['picture', 'camera', asksForPicture, answer],
] as const)('a %s that the form asks for', (_, name, asksIt, refuse) => {
  const shown = m.overlayIs({ name })
  const gone = m.overlayIs(null)

  it('is shown over the form, which is hidden until the patient has answered', async () => {
    await kiosk.play(asksIt, m.overlayIs({ name, number: 1 }), m.formIs({ visible: false }))
    await kiosk.play(heard(), refuse(1, false), heard(null), gone, m.seesForm(1))
  })

  it('is not asked for while another one is, nor by a form that nobody sees', async () => {
    await kiosk.play(asksIt, asks({ text: 'second' }), heard(null), shown, refuse(1, false), 'help')
    await kiosk.play(
      asksIt,
      'closeHelp',
      m.covers(true),
      asksIt,
      heard(null, null, null, null),
      gone,
    )
  })

  it('is asked for six times a minute, then silently not', async () => {
    for (let number = 1; number <= mostDialogs; number += 1)
      await kiosk.play(asksIt, refuse(number, false))
    await kiosk.play(asksIt, heard(...Array<null>(mostDialogs + 1).fill(null)), gone)
    await kiosk.play(60_000, asksIt, shown)
  })

  it('waits unseen beneath help, the lock and the idle warning, and comes back after them', async () => {
    await kiosk.play(asksIt, 'help', m.overlayIs({ name: 'help' }), m.formIs({ visible: false }))
    await kiosk.play('closeHelp', gone, anasBirthday, shown, kiosk.settings.idle.formAfterMs)
    await kiosk.play(m.overlayIs({ name: 'idleWarning' }), 'stillHere', shown, heard())
  })

  it.each<[string, Move[]]>([
    ['the idle time', [240_000, 30_000]],
    ['start over', ['startOver', 'confirmStartOver']],
    ['staff', [m.ends]],
  ])('ends with the visit, by %s', async (_how, moves) => {
    await kiosk.play(asksIt, ...moves, heard(null), m.formIs({ closed: true }), gone)
  })

  it('goes with a form that is lost, and the next form is shown', async () => {
    await kiosk.play(asksIt, m.formIsLost, 'at completing', heard(null), gone, m.seesForm(2))
  })

  it('goes when the patient says that they are finished', () =>
    kiosk.play(asksIt, 'finish', heard(null), gone))
})

describe('a dialog of the form', () => {
  it('gives the page what was typed, and nothing when it was not accepted', async () => {
    await kiosk.play(asks(), answer(1, true), asks({ kind: 'prompt' }), answer(2, true, 'Ana'))
    await kiosk.play(asks({ kind: 'prompt' }), answer(3, false, 'Ana'), heard('', 'Ana', null))
  })

  it('shows what is asked, and takes no answer that was meant for another one', async () => {
    await kiosk.play(m.refuses(answer(1, true)), asks(), m.refuses(answer(2, true)), heard())
    const asked = { kind: 'confirm', text: 'Send?', typed: '' }
    expect(kiosk.view.overlay).toEqual({ name: 'formAsks', number: 1, ...asked })
  })

  it('is left where nobody can be asked', () =>
    kiosk.play('help', asks({ kind: 'leave' }), heard('')))
})

describe('a picture of the patient', () => {
  it('is handed to the form, and in the log without what it shows, before that', async () => {
    await kiosk.play(asksForPicture, give(1), heard(picture), m.overlayIs(null), m.seesForm(1))
    const { helpNumber } = kiosk.logged('visitStarted')[0] ?? {}
    expect(kiosk.logged('pictureGiven')).toEqual([{ helpNumber }])
    await kiosk.play(asksForPicture, m.has({ logThrowsOn: 'pictureGiven' }))
    await kiosk.try(give(2))
    expect(answers).not.toEqual([picture, picture])
  })

  it('is not in the log where the patient does not want to give it', () =>
    kiosk.play(asksForPicture, answer(1, false), m.logs('pictureGiven')))

  it('is none but a picture, for what asks for one, and once', async () => {
    await kiosk.play(m.refuses(give(1)), asksForPicture, m.refuses(give(2)))
    await kiosk.play(m.refuses(answer(1, true)), give(1), m.refuses(give(1)))
    await kiosk.play(asks({ kind: 'prompt' }), m.refuses(give(2)), answer(2, false))
    await kiosk.play(heard(picture, null))
  })
})

const papers =
  (isOpen: boolean): Move =>
  async (asked) => {
    asked.form.events.onPaper(isOpen)
    await settle()
  }
const field: FocusedField = { token: '1', kind: 'text', hides: false, lang: '', enter: 'enter' }
const focuses =
  (focused: FocusedField | undefined): Move =>
  async (asked) => {
    asked.form.events.onField(focused)
    await settle()
  }
const keysAre = (keysShown: boolean) => m.formIs({ keysShown })
const has = (name: string) => () => expect(kiosk.view.screen).toHaveProperty(name)
const hasNo = (name: string) => () => expect(kiosk.view.screen).not.toHaveProperty(name)

describe('a paper of the form', () => {
  it('is told of on the screen as long as it lies over the form, which is seen with it', async () => {
    await kiosk.play(hasNo('paper'), papers(true), m.shows('completing', { paper: true }))
    await kiosk.play(m.seesForm(1), papers(false), hasNo('paper'))
  })

  it('is closed by the patient, once it is there', async () => {
    await kiosk.play(m.refuses('closePaper'), papers(true), 'closePaper', hasNo('paper'))
    await kiosk.play(m.formIs({ papersClosed: 1 }), m.refuses('closePaper'))
  })

  it('puts the keys away, which come back with the field', async () => {
    await kiosk.play(focuses(field), keysAre(true), papers(true), keysAre(false), hasNo('typing'))
    await kiosk.play(papers(false), keysAre(true), has('typing'))
  })

  it('is hidden beneath help, and comes back after it', async () => {
    await kiosk.play(papers(true), 'help', m.formIs({ visible: false }), 'closeHelp', anasBirthday)
    await kiosk.play(m.seesForm(1), has('paper'))
  })

  it('goes with a form that is lost, and with the visit', async () => {
    await kiosk.play(papers(true), m.formIsLost, m.seesForm(2), hasNo('paper'), papers(true))
    await kiosk.play('startOver', 'confirmStartOver', 'at welcome', m.formIs({ closed: true }))
  })
})

describe('the keyboard in a form', () => {
  const enters = (at: 'first' | 'last' | 'same') => ({ type: 'enterForm', at }) as const
  const tries = (at: 'first' | 'same') => () => kiosk.try(enters(at))

  it('leaves it for the bar, which is told each time, and at which end', async () => {
    await kiosk.play(hasNo('barEntry'), () => form.events.onLeave('forward'))
    await kiosk.play(m.shows('completing', { barEntry: { at: 'first', times: 1 } }))
    form.events.onLeave('backward')
    await kiosk.play(m.shows('completing', { barEntry: { at: 'last', times: 2 } }))
  })

  it('comes into it where it is wished', async () => {
    await kiosk.play(enters('first'), enters('last'), enters('same'))
    expect(form.entered).toEqual(['first', 'last', 'same'])
  })

  it('comes nowhere while the form is hidden, or where there is none', async () => {
    await kiosk.play('help', tries('first'), 'closeHelp', anasBirthday, 'finish', tries('first'))
    expect(form.entered).toEqual([])
  })

  it("puts Foyer's keys away when somebody goes by a real one", async () => {
    await kiosk.play(focuses(field), keysAre(true), () => form.events.onLeave('forward'))
    await kiosk.play(keysAre(false), focuses(field), enters('same'), keysAre(false))
    expect(form.entered).toEqual([])
  })
})

describe('keys for a form', () => {
  const press = (token: string, text = 'a') =>
    ({ type: 'pressKey', field: token, key: { type: 'text', text } }) as const
  const tries = (token: string) => () => kiosk.try(press(token))

  it('are shown for the field that the patient chose, and what it takes', async () => {
    await kiosk.play(keysAre(false), focuses(field), keysAre(true))
    await kiosk.play(m.shows('completing', { typing: { ...field, isHidden: false } }))
    await kiosk.play(focuses(undefined), hasNo('typing'), keysAre(false))
  })

  it('type for the field that has the focus, and for no other', async () => {
    await kiosk.play(tries('1'), focuses(field), tries('1'), tries('2'), focuses(undefined))
    await kiosk.play(tries('1'))
    expect(form.pressed).toEqual([['1', press('1').key]])
  })

  it.each<[string, Move]>([
    ['a tap', 'hideKeyboard'],
    ['a real keyboard', (asked) => asked.form.events.onRealKey()],
  ])('are put away by %s, until they are wanted', async (_, puts) => {
    await kiosk.play(focuses(field), puts, m.shows('completing', { typing: { isHidden: true } }))
    await kiosk.play(keysAre(false), tries('1'))
    expect(form.pressed).toEqual([])
    await kiosk.play('showKeyboard', keysAre(true), 'hideKeyboard', focuses(field), keysAre(true))
  })

  it('keep nothing of what is typed, and log none of it', async () => {
    await kiosk.play(focuses(field), press('1', 'ß'))
    const typing = kiosk.snapshots.map(({ context }) => context.typing)
    expect(JSON.stringify([kiosk.views, kiosk.log, typing])).not.toContain('ß')
  })
})

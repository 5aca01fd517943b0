import { describe, expect, it } from 'vitest'
import { standardDisplay } from '../../../../shared/display.ts'
import { mapOk } from '../../../../shared/result.ts'
import type { FormNote } from '../../../../shared/form-notes.ts'
import * as m from '#harness/visit/moves.ts'
import {
  asked,
  inForm,
  inPublicForms,
  anasBirthday,
  visit,
  type Move,
} from '#harness/visit/visit-harness.ts'
import type { OpenForm } from '../ports.ts'
import { noteMs } from './form-steps.ts'
import { visibilityMs } from './form-view.ts'

describe('a note of the bar', () => {
  const files = m.formSigns('files')
  const says =
    (note: FormNote | undefined): Move =>
    async (kiosk) =>
      expect((await kiosk.sees('completing')).note).toBe(note)

  it.each([
    ['a packet', inForm],
    ['public forms', inPublicForms],
  ])('of a form of %s that asks for a file says what to do, for a while', async (...row) => {
    const kiosk = await row[1]()
    await kiosk.play(says(undefined), files, says('files'), noteMs - 1, says('files'), 1)
    await kiosk.play(says(undefined))
  })

  it('of a form that would print or hand out a file says where it is to be had', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.formSigns('handout'), says('handout'), files, says('files'), noteMs)
    await kiosk.play(says(undefined))
  })

  it.each(['unheard', 'expired'] as const)('of a form that cannot go on: %s', async (note) => {
    await (await inForm()).play(m.formSigns(note), says(note), noteMs, says(undefined))
  })

  it('stands as long again when it is asked for again', async () => {
    const kiosk = await inForm()
    await kiosk.play(files, noteMs - 1, files, noteMs - 1, says('files'), 1, says(undefined))
  })

  it('is left by a touch of the form, and ended by one of the bar', async () => {
    const kiosk = await inForm()
    await kiosk.play(files, m.formIsTouched, says('files'), 'activity', says(undefined), files)
    await kiosk.play('help', 'closeHelp', anasBirthday, says(undefined))
  })

  it('is not there any more when the patient comes back to the form', async () => {
    const kiosk = await inForm()
    await kiosk.play(files, 'finish', 'at unfinished', 'backToForms', says(undefined), noteMs)
    await kiosk.play(files, says('files'))
  })

  it('has the service asked nothing', async () => {
    const kiosk = await inForm()
    await kiosk.play(1_000)
    const before = asked(kiosk)
    await kiosk.play(...Array.from({ length: 10 }, () => files), 1_000)
    expect(asked(kiosk)).toBe(before)
  })

  it('leaves a form that is complete to end as it does', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.completes, m.formSigns('document'), 500, files, says('files'), noteMs)
    await kiosk.play(m.shows('finished', { kind: 'complete' }))
  })
})

describe('a form view', () => {
  it('that opens only after its visit has ended is closed unseen before the wipe, and tells nothing', async () => {
    const opening = m.held((kiosk, until) => (kiosk.formOpens = until))
    const kiosk = await visit({}, m.admits('p1'), opening.hold, 'prove', anasBirthday, 'at opening')
    await kiosk.play('startOver', 'confirmStartOver', 'at welcome', m.windowsDid())
    await kiosk.play(opening.release, m.windowsDid('form closed', 'renewed'))
    expect(kiosk.form.visibility).toEqual([])
    const { length } = kiosk.views
    await kiosk.play(m.formIsLost, m.formIsTouched, 0, m.logs('formFailed'))
    expect(kiosk.views).toHaveLength(length)
  })

  it('that can neither be shown nor hidden counts as lost', () => {
    const setVisible = () => Promise.reject(new Error('gone'))
    const guard =
      (open: OpenForm): OpenForm =>
      async (...given) =>
        mapOk(await open(...given), (view) => ({ ...view, setVisible }))
    const lost = { error: 'gone' }
    return visit(
      { guard },
      ...[m.admits('p1'), 'prove' as const, anasBirthday, 'at askStaff' as const],
      ...[m.formsOpened(3), m.logs('formFailed', lost, lost, lost)],
    )
  })
})

describe('staff who come to a form', () => {
  const hidingForm = async (hide: () => Promise<void>) => {
    const acts: string[] = []
    const guard =
      (open: OpenForm): OpenForm =>
      async (...given) =>
        mapOk(await open(...given), (view) => ({
          ...view,
          setVisible: (visible) =>
            visible ? view.setVisible(true) : hide().then(() => void acts.push('hidden')),
          close: () => (acts.push('closed'), view.close()),
        }))
    const kiosk = await visit({ guard }, m.admits('p1'), 'prove', anasBirthday, 'at completing')
    return { kiosk, acts, covered: kiosk.cover(true).then(() => acts.push('covered')) }
  }

  it('wait until it is hidden', async () => {
    let hide = () => {}
    const { kiosk, acts, covered } = await hidingForm(
      () => new Promise((resolve) => (hide = resolve)),
    )
    await kiosk.play(visibilityMs - 1)
    expect(acts).toEqual([])
    hide()
    await covered
    expect(acts).toEqual(['hidden', 'covered'])
  })

  it.each([
    ['does not hide in time', () => new Promise<void>(() => {})],
    ['cannot be hidden', () => Promise.reject(new Error('gone'))],
  ])('find one that %s closed', async (_what, hide) => {
    const { kiosk, acts, covered } = await hidingForm(hide)
    await kiosk.play(visibilityMs)
    await covered
    expect(acts.slice(0, acts.indexOf('covered'))).toContain('closed')
  })
})

describe('the display that was chosen', () => {
  const large = { type: 'chooseTextSize', textSize: 200 } as const
  const dark = { type: 'chooseTheme', theme: 'contrastDark' } as const
  const low = { type: 'lowerScreen', lowered: true } as const
  const spanish = { type: 'chooseLanguage', locale: 'es' } as const
  const asEver = { display: standardDisplay, locale: 'en' }

  it('holds for the visit, whatever it shows, and is as it was for the next one', async () => {
    const display = { textSize: 200, theme: 'contrastDark', lowered: true }
    const kiosk = await visit({}, m.viewHas(asEver), large, dark, low, 'begin', spanish, 'help')
    await kiosk.play(m.viewHas({ display, locale: 'es' }), 'startOver', 'confirmStartOver')
    await kiosk.play('at welcome', m.viewHas(asEver))
  })

  it('is chosen over the form, which stands aside, and takes it', async () => {
    const kiosk = await inForm()
    await kiosk.play('openDisplay', m.overlayIs({ name: 'display' }), m.formIs({ visible: false }))
    await kiosk.play(large, m.formIs({ zoom: 2, theme: 'standard', language: 'en' }), dark)
    await kiosk.play(m.formIs({ theme: 'contrastDark' }), spanish, m.formIs({ language: 'es' }))
    await kiosk.play({ ...dark, theme: 'standard' }, m.formIs({ theme: 'standard' }))
    await kiosk.play(low, m.formIs({ lowered: true }), { ...low, lowered: false })
    await kiosk.play(
      'closeDisplay',
      m.seesForm(1),
      m.formIs({ zoom: 2, lowered: false, closed: false }),
    )
  })

  it('is taken at once by a form that opens later', async () => {
    const smaller = { ...large, textSize: 150 } as const
    const kiosk = await visit({}, m.admits('p1'), smaller, dark, low, spanish, 'reachForm')
    await kiosk.play(m.formIs({ zoom: 1.5, theme: 'contrastDark', lowered: true, language: 'es' }))
  })

  it('gives way to the question whether the patient is there', () =>
    visit({}, 'begin', 'openDisplay', 90_000, m.overlayIs({ name: 'idleWarning' })))

  it('is not left on the first screen by somebody who went away', () =>
    visit({}, low, 90_000, 30_000, 'at welcome', m.viewHas(asEver)))
})

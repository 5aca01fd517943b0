import { describe, expect, it } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { standardDisplay } from '../../../shared/display.ts'
import { ok } from '../../../shared/result.ts'
import type { FormView } from '../../../shared/windows.ts'
import * as m from '../../../../test/harness/visit/moves.ts'
import {
  asked,
  inForm,
  inPublicForms,
  anasBirthday,
  settle,
  visit,
  type Move,
} from '../../../../test/harness/visit/visit-harness.ts'
import type { FormEvents } from '../ports.ts'
import { noteMs } from './form-steps.ts'
import { formView, trackForms } from './form-view.ts'

describe('a note of the bar', () => {
  const files = m.formSigns('files')
  const says =
    (note: 'files' | 'handout' | undefined): Move =>
    async (kiosk) =>
      expect((await kiosk.sees('completing')).note).toBe(note)

  it.each([
    ['a packet', inForm],
    ['public forms', inPublicForms],
  ])(
    'of a form of %s that asks for a file says what to do with it, for a while',
    async (...row) => {
      const kiosk = await row[1]()
      await kiosk.play(says(undefined), files, says('files'), noteMs - 1, says('files'), 1)
      await kiosk.play(says(undefined))
    },
  )

  it('of a form that would print or hand out a file says where it is to be had', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.formSigns('handout'), says('handout'), files, says('files'), noteMs)
    await kiosk.play(says(undefined))
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
  function stage(form: Partial<FormView> = {}) {
    const did: string[] = []
    const told: string[] = []
    let opened = () => {}
    let events: FormEvents | undefined
    const view: FormView = {
      setVisible: (visible) => (did.push(visible ? 'shown' : 'hidden'), Promise.resolve()),
      setInsets: () => Promise.resolve(),
      setZoom: (factor) => (did.push(`zoom ${factor}`), Promise.resolve()),
      setTheme: (theme) => (did.push(theme), Promise.resolve()),
      setLanguage: (locale) => (did.push(locale), Promise.resolve()),
      showKeys: (shown) => (did.push(shown ? 'keys' : 'no keys'), Promise.resolve()),
      press: (token) => void did.push(`key for ${token}`),
      closePaper: () => void did.push('paper closed'),
      enter: (at) => (did.push(`entered at ${at}`), Promise.resolve()),
      close: () => (did.push('closed'), Promise.resolve()),
      ...form,
    }
    const forms = trackForms()
    const openForm = (given: FormEvents) => {
      events = given
      return forms.track(new Promise((resolve) => (opened = () => resolve(ok(view)))))
    }
    const parent = createActor(
      createMachine({
        invoke: {
          id: 'form',
          src: formView,
          input: { open: openForm, now: () => 0, locale: 'en' },
        },
        on: { '*': { actions: ({ event }) => void told.push(event.type) } },
      }),
    ).start()
    const show = (visible: boolean) =>
      parent.getSnapshot().children['form']?.send({ type: 'visibility', visible })
    return { did, told, parent, forms, show, open: () => opened(), events: () => events }
  }

  it('remembers while it opens that it is not to be seen', async () => {
    const { did, told, show, open } = stage()
    show(false)
    open()
    await settle()
    expect(told).toEqual(['form.opened'])
    expect(did).toEqual([])
    show(true)
    show(true)
    show(false)
    expect(did).toEqual(['shown', 'hidden'])
  })

  it('closes a view that opens only after its visit has ended', async () => {
    const { did, told, parent, open } = stage()
    parent.stop()
    open()
    await settle()
    expect(did).toEqual(['closed'])
    expect(told).toEqual([])
  })

  it('tells nothing any more after the visit has ended', async () => {
    const { told, parent, open, events } = stage()
    open()
    await settle()
    parent.stop()
    events()?.onGone()
    events()?.onActivity()
    expect(told).toEqual(['form.opened'])
  })

  it('counts a view that can neither be shown nor hidden as lost', async () => {
    const { told, show, open } = stage({ setVisible: () => Promise.reject(new Error('gone')) })
    show(false)
    open()
    await settle()
    show(true)
    await settle()
    expect(told).toEqual(['form.opened', 'form.gone'])
  })

  it('waits in a wipe for a view that is still opening, and closes it', async () => {
    const { did, forms, open } = stage()
    let isOver = false
    const over = forms.closeAll().then(() => (isOver = true))
    await settle()
    expect(isOver).toBe(false)
    open()
    await over
    expect(did).toContain('closed')
  })
})

describe('the display that was chosen', () => {
  const large = { type: 'chooseTextSize', textSize: 200 } as const
  const dark = { type: 'chooseTheme', theme: 'contrastDark' } as const
  const spanish = { type: 'chooseLanguage', locale: 'es' } as const
  const asEver = { display: standardDisplay, locale: 'en' }

  it('holds for the visit, whatever it shows, and is as it was for the next one', async () => {
    const display = { textSize: 200, theme: 'contrastDark' }
    const kiosk = await visit({}, m.viewHas(asEver), large, dark, 'begin', spanish, 'help')
    await kiosk.play(m.viewHas({ display, locale: 'es' }), 'startOver', 'confirmStartOver')
    await kiosk.play('at welcome', m.viewHas(asEver))
  })

  it('is chosen over the form, which stands aside, and takes it', async () => {
    const kiosk = await inForm()
    await kiosk.play('openDisplay', m.overlayIs({ name: 'display' }), m.formIs({ visible: false }))
    await kiosk.play(large, m.formIs({ zoom: 2, theme: 'standard', language: 'en' }), dark)
    await kiosk.play(m.formIs({ theme: 'contrastDark' }), spanish, m.formIs({ language: 'es' }))
    await kiosk.play({ ...dark, theme: 'standard' }, m.formIs({ theme: 'standard' }))
    await kiosk.play('closeDisplay', m.seesForm(1), m.formIs({ zoom: 2, closed: false }))
  })

  it('is taken at once by a form that opens later', async () => {
    const smaller = { ...large, textSize: 150 } as const
    const kiosk = await visit({}, m.admits('p1'), smaller, dark, spanish, 'reachForm')
    await kiosk.play(m.formIs({ zoom: 1.5, theme: 'contrastDark', language: 'es' }))
  })

  it('gives way to the question whether the patient is there', () =>
    visit({}, 'begin', 'openDisplay', 90_000, m.overlayIs({ name: 'idleWarning' })))

  it('is not left on the first screen by somebody who went away', () =>
    visit({}, dark, 90_000, 30_000, 'at welcome', m.viewHas(asEver)))
})

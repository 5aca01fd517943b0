import { describe, expect, it } from 'vitest'
import { createActor, createMachine } from 'xstate'
import * as m from '../../../../test/harness/visit/moves.ts'
import { asked, complete, inForm, inPublicForms } from '../../../../test/harness/visit/open-form.ts'
import {
  anasBirthday,
  settle,
  visit,
  VisitHarness,
} from '../../../../test/harness/visit/visit-harness.ts'
import { noteMs } from './form-note.ts'
import { ok } from '../../../shared/result.ts'
import { formView } from './form-view.ts'
import type { FormView } from '../../../shared/windows.ts'
import { type FormEvents, trackForms } from '../forms-port.ts'
import { standardDisplay } from '../../../shared/display.ts'

describe('a note of the bar', () => {
  type Kiosk = Awaited<ReturnType<typeof inForm>>
  const note = async (kiosk: Kiosk) => (await kiosk.sees('completing')).note

  it.each([
    ['a packet', inForm],
    ['public forms', inPublicForms],
  ])(
    'a form of %s that asks for a file has the bar say what to do with it, for a while',
    async (...row) => {
      const kiosk = await row[1]()
      expect(await note(kiosk)).toBeUndefined()
      kiosk.form.events.onSign('files')
      expect(await note(kiosk)).toBe('files')
      await kiosk.wait(noteMs - 1)
      expect(await note(kiosk)).toBe('files')
      await kiosk.wait(1)
      expect(await note(kiosk)).toBeUndefined()
    },
  )

  it('a form that would print or hand out a file has the bar say where it is to be had', async () => {
    const kiosk = await inForm()
    kiosk.form.events.onSign('handout')
    expect(await note(kiosk)).toBe('handout')
    kiosk.form.events.onSign('files')
    expect(await note(kiosk)).toBe('files')
    await kiosk.wait(noteMs)
    expect(await note(kiosk)).toBeUndefined()
  })

  it('asked for again, it stands as long again', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.formSigns('files'), noteMs - 1, m.formSigns('files'), noteMs - 1)
    expect(await note(kiosk)).toBe('files')
    await kiosk.wait(1)
    expect(await note(kiosk)).toBeUndefined()
  })

  it('a touch of the form leaves it; one of the bar ends it', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.formSigns('files'), m.formIsTouched)
    expect(await note(kiosk)).toBe('files')
    await kiosk.tap('activity')
    expect(await note(kiosk)).toBeUndefined()
    await kiosk.play(m.formSigns('files'), 'help', 'closeHelp', anasBirthday)
    expect(await note(kiosk)).toBeUndefined()
  })

  it('is not there any more when the patient comes back to the form', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.formSigns('files'), 'finish', 'at unfinished', 'backToForms')
    expect(await note(kiosk)).toBeUndefined()
    await kiosk.play(noteMs, m.formSigns('files'))
    expect(await note(kiosk)).toBe('files')
  })

  it('has the service asked nothing', async () => {
    const kiosk = await inForm()
    await kiosk.wait(1_000)
    const before = asked(kiosk)
    for (let times = 0; times < 10; times += 1) kiosk.form.events.onSign('files')
    await kiosk.wait(1_000)
    expect(asked(kiosk)).toBe(before)
  })

  it('leaves a form that is complete to end as it does', async () => {
    const kiosk = await inForm()
    await kiosk.play(m.completes, m.formSigns('document'), 500, m.formSigns('files'))
    expect(await note(kiosk)).toBe('files')
    await kiosk.play(noteMs, m.shows('finished', { kind: 'complete' }))
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
    const forms = trackForms({
      open: (_, given) => {
        events = given
        return new Promise((resolve) => (opened = () => resolve(ok(view))))
      },
    })
    const parent = createActor(
      createMachine({
        invoke: {
          id: 'form',
          src: formView,
          input: { forms, now: () => 0, url: 'https://forms.example/', locale: 'en' },
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
  const chosen = { textSize: 200, theme: 'contrastDark' } as const

  async function inForm() {
    const kiosk = await visit({}, m.admits('p1'), 'reachForm')
    return kiosk
  }

  it('holds for the visit, whatever it m.shows, and is as it was for the next one', async () => {
    const kiosk = new VisitHarness()
    expect(kiosk.view.display).toEqual(standardDisplay)
    await kiosk.play(large, dark, 'begin', { type: 'chooseLanguage', locale: 'es' }, 'help')
    expect(kiosk.view).toMatchObject({ display: chosen, locale: 'es' })
    await kiosk.play('startOver', 'confirmStartOver', 'at welcome')
    expect(kiosk.view).toMatchObject({ display: standardDisplay, locale: 'en' })
  })

  it('is chosen over the form, which stands aside, and is scaled too', async () => {
    const kiosk = await inForm()
    await kiosk.play(
      'openDisplay',
      m.overlayIs({ name: 'display' }),
      m.formIs({ visible: false }),
      large,
    )
    expect(kiosk.form.zoom).toBe(2)
    await kiosk.play('closeDisplay', m.formIs({ visible: true, zoom: 2 }), 'at completing')
  })

  it('tells a form which colours are wanted, also one that opens later', async () => {
    const kiosk = await inForm()
    await kiosk.play('openDisplay', dark, m.formIs({ zoom: 1, theme: 'contrastDark' }))
    await kiosk.play({ type: 'chooseTheme', theme: 'standard' })
    expect(kiosk.form.theme).toBe('standard')
    const next = new VisitHarness()
    next.admitAna('p1')
    await next.play(dark, 'reachForm')
    expect(next.form.theme).toBe('contrastDark')
  })

  it('tells an open form which language is wanted, and one that opens later at once', async () => {
    const kiosk = await inForm()
    expect(kiosk.form.language).toBe('en')
    await kiosk.tap({ type: 'chooseLanguage', locale: 'es' })
    expect(kiosk.form).toMatchObject({ language: 'es', closed: false })
    const next = new VisitHarness()
    next.admitAna('p1')
    await next.play({ type: 'chooseLanguage', locale: 'es' }, 'reachForm')
    expect(next.form.language).toBe('es')
  })

  it('scales a form that opens later', async () => {
    const kiosk = await visit({}, m.admits('p1'), { type: 'chooseTextSize', textSize: 150 })
    await kiosk.play('reachForm')
    expect(kiosk.form.zoom).toBe(1.5)
  })

  it('gives way to the question whether the patient is there', async () => {
    await visit({}, 'begin', 'openDisplay', 90_000, m.overlayIs({ name: 'idleWarning' }))
  })

  it('is not left on the first screen by somebody who went away', async () => {
    const kiosk = await visit({}, dark, 90_000, 30_000, 'at welcome')
    expect(kiosk.view.display).toEqual(standardDisplay)
  })
})

import { expect, it } from 'vitest'
import { createActor, createMachine } from 'xstate'
import { ok } from '../../../shared/result.ts'
import { formView } from './form-view.ts'
import type { FormView } from '../../../shared/windows.ts'
import { trackForms, type FormEvents } from '../forms-port.ts'
import { settle } from '../../../../test/harness/visit/visit-harness.ts'

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

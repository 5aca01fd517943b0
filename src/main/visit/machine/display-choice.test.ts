import { expect, it } from 'vitest'
import { admits, formIs, overlayIs } from '../../../../test/harness/visit/moves.ts'
import { standardDisplay } from '../../../shared/display.ts'
import { visit, VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

const large = { type: 'chooseTextSize', textSize: 200 } as const
const dark = { type: 'chooseTheme', theme: 'contrastDark' } as const
const chosen = { textSize: 200, theme: 'contrastDark' } as const

async function inForm() {
  const kiosk = await visit({}, admits('p1'), 'reachForm')
  return kiosk
}

it('holds for the visit, whatever it shows, and is as it was for the next one', async () => {
  const kiosk = new VisitHarness()
  expect(kiosk.view.display).toEqual(standardDisplay)
  await kiosk.play(large, dark, 'begin', { type: 'chooseLanguage', locale: 'es' }, 'help')
  expect(kiosk.view).toMatchObject({ display: chosen, locale: 'es' })
  await kiosk.play('startOver', 'confirmStartOver', 'at welcome')
  expect(kiosk.view).toMatchObject({ display: standardDisplay, locale: 'en' })
})

it('is chosen over the form, which stands aside, and is scaled too', async () => {
  const kiosk = await inForm()
  await kiosk.play('openDisplay', overlayIs({ name: 'display' }), formIs({ visible: false }), large)
  expect(kiosk.form.zoom).toBe(2)
  await kiosk.play('closeDisplay', formIs({ visible: true, zoom: 2 }), 'at completing')
})

it('tells a form which colours are wanted, also one that opens later', async () => {
  const kiosk = await inForm()
  await kiosk.play('openDisplay', dark, formIs({ zoom: 1, theme: 'contrastDark' }))
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
  const kiosk = await visit({}, admits('p1'), { type: 'chooseTextSize', textSize: 150 })
  await kiosk.play('reachForm')
  expect(kiosk.form.zoom).toBe(1.5)
})

it('gives way to the question whether the patient is there', async () => {
  await visit({}, 'begin', 'openDisplay', 90_000, overlayIs({ name: 'idleWarning' }))
})

it('is not left on the first screen by somebody who went away', async () => {
  const kiosk = await visit({}, dark, 90_000, 30_000, 'at welcome')
  expect(kiosk.view.display).toEqual(standardDisplay)
})

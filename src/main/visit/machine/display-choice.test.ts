import { expect, it } from 'vitest'
import { standardDisplay } from '../../../shared/display.ts'
import { VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'

const large = { type: 'chooseTextSize', textSize: 200 } as const
const dark = { type: 'chooseTheme', theme: 'contrastDark' } as const
const chosen = { textSize: 200, theme: 'contrastDark' } as const

async function inForm() {
  const kiosk = new VisitHarness()
  kiosk.admitAna('p1')
  await kiosk.reachForm()
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
  await kiosk.tap('openDisplay')
  expect(kiosk.view.overlay).toEqual({ name: 'display' })
  expect(kiosk.form.visible).toBe(false)
  await kiosk.tap(large)
  expect(kiosk.form.zoom).toBe(2)
  await kiosk.tap('closeDisplay')
  expect(kiosk.form).toMatchObject({ visible: true, zoom: 2 })
  await kiosk.sees('completing')
})

it('tells a form which colours are wanted, also one that opens later', async () => {
  const kiosk = await inForm()
  await kiosk.play('openDisplay', dark)
  expect(kiosk.form).toMatchObject({ zoom: 1, theme: 'contrastDark' })
  await kiosk.tap({ type: 'chooseTheme', theme: 'standard' })
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
  const kiosk = new VisitHarness()
  kiosk.admitAna('p1')
  await kiosk.play({ type: 'chooseTextSize', textSize: 150 }, 'reachForm')
  expect(kiosk.form.zoom).toBe(1.5)
})

it('gives way to the question whether the patient is there', async () => {
  const kiosk = new VisitHarness()
  await kiosk.play('begin', 'openDisplay', 90_000)
  expect(kiosk.view.overlay).toMatchObject({ name: 'idleWarning' })
})

it('is not left on the first screen by somebody who went away', async () => {
  const kiosk = new VisitHarness()
  await kiosk.play(dark, 90_000, 30_000, 'at welcome')
  expect(kiosk.view.display).toEqual(standardDisplay)
})

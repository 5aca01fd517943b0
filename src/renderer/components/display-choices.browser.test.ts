import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { isGone, press } from '#harness/renderer/on-page.ts'
import { openScreen } from '#harness/renderer/page-harness.ts'
import { overlays, screens } from '#harness/renderer/views.ts'

const dialog = () => page.getByRole('alertdialog')
const inDialog = (name: string) => dialog().getByRole('button', { name, exact: true })

it('changes size, colours and language at once, and says which holds', async () => {
  const screen = screens['contact-phone']!
  const harness = await openScreen(screen)
  await press('Text, colors, language')
  await harness.showScreen(screen, { overlay: { name: 'display' } })
  await press(inDialog('Very large'), inDialog('White on black'), inDialog('Español'))
  expect(harness.commands).toEqual([
    { type: 'openDisplay' },
    { type: 'chooseTextSize', textSize: 200 },
    { type: 'chooseTheme', theme: 'contrastDark' },
    { type: 'chooseLanguage', locale: 'es' },
  ])
  const display = { textSize: 200, theme: 'contrastDark' } as const
  await harness.showScreen(screen, { overlay: { name: 'display' }, display, locale: 'es' })
  for (const name of ['Muy grande', 'Blanco sobre negro', 'Español'])
    await expect
      .element(dialog().getByRole('button', { name }))
      .toHaveAttribute('aria-pressed', 'true')
  await press(inDialog('Listo'))
  expect(harness.commands.at(-1)).toEqual({ type: 'closeDisplay' })
})

it('lowers a tall screen by a tap, with its dialogs, and a lying one not at all', async () => {
  const harness = await openScreen('contact-phone', {}, 'portrait')
  const lower = page.getByRole('button', { name: 'Lower the screen' })
  await press(lower)
  expect(harness.commands).toEqual([{ type: 'lowerScreen', lowered: true }])
  const display = { textSize: 100, theme: 'standard', lowered: true } as const
  await harness.showScreen('contact-phone', { display, overlay: { name: 'display' } })
  await expect.element(lower).toHaveAttribute('aria-pressed', 'true')
  const topOf = (what: string) => document.querySelector(what)!.getBoundingClientRect().top
  expect(topOf('dialog')).toBeGreaterThan(0.35 * innerHeight)
  expect(topOf('.kiosk header')).toBeGreaterThan(0.2 * innerHeight)
  expect(document.querySelector('.kiosk')!.scrollHeight).toBe(innerHeight)
  await openScreen('contact-phone', { display }, 'landscape')
  await isGone(lower)
  expect(topOf('.kiosk header')).toBe(0)
})

it.each(['help', 'idle-warning', 'form-asks-for-text'])('is there over %s', async (name) => {
  const overlay = overlays[name]!
  const harness = await openScreen('contact-phone', { overlay })
  await press(inDialog('Text, colors, language'))
  await expect.element(inDialog('Text, colors, language')).toHaveAttribute('aria-expanded', 'true')
  await press(inDialog('Large'))
  expect(harness.commands).toEqual([{ type: 'chooseTextSize', textSize: 150 }])
})

it('keeps what was typed, and the month of a date by its name in the other language', async () => {
  const screen = screens['birth-date']!
  const harness = await openScreen(screen)
  await press('March', '2')
  await harness.showScreen(screen, { locale: 'es' })
  await expect.element(page.getByLabelText('Día', { exact: true })).toHaveValue('2')
  // A field that was left hides what stands in it.
  await press(page.getByLabelText('Mes', { exact: true }))
  await expect.element(page.getByLabelText('Mes', { exact: true })).toHaveValue('Marzo')
})

it('does not say an error again because it is said in larger text', async () => {
  const screen = screens['contact-phone-empty']!
  const harness = await openScreen(screen)
  ;(page.getByRole('textbox').element() as HTMLElement).focus()
  await harness.showScreen(screen, { display: { textSize: 150, theme: 'standard' } })
  await expect.element(page.getByRole('textbox')).toHaveFocus()
})

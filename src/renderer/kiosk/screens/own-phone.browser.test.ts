import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { m } from '../../../i18n/paraglide/messages.js'
import { locales, openScreen, sizeNames } from '#harness/renderer/page-harness.ts'
import { spread } from '#harness/renderer/spread.ts'

const code = (locale: 'en' | 'es') =>
  page.getByRole('img', { name: m.kiosk_phone_code({}, { locale }) })

it.each(spread(locales, sizeNames))('the code is large enough: in %s, %s', async (locale, size) => {
  await openScreen('own-phone', { locale }, size)
  const { width, height, top, bottom } = code(locale).element().getBoundingClientRect()
  expect(width).toBe(height)
  expect(width).toBeGreaterThan(280)
  expect([top > 0, bottom < innerHeight]).toEqual([true, true])
})

it('is black on white whatever colours were chosen', async () => {
  await openScreen('own-phone', { display: { textSize: 100, theme: 'contrastDark' } })
  const fills = ['rect', 'path'].map(
    (part) => getComputedStyle(code('en').element().querySelector(part)!).fill,
  )
  expect(fills).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
})

it('leaves nothing of the address in the page once it is left', async () => {
  const harness = await openScreen('own-phone')
  expect(document.documentElement.outerHTML).toContain('M3 0h1v1h-1z')
  await harness.showScreen('where-to-fill-in')
  expect(document.documentElement.outerHTML).not.toContain('M3 0h1v1h-1z')
})

import axe from 'axe-core'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { cdp, page } from 'vitest/browser'
import { elementOf, onePage } from '#harness/forms/element-of.ts'
import { elementTypes, type ElementType } from '../shared/form-elements.ts'
import FormHost from '#harness/forms/form-host.svelte'
import { applyTheme } from './apply-theme.ts'
import { press } from '#harness/renderer/on-page.ts'

const types = Object.keys(elementTypes) as ElementType[]
const optionsOf = (type: ElementType) =>
  ['dropdown', 'radioButton', 'checkbox'].includes(type) ? ['Yes', 'No'] : []

describe('in the colours that a system wants', () => {
  const ask = (scheme: string, contrast: string, forced = 'none') =>
    cdp().send('Emulation.setEmulatedMedia', {
      features: [
        { name: 'prefers-color-scheme', value: scheme },
        { name: 'prefers-contrast', value: contrast },
        { name: 'forced-colors', value: forced },
      ],
    })
  afterEach(() => cdp().send('Emulation.setEmulatedMedia', { features: [] }))

  const elements = types.map((type, index) =>
    elementOf(type, { id: index + 1, label: type, required: true, options: optionsOf(type) }),
  )
  const form = onePage(...elements)
  const marks = [{ side: 'back', x: 0.5, y: 0.4 }] as const
  const idOf = (type: ElementType) => String(types.indexOf(type) + 1)

  it.each([
    ['light', 'rgb(255, 255, 255)'],
    ['dark', 'rgb(0, 0, 0)'],
  ])('every field keeps its contrast in strong colours, %s', async (scheme, surface) => {
    await ask(scheme, 'more')
    applyTheme(document, '#ffff99')
    await render(FormHost, { form, answers: { [idOf('bodyDiagram')]: marks }, nextWaits: true })
    expect(getComputedStyle(document.querySelector('.page')!).backgroundColor).toBe(surface)
    await press(page.getByRole('button', { name: 'Show me' }))
    await expect.poll(() => document.querySelectorAll('.problem').length).toBeGreaterThan(5)
    const { violations } = await axe.run(document, { runOnly: ['color-contrast-enhanced'] })
    expect(violations.flatMap(({ nodes }) => nodes.map(({ html }) => html))).toEqual([])
  })

  it('what is typed stays while the colours change', async () => {
    await render(FormHost, { form })
    const field = page.getByLabelText('textInput')
    await field.fill('Ana')
    await ask('dark', 'more')
    expect(getComputedStyle(field.element()).backgroundColor).toBe('rgb(0, 0, 0)')
    await expect.element(field).toHaveValue('Ana')
  })

  it('what is chosen is told from the rest in the colours that a system forces', async () => {
    await ask('light', 'no-preference', 'active')
    await render(FormHost, { form, answers: { [idOf('radioButton')]: 'Yes' } })
    const box = (name: string) => page.getByRole('radio', { name, exact: true }).element()
    // The system's own mark, which it paints in its colours; a drawn one is painted over.
    expect(getComputedStyle(box('Yes')).appearance).toBe('auto')
    expect(getComputedStyle(box('Yes'), '::after').content).toBe('none')
    const edge = (name: string) => getComputedStyle(box(name).closest('.choice')!).borderColor
    expect(edge('Yes')).not.toBe(edge('No'))
  })
})

describe('on a narrow screen', () => {
  const states = [{ name: 'District of Columbia', shortName: 'DC' }]
  const text = 'I ask the clinicians of this clinic to examine me and to treat me.'

  beforeEach(() => page.viewport(320, 640))
  afterEach(() => page.viewport(1080, 1920))

  /** Measures how far the page reaches beyond the right edge of the screen, in px, and names the fields that do. */
  function tooWide() {
    const excess = document.documentElement.scrollWidth - innerWidth
    const fields = [...document.querySelectorAll('[data-field]')]
      .filter((field) => field.getBoundingClientRect().right > innerWidth)
      .map((field) => field.textContent)
    return excess > 0 ? [excess, ...fields] : []
  }

  it.each(['en', 'es'] as const)(
    'every field fits on a screen of 320 px, within another and with its problem, in %s',
    async (locale) => {
      const fieldOf = (type: ElementType, id: number) =>
        elementOf(type, {
          id,
          label: 'Somewhat longer a question',
          required: true,
          text,
          colClass: 6,
          options: optionsOf(type),
        })
      const children = types.map((type, at) => fieldOf(type, 100 + at))
      const parent = elementOf('textInput', { id: 1, required: true, children })
      const form = onePage(parent, ...types.map((type, at) => fieldOf(type, 200 + at)))
      await render(FormHost, { form, locale, facts: { states, today: '2026-09-30' } })
      // As much as the patient's page leaves beside its forms.
      document.querySelector('main')!.style.padding = '0 1rem'
      expect(tooWide()).toEqual([])
      await press(page.getByRole('button', { name: /Finish|Terminar/ }))
      const problems = () => document.querySelectorAll('.problem').length
      await expect.poll(problems).toBeGreaterThan(2 * types.length)
      expect(tooWide()).toEqual([])
    },
  )
})

describe('on a kiosk', () => {
  const screen = { width: 1080, height: 1920 }
  /** mm of a pixel of this screen on a kiosk of 22 inches. */
  const mmOfPixel = (22 * 25.4) / Math.hypot(screen.width, screen.height)

  afterEach(() => page.viewport(screen.width, screen.height))

  /** Measures the height of a capital letter in px, by the metrics of the drawn font. */
  function capitalHeight(element: Element): number {
    const { fontWeight, fontSize, fontFamily } = getComputedStyle(element)
    const context = document.createElement('canvas').getContext('2d')!
    context.font = `${fontWeight} ${fontSize} ${fontFamily}`
    return context.measureText('H').actualBoundingBoxAscent
  }

  it.each([
    [100, 4.8],
    [200, 7.3],
  ])('at %i %% its capital letters are %f mm high or more', async (percent, least) => {
    const scale = percent / 100
    await page.viewport(screen.width / scale, screen.height / scale)
    await render(FormHost, { form: onePage(elementOf('textInput', { id: 1, label: 'Allergies' })) })
    await document.fonts.load('24px "Atkinson Hyperlegible Next Variable"')
    const heights = [document.documentElement, document.querySelector('label')!].map(capitalHeight)
    for (const height of heights) expect(height * scale * mmOfPixel).toBeGreaterThanOrEqual(least)
  })
})

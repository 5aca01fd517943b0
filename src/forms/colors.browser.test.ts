import axe from 'axe-core'
import { afterEach, expect, it } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { elementTypes, type ElementType } from '../contract/form-elements.ts'
import { elementOf } from '../../test/harness/forms/element-of.ts'
import FormHost from '../../test/harness/forms/form-host.svelte'
import { applyTheme } from './apply-theme.ts'

const ask = (scheme: string, contrast: string, forced = 'none') =>
  cdp().send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'prefers-color-scheme', value: scheme },
      { name: 'prefers-contrast', value: contrast },
      { name: 'forced-colors', value: forced },
    ],
  })
afterEach(() => cdp().send('Emulation.setEmulatedMedia', { features: [] }))

const options = (type: ElementType) =>
  ['dropdown', 'radioButton', 'checkbox'].includes(type) ? ['Yes', 'No'] : []
const elements = (Object.keys(elementTypes) as ElementType[]).map((type, index) =>
  elementOf(type, { id: index + 1, label: type, required: true, options: options(type) }),
)
const form = { name: 'Intake', sections: [{ id: 1, name: 'Page', elements }] }
const marks = [{ side: 'back', x: 0.5, y: 0.4 }] as const
const bodyId = String(Object.keys(elementTypes).indexOf('bodyDiagram') + 1)

it.each([
  ['light', 'rgb(255, 255, 255)'],
  ['dark', 'rgb(0, 0, 0)'],
])('every field keeps its contrast in strong colours, %s', async (scheme, surface) => {
  await ask(scheme, 'more')
  applyTheme(document, '#ffff99')
  await render(FormHost, { form, answers: { [bodyId]: marks }, nextWaits: true })
  expect(getComputedStyle(document.querySelector('.page')!).backgroundColor).toBe(surface)
  await page.getByRole('button', { name: 'Show me' }).click()
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
  const radio = String(Object.keys(elementTypes).indexOf('radioButton') + 1)
  await render(FormHost, { form, answers: { [radio]: 'Yes' } })
  const box = (name: string) => page.getByRole('radio', { name, exact: true }).element()
  // The system's own mark, which it paints in its colours; a drawn one is painted over.
  expect(getComputedStyle(box('Yes')).appearance).toBe('auto')
  expect(getComputedStyle(box('Yes'), '::after').content).toBe('none')
  const edge = (name: string) => getComputedStyle(box(name).closest('.choice')!).borderColor
  expect(edge('Yes')).not.toBe(edge('No'))
})

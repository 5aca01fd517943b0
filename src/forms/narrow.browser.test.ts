import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { elementTypes } from '../contract/form-elements.ts'
import type { ElementType } from '../contract/form-elements.ts'
import { elementOf } from '../../test/harness/forms/element-of.ts'
import FormHost from '../../test/harness/forms/form-host.svelte'

const states = [{ name: 'District of Columbia', shortName: 'DC' }]
const text = 'I ask the clinicians of this clinic to examine me and to treat me.'

beforeEach(() => page.viewport(320, 640))
afterEach(() => page.viewport(1080, 1920))

/** How far the page reaches beyond the right edge of the screen, in px. */
const overflow = () => document.documentElement.scrollWidth - window.innerWidth

it.each(
  (Object.keys(elementTypes) as ElementType[]).flatMap((type) => [
    [type, 'en'] as const,
    [type, 'es'] as const,
  ]),
)(
  'a %s fits on a screen of 320 px, within another and with its problem, in %s',
  async (type, locale) => {
    const options = ['Yes', 'No'].filter(() =>
      ['dropdown', 'radioButton', 'checkbox'].includes(type),
    )
    const element = (id: number) =>
      elementOf(type, {
        id,
        label: 'Somewhat longer a question',
        required: true,
        options,
        text,
        colClass: 6,
      })
    const parent = elementOf('textInput', {
      id: 1,
      required: true,
      children: [element(2), element(3)],
    })
    const form = {
      name: 'Intake',
      sections: [{ id: 1, name: 'Page', elements: [parent, element(4)] }],
    }
    await render(FormHost, { form, locale, facts: { states, today: '2026-09-30' } })
    // As much as the patient's page leaves beside its forms.
    document.querySelector('main')!.style.padding = '0 1rem'
    expect(overflow()).toBeLessThanOrEqual(0)
    await page.getByRole('button', { name: /Finish|Terminar/ }).click()
    await expect.poll(() => document.querySelectorAll('.problem').length).toBeGreaterThan(2)
    expect(overflow()).toBeLessThanOrEqual(0)
  },
)

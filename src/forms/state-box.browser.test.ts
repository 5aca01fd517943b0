import { beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { asAddress } from './answers.ts'
import type { Answers } from './model.ts'
import { audit } from '../../test/harness/forms/audit.ts'
import { elementOf } from '../../test/harness/forms/element-of.ts'
import FormHost from '../../test/harness/forms/form-host.svelte'

const states = [
  { name: 'Iowa', shortName: 'IA' },
  { name: 'New Mexico', shortName: 'NM' },
  { name: 'New York', shortName: 'NY' },
]
const address = {
  address1: '1 Main St',
  address2: '',
  city: 'A',
  stateProvince: '',
  postalCode: '1',
}
const form = {
  name: 'Intake',
  sections: [{ id: 1, name: 'Page', elements: [elementOf('address', { label: 'Home' })] }],
}
const box = page.getByRole('combobox')
const choices = page.getByRole('option')

let onSubmit: ReturnType<typeof vi.fn<(answers: Answers) => void>>
beforeEach(() => {
  onSubmit = vi.fn<(answers: Answers) => void>()
})
const open = (stateProvince = '', locale: 'en' | 'es' = 'en') =>
  render(FormHost, {
    form,
    locale,
    onSubmit,
    facts: { states },
    answers: { '1': { ...address, stateProvince } },
  })
const sent = async () => {
  await page.getByRole('button', { name: 'Finish this form' }).click()
  return asAddress(onSubmit.mock.calls[0]![0]['1'] ?? null).stateProvince
}

describe('the state of an address', () => {
  it('is chosen by touch', async () => {
    await open()
    await box.click()
    expect(choices.elements()).toHaveLength(3)
    expect(await audit()).toEqual([])
    await page.getByRole('option', { name: 'New York' }).click()
    await expect.element(box).toHaveValue('New York')
    await expect.element(choices.first()).not.toBeInTheDocument()
    expect(await sent()).toBe('NY')
  })

  it('is chosen by keys, as one types', async () => {
    await open()
    await userEvent.click(box)
    await userEvent.keyboard('new')
    expect(choices.elements().map((each) => each.textContent.trim())).toEqual([
      'New Mexico',
      'New York',
    ])
    await userEvent.keyboard('{ArrowDown}')
    await expect
      .element(page.getByRole('option', { name: 'New York' }))
      .toHaveAttribute('aria-selected', 'true')
    expect(box.element().getAttribute('aria-activedescendant')).toBe(choices.nth(1).element().id)
    await userEvent.keyboard('{Enter}')
    await expect.element(box).toHaveValue('New York')
    expect(await sent()).toBe('NY')
  })

  it('closes its list by Escape, and opens it by an arrow', async () => {
    await open('IA')
    await expect.element(box).toHaveValue('Iowa')
    await userEvent.click(box)
    await userEvent.keyboard('{Escape}')
    await expect.element(box).toHaveAttribute('aria-expanded', 'false')
    await userEvent.keyboard('{ArrowUp}')
    await expect.element(box).toHaveAttribute('aria-expanded', 'true')
    await userEvent.tab()
    await expect.element(box).toHaveAttribute('aria-expanded', 'false')
    expect(await sent()).toBe('IA')
  })

  it('is the one that was left in sight', async () => {
    await open()
    await userEvent.fill(box, 'io')
    await userEvent.tab()
    await expect.element(box).toHaveValue('Iowa')
    expect(await sent()).toBe('IA')
  })

  it('may be one of another country', async () => {
    await open()
    await userEvent.fill(box, 'Jalisco')
    expect(await sent()).toBe('Jalisco')
  })

  it('has its name in Spanish', async () => {
    await open('NY', 'es')
    await expect.element(box).toHaveValue('Nueva York')
  })
})

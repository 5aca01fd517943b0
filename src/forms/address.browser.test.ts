import { beforeEach, describe, expect, it, vi } from 'vitest'
import { render } from 'vitest-browser-svelte'
import { page, userEvent } from 'vitest/browser'
import type { Answers } from './model.ts'
import { audit } from '../../test/harness/forms/audit.ts'
import { elementOf, onePage, sampleAddress } from '../../test/harness/forms/element-of.ts'
import { isGone, press, shows } from '../../test/harness/renderer/on-page.ts'
import { waitFor } from '../../test/harness/wait-for.ts'
import FormHost from '../../test/harness/forms/form-host.svelte'
import { asAddress } from './answers.ts'

const states = [
  { name: 'Iowa', shortName: 'IA' },
  { name: 'Quebec', shortName: 'QC' },
]
const formOf = (options: readonly string[]) =>
  onePage(elementOf('address', { label: 'Home', required: true, options }))
const finish = page.getByRole('button', { name: 'Finish this form' })

it('asks for the country where the form wants it, and for the rest in its words', async () => {
  const onSubmit = vi.fn<(answers: Answers) => void>()
  await render(FormHost, { form: formOf(['US', 'CA', 'MX']), facts: { states }, onSubmit })
  const country = page.getByLabelText('Country')
  await expect.element(country).toHaveValue('US')
  await userEvent.selectOptions(country, 'Canada')
  await userEvent.fill(page.getByLabelText('City'), 'Montreal')
  await shows(
    finish,
    page.getByText('Enter the street and number, the province, and the postal code.'),
  )
  await press(page.getByRole('combobox', { name: 'Province' }))
  await expect.poll(() => page.getByRole('option', { name: 'Quebec' }).elements().length).toBe(1)
  await isGone(page.getByRole('option', { name: 'Iowa' }))
  await press(page.getByRole('option', { name: 'Quebec' }))
  await userEvent.fill(page.getByLabelText('Street and number'), '1 Main St')
  await userEvent.fill(page.getByLabelText('Postal code'), 'H2X 1Y4')
  expect(await audit()).toEqual([])
  await press(finish)
  await waitFor(() =>
    expect(onSubmit.mock.calls[0]?.[0]['1']).toMatchObject({ country: 'CA', stateProvince: 'QC' }),
  )
})

it('is not begun by the choice of a country alone', async () => {
  const onSubmit = vi.fn()
  const form = onePage(elementOf('address', { label: 'Home', options: ['US', 'MX'] }))
  await render(FormHost, { form, locale: 'es', onSubmit })
  await userEvent.selectOptions(page.getByLabelText('País'), 'México')
  await press(page.getByRole('button', { name: 'Terminar este formulario' }))
  expect(onSubmit).toHaveBeenCalledOnce()
})

describe('the state of an address', () => {
  const states = [
    { name: 'Iowa', shortName: 'IA' },
    { name: 'New Mexico', shortName: 'NM' },
    { name: 'New York', shortName: 'NY' },
  ]
  const address = { ...sampleAddress, city: 'A', postalCode: '1' }
  const form = onePage(elementOf('address', { label: 'Home' }))
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
    await press(page.getByRole('button', { name: 'Finish this form' }))
    return asAddress(onSubmit.mock.calls[0]![0]['1'] ?? null).stateProvince
  }

  it('is chosen by touch', async () => {
    await open()
    await isGone(page.getByLabelText('Country'))
    await press(box)
    expect(choices.elements()).toHaveLength(3)
    expect(await audit()).toEqual([])
    await press(page.getByRole('option', { name: 'New York' }))
    await expect.element(box).toHaveValue('New York')
    await isGone(choices.first())
    expect(await sent()).toBe('NY')
  })

  it('is chosen by keys, as one types', async () => {
    await open()
    await press(box)
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
    await press(box)
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

import { expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-svelte'
import { audit } from '../../test/harness/forms/audit.ts'
import { elementOf } from '../../test/harness/forms/element-of.ts'
import FormHost from '../../test/harness/forms/form-host.svelte'
import type { Answers, FormFacts } from './model.ts'
import { waitFor } from '../../test/harness/wait-for.ts'

const states = [
  { name: 'Iowa', shortName: 'IA' },
  { name: 'Quebec', shortName: 'QC' },
]
const formOf = (options: readonly string[]) => ({
  name: 'Intake',
  sections: [
    {
      id: 1,
      name: 'Page',
      elements: [elementOf('address', { label: 'Home', required: true, options })],
    },
  ],
})
const labels = () =>
  [...document.querySelectorAll('.parts label')].map(({ textContent }) => textContent.trim())
const finish = page.getByRole('button', { name: 'Finish this form' })

it.each<[string, FormFacts, readonly string[]]>([
  ['the United States', {}, ['State', 'ZIP code']],
  ['Canada', { country: 'CA' }, ['Province', 'Postal code']],
  ['France', { country: 'FR' }, ['State or region', 'Postal code']],
])('names its parts as people do in %s, where the clinic is', async (_, facts, named) => {
  await render(FormHost, { form: formOf([]), facts })
  await expect.poll(() => labels().slice(-2)).toEqual(named)
  await expect.element(page.getByLabelText('Country')).not.toBeInTheDocument()
})

it('asks for the country where the form wants it, and for the rest in its words', async () => {
  const onSubmit = vi.fn<(answers: Answers) => void>()
  await render(FormHost, { form: formOf(['US', 'CA', 'MX']), facts: { states }, onSubmit })
  const country = page.getByLabelText('Country')
  await expect.element(country).toHaveValue('US')
  await userEvent.selectOptions(country, 'Canada')
  await userEvent.fill(page.getByLabelText('City'), 'Montreal')
  await finish.click()
  await expect
    .element(page.getByText('Enter the street and number, the province, and the postal code.'))
    .toBeVisible()
  await page.getByRole('combobox', { name: 'Province' }).click()
  await expect.poll(() => page.getByRole('option', { name: 'Quebec' }).elements().length).toBe(1)
  await expect.element(page.getByRole('option', { name: 'Iowa' })).not.toBeInTheDocument()
  await page.getByRole('option', { name: 'Quebec' }).click()
  await userEvent.fill(page.getByLabelText('Street and number'), '1 Main St')
  await userEvent.fill(page.getByLabelText('Postal code'), 'H2X 1Y4')
  expect(await audit()).toEqual([])
  await finish.click()
  await waitFor(() =>
    expect(onSubmit.mock.calls[0]?.[0]['1']).toMatchObject({ country: 'CA', stateProvince: 'QC' }),
  )
})

it('is not begun by the choice of a country alone', async () => {
  const onSubmit = vi.fn()
  const [section] = formOf(['US', 'MX']).sections
  const optional = { ...section!.elements[0]!, required: false }
  const form = { name: 'Intake', sections: [{ ...section!, elements: [optional] }] }
  await render(FormHost, { form, locale: 'es', onSubmit })
  await userEvent.selectOptions(page.getByLabelText('País'), 'México')
  await page.getByRole('button', { name: 'Terminar este formulario' }).click()
  expect(onSubmit).toHaveBeenCalledOnce()
})

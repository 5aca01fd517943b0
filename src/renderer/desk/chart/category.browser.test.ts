import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { categoryAnswers } from '../../../../test/harness/desk/category-pages.ts'
import { isGone, sees } from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  isFit,
  main,
  openPart,
  type OpenedPart,
} from '../../../../test/harness/renderer/open-desk.ts'

answering(() => ({ ...categoryAnswers }))

const open = (part?: OpenedPart) => openPart('category', part)

describe.each(['en', 'es'] as const)('in %s', (locale) => {
  it('shows the category, its stage and how it came to that', async () => {
    await open({ locale })
    await sees(page.getByRole('heading', { name: 'New patients' }))
    const stage = page.getByRole('listitem').filter({ hasText: 'Booked' })
    await expect.element(stage).toHaveAttribute('aria-current', 'step')
    await isFit()
  })
})

it('tells why of a step, which Escape closes', async () => {
  await open()
  await page.getByRole('button', { name: 'New patients', exact: true }).click()
  await sees(page.getByText('Booked online.'))
  await isFit()
  await userEvent.keyboard('{Escape}')
  await isGone(page.getByText('Booked online.'))
})

it('reads the pipelines only once somebody wants to see them', async () => {
  await open()
  await sees(page.getByRole('heading', { name: 'New patients' }))
  expect(main.said.map((each) => 'name' in each && each.name)).toEqual(['patientCategory'])
  await page.getByRole('button', { name: 'All paths and their stages' }).click()
  await sees(page.getByText('Recall list'))
  await isFit()
})

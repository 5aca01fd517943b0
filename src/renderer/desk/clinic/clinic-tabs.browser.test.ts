import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clinicAnswers } from '../../../../test/harness/desk/clinic-pages.ts'
import { ana, deskViewOf, FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { openDesk } from '../../../../test/harness/renderer/open-desk.ts'
import '../../app.css'
import '../desk.css'

const tab = (name: string) => page.getByRole('tab', { name, exact: true })

it('shows each part of the clinic that the keyboard goes to', async () => {
  const main = new FakeDeskMain()
  main.answers = { ...clinicAnswers }
  await openDesk(main, deskViewOf({ state: 'open', member: ana('administrator') }))
  await page.getByRole('button', { name: 'Clinic', exact: true }).click()
  tab('Locations').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Groups of forms')).toHaveFocus()
  const panel = page.getByRole('tabpanel')
  await expect.element(panel).toHaveAccessibleName('Groups of forms')
  await userEvent.keyboard('{End}')
  await expect.element(panel).toHaveAccessibleName('Forms')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(panel).toHaveAccessibleName('Locations')
  await expect.element(tab('Locations')).toHaveAttribute('aria-selected', 'true')
})

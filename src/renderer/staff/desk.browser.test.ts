import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { violations } from '../../../test/harness/renderer/accessibility-checks.ts'
import { PageHarness } from '../../../test/harness/renderer/page-harness.ts'
import { staffScreens } from '../../../test/harness/renderer/staff-views.ts'
import { viewOf } from '../../../test/harness/renderer/views.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
async function open(name: string): Promise<PageHarness> {
  const harness = await PageHarness.open(viewOf(staffScreens[name]!))
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  return harness
}

it('pairs by the address and the code', async () => {
  const harness = await open('staff-desk')
  await userEvent.fill(page.getByLabelText('Address'), 'desk.example')
  await userEvent.fill(page.getByLabelText('Code'), 'ABCD-EFGH-JKMN')
  await button('Pair now').click()
  expect(harness.commands).toEqual([
    { type: 'pairKiosk', address: 'desk.example', code: 'ABCD-EFGH-JKMN' },
  ])
  expect(await violations()).toEqual([])
})

it('asks for an address where there is none', async () => {
  const harness = await open('staff-desk')
  await button('Pair now').click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/enter the address/)
  expect(harness.commands).toEqual([])
})

it('says why it was not paired', async () => {
  await open('staff-desk-error-otherCertificate')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Another machine answered/)
  expect(await violations()).toEqual([])
})

it('tells how the kiosk stands to the desk, and who listens', async () => {
  await open('staff-desk-paired')
  await expect
    .element(page.getByRole('region', { name: 'Connection' }))
    .toMatchTextContent(/Connected.*Front desk \(desk\.harbour-clinic.*Nothing/)
  await expect
    .element(page.getByRole('region', { name: 'Who listens' }))
    .toMatchTextContent(/Front desk.*Here since.*hub-1.*Gone since/)
  expect(await violations()).toEqual([])
})

it('unpairs only when it is asked twice', async () => {
  const harness = await open('staff-desk-paired')
  await button('Unpair').click()
  expect(harness.commands).toEqual([])
  await button('Keep it paired').click()
  await button('Unpair').click()
  await button('Yes, unpair').click()
  expect(harness.commands).toEqual([{ type: 'unpairKiosk' }])
})

it('shows a wish to forget everything, and forgets nothing by itself', async () => {
  const harness = await open('staff-desk-wipe')
  await expect.element(page.getByText('This kiosk goes back to the lender.')).toBeVisible()
  await button('Do not forget').click()
  expect(harness.commands).toEqual([{ type: 'declineWipe' }])
  expect(await violations()).toEqual([])
})

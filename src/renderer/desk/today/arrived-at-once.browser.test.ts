import '@fontsource-variable/atkinson-hyperlegible-next'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  deskViewOf,
  FakeDeskMain,
  sampleToday,
} from '../../../../test/harness/desk/fake-desk-main.ts'
import { openDesk } from '../../../../test/harness/renderer/open-desk.ts'
import '../../app.css'
import '../desk.css'

const ok = (value: unknown) => ({ ok: true as const, value })
const button = (name: string) => page.getByRole('button', { name, exact: true })

it('shows who was marked as arrived before the list is read anew', async () => {
  const main = new FakeDeskMain()
  const list = sampleToday(Date.now())
  let reads = 0
  main.answers['today'] = () => (++reads === 1 ? ok(list) : new Promise(() => undefined))
  main.answers['markArrived'] = () => ok(null)
  await openDesk(main, deskViewOf())
  await button('Lena Fischer').click()
  await button('Mark as arrived').click()
  const arrived = page.getByRole('row').filter({ hasText: /Lena Fischer.*Arrived/ })
  await expect.element(arrived).toBeVisible()
  await expect.poll(() => reads).toBe(2)
  await expect.element(arrived).toBeVisible()
})

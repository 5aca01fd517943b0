import type { Page } from 'playwright-core'
import { onePacket } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { lockDesk } from '../support/lock-desk.ts'
import { expect, test } from '../support/test.ts'
import { zoneAtMidday } from '../support/zone-at-midday.ts'

/** Smaller than a desk's window opens where there is room. */
const screen = { width: 1366, height: 768 }

test.use({
  options: { size: screen, environment: { FOYER_STATION: 'desk', TZ: zoneAtMidday() } },
})

const secret = 'six small boats at noon'
const words = { locale: 'en' } as const
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function setUp(page: Page): Promise<void> {
  await page.getByLabel(m.desk_name({}, words)).fill('Ana Ruiz')
  await page.getByLabel(m.desk_secret({}, words)).fill(secret)
  await page.getByLabel(m.desk_secret_again({}, words)).fill(secret)
  await button(page, m.desk_set_up_send({}, words)).click()
}

/** The first administrator gives themselves the front desk's role, which they do not have by being the first. */
async function becomeReceptionist(page: Page): Promise<void> {
  await expect(page.getByText(m.desk_today_no_right({}, words))).toBeVisible()
  await button(page, m.desk_place_members({}, words)).click()
  await button(page, m.desk_members_change({ name: 'Ana Ruiz' }, words)).click()
  await page.getByLabel(m.desk_role_reception({}, words)).check()
  await button(page, m.desk_members_save({}, words)).click()
  await button(page, m.desk_place_today({}, words)).click()
}

test('a desk is set up, shows the appointments of today, marks an arrival, and leaves nothing of a patient when it is locked', async ({
  foyer,
}) => {
  let page = await foyer.kiosk()
  await setUp(page)
  await becomeReceptionist(page)
  expect(await page.evaluate<number>('innerWidth')).toBeLessThanOrEqual(screen.width)
  expect(await page.evaluate<number>('innerHeight')).toBeLessThanOrEqual(screen.height)

  // The sandbox's arrivals of its own start; its clock and this machine's are the same.
  const rows = page.locator('tbody tr')
  await expect(rows.first()).toBeVisible()
  const names = await page.locator('button.patient').allInnerTexts()
  expect(names.length).toBeGreaterThan(5)
  const expected = rows.filter({ hasText: m.desk_state_expected({}, words) }).first()
  const patient = await expected.locator('button.patient').innerText()
  await expected.locator('button.patient').press('Enter')
  await button(page, m.desk_arrive({}, words)).click()
  await expect(page.getByText(m.desk_arrived_now({ name: patient }, words))).toBeVisible()
  await expect(button(page, m.desk_undo({}, words))).toBeVisible()

  page = await lockDesk(foyer, page)
  await expect(page.getByText(m.desk_sign_in_as({ name: 'Ana Ruiz' }, words))).toBeVisible()
  const content = await page.content()
  for (const name of names) expect(content).not.toContain(name)

  await page.getByLabel(m.desk_secret({}, words)).fill('not the right one')
  await button(page, m.desk_sign_in_send({}, words)).click()
  await expect(page.getByRole('alert')).toContainText(m.desk_secret_wrong({}, words))
  await page.getByLabel(m.desk_secret({}, words)).fill(secret)
  await button(page, m.desk_sign_in_send({}, words)).click()
  await expect(page.getByRole('button', { name: patient, exact: true }).first()).toBeVisible()
})

test('a chart opens for two identifiers that the person says, and a lock leaves nothing of it', async ({
  foyer,
}) => {
  let page = await foyer.kiosk()
  await setUp(page)
  await becomeReceptionist(page)
  const { firstName, lastName, dateOfBirth, phone, email } = onePacket
  const name = `${firstName} ${lastName}`
  await button(page, m.desk_place_check_in({}, words)).click()
  await page.getByLabel(m.desk_patients_search({}, words)).fill(lastName)
  await page.keyboard.press('Enter')
  await button(page, name).click()

  const guard = page.getByRole('dialog', { name: m.desk_guard_title({ name }, words) })
  const [year, month, day] = dateOfBirth.split('-')
  await guard.getByLabel(m.desk_guard_birth({}, words)).fill(`${month}/${day}/${year}`)
  await guard.getByLabel(m.desk_guard_also({}, words)).fill('206 555 0199')
  await button(page, m.desk_guard_open({}, words)).click()
  await expect(guard.getByText(m.desk_not_confirmed({ count: 2 }, words))).toBeVisible()
  expect(await page.content()).not.toContain(email)
  await guard.getByLabel(m.desk_guard_also({}, words)).fill(phone)
  await button(page, m.desk_guard_open({}, words)).click()
  await expect(page.getByText(email)).toBeVisible()
  await expect(page.getByText(m.desk_packets_state_open({}, words))).toBeVisible()
  await button(page, m.desk_chart_open({}, words)).click()
  await page.getByRole('tab', { name: m.desk_packets_title({}, words), exact: true }).click()
  await expect(page.getByText(m.desk_packets_state_open({}, words))).toBeVisible()
  // What a role may not see is not even offered.
  const labs = page.getByRole('tab', { name: m.desk_labs_name({}, words), exact: true })
  await expect(labs).toHaveCount(0)

  page = await lockDesk(foyer, page)
  await expect(page.getByText(m.desk_sign_in_as({ name: 'Ana Ruiz' }, words))).toBeVisible()
  const content = await page.content()
  for (const of of [lastName, email, phone]) expect(content).not.toContain(of)
})

test('a desk prints by the dialog of the system', async ({ foyer }) => {
  const page = await foyer.kiosk()
  await expect(page.getByLabel(m.desk_name({}, words))).toBeVisible()
  const point = [300, 400] as const
  const before = await foyer.pixel(...point)
  // The dialog holds the page until it is closed: nothing is asked of the page after it.
  await page.evaluate('setTimeout(print, 0), 0')
  await expect.poll(() => foyer.pixel(...point), { timeout: 60_000 }).not.toBe(before)
})

import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import { isRunning } from '../support/killed.ts'
import { processTree } from '../../src/main/windows/chromium/resource-usage.ts'
import { startClinicDemo, type RunningClinic } from '../support/running-clinic.ts'
import { expect, test } from '../support/test.ts'

test.skip(process.platform !== 'linux', 'reads /proc')
test.setTimeout(300_000)

/** A laptop's screen: each kiosk is 360 px of it wide, and 16 px lie beside each. */
const size = { width: 1366, height: 768 }
const [besideFrontDoor, besideSideDoor] = [368, 744]
const uncovered = '#000000'
const words = { locale: 'en' } as const
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

let clinic: RunningClinic
test.beforeEach(async () => {
  clinic = await startClinicDemo({ size, environment: { FOYER_CONFIG: '/nonexistent' } })
})
test.afterEach(() => clinic.stop())

async function running(pids: readonly number[]): Promise<number[]> {
  const runs = await Promise.all(pids.map(isRunning))
  return pids.filter((_, index) => runs[index])
}

test('a clinic opens with two kiosks that its desk hears, and Ctrl+C ends all of it', async () => {
  const desk = await clinic.page('Front desk')
  for (const kiosk of [await clinic.page('Front door'), await clinic.page('Side door')])
    await kiosk.getByRole('heading', { name: m.kiosk_welcome_title({}, words) }).waitFor()
  const name = clinic.said('sign in at the desk as:')
  await expect(desk.getByText(m.desk_sign_in_as({ name }, words))).toBeVisible()
  for (const x of [besideFrontDoor, besideSideDoor])
    await expect.poll(() => clinic.screen.pixel(x, 200), `${x},200`).toBe(uncovered)
  for (const x of [besideFrontDoor - 16, besideSideDoor - 16, besideSideDoor + 16])
    await expect.poll(() => clinic.screen.pixel(x, 200), `${x},200`).not.toBe(uncovered)

  await desk.getByLabel(m.desk_secret({}, words)).fill(clinic.said('with the passphrase:'))
  await button(desk, m.desk_sign_in_send({}, words)).click()
  await expect(desk.locator('tbody tr').first()).toBeVisible()
  await button(desk, m.desk_place({ place: 'kiosks' }, words)).click()
  for (const kiosk of ['Front door', 'Side door'])
    await expect(desk.getByRole('row').filter({ hasText: kiosk })).toContainText(
      m.desk_kiosks_is({ state: 'free' }, words),
    )

  const all = await processTree(clinic.process.pid ?? 0)
  expect(all.length).toBeGreaterThan(4)
  expect(await clinic.stop('SIGINT')).toBe(0)
  await expect.poll(() => running(all)).toEqual([])
})

test('a clinic ends with the window of its desk', async () => {
  const desk = await clinic.page('Front desk')
  await expect(desk.getByLabel(m.desk_secret({}, words))).toBeVisible()
  const all = await processTree(clinic.process.pid ?? 0)
  const session = await desk.context().newCDPSession(desk)
  await session.send('Page.close')
  await expect.poll(() => clinic.process.exitCode).toBe(0)
  await expect.poll(() => running(all)).toEqual([])
})

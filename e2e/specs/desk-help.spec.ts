import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import { freePort } from '../../test/harness/bus/relay.ts'
import { openKioskStation } from '../../test/harness/hub/kiosk-station.ts'
import { helpOf } from '../../test/harness/hub/stations.ts'
import { lockDesk } from '../support/lock-desk.ts'
import { expect, test } from '../support/test.ts'

test.use({
  options: {
    size: { width: 1366, height: 768 },
    environment: {
      FOYER_STATION: 'desk',
      FOYER_BUS_BROKER_PORT: String(await freePort()),
      FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
    },
  },
})

const secret = 'six small boats at noon'
const words = { locale: 'en' } as const
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

async function setUp(page: Page): Promise<void> {
  await page.getByLabel(m.desk_name({}, words)).fill('Ana Ruiz')
  await page.getByLabel(m.desk_secret({}, words)).fill(secret)
  await page.getByLabel(m.desk_secret_again({}, words)).fill(secret)
  await button(page, m.desk_set_up_send({}, words)).click()
  await button(page, m.desk_place_members({}, words)).click()
  await button(page, m.desk_members_change({ name: 'Ana Ruiz' }, words)).click()
  await page.getByLabel(m.desk_role_reception({}, words)).check()
  await button(page, m.desk_members_save({}, words)).click()
}

test('a desk pairs a kiosk, tells that somebody asks for help there, also while it is locked, and that one comes', async ({
  foyer,
}) => {
  let page = await foyer.kiosk()
  await setUp(page)
  await button(page, m.desk_place_kiosks({}, words)).click()
  await button(page, m.desk_pair_title({}, words)).click()
  const typed = page.locator('aside dd.typed')
  const [address, code] = [await typed.first().innerText(), await typed.last().innerText()]
  const station = await openKioskStation('Front door')
  const place = station.open()
  try {
    expect(await place.pair(address, code)).toEqual({ ok: true, value: null })
    await expect(page.getByText(m.desk_pair_done({ name: 'Front door' }, words))).toBeVisible()

    place.bus()?.present({
      ...{ name: 'Front door', version: '0.1.0', state: 'inUse', connection: 'online' },
      ...{ since: new Date().toISOString(), intakes: { waiting: 0, needPerson: 0 } },
    })
    await expect(page.getByText(m.desk_kiosks_state_inUse({}, words)).first()).toBeVisible()

    page = await lockDesk(foyer, page)
    await expect(page.getByText(m.desk_sign_in_as({ name: 'Ana Ruiz' }, words))).toBeVisible()
    place.bus()?.tell(helpOf('a', 'NO-417'))
    await expect(page.getByText(m.desk_help_waiting_one({}, words)).first()).toBeVisible()
    expect(await page.content()).not.toMatch(/NO-417|Front door/)

    await page.getByLabel(m.desk_secret({}, words)).fill(secret)
    await button(page, m.desk_sign_in_send({}, words)).click()
    await page
      .getByRole('navigation')
      .getByRole('button', { name: m.desk_place_help({}, words) })
      .click()
    await button(page, m.desk_help_come_to({ number: 'NO-417' }, words)).click()
    await expect(page.getByText(m.desk_help_coming({ name: 'Ana Ruiz' }, words))).toBeVisible()
    await expect.poll(() => station.heard).toMatchObject([{ act: 'coming', by: 'Ana Ruiz' }])
  } finally {
    await place.close()
    station.close()
  }
})

import type { Page } from 'playwright-core'
import { onePacket } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { openKioskStation } from '../../test/harness/hub/kiosk-station.ts'
import { helpOf } from '../../test/harness/hub/stations.ts'
import type { RunningFoyer } from './running-foyer.ts'
import type { Step } from './walkthrough-visits.ts'

const member = 'Ana Reyes'
const secret = 'six small boats at noon'
const kioskName = 'Front door'
const words = { locale: 'en' } as const
const spanish = { locale: 'es' } as const

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inNavigation = (page: Page, name: string) =>
  page.getByRole('navigation').getByRole('button', { name })
const sees = (page: Page, text: string) => page.getByText(text).first().waitFor()

/** Walks through the places of a desk that nobody has set up yet; a kiosk is paired with it and asks for help. */
export async function walkDesk(foyer: RunningFoyer, step: Step): Promise<void> {
  const page = await foyer.kiosk()
  await setsUp(page, step)
  await looksAtToday(page, step)
  await checksIn(page, step)
  await opensChart(page, step)
  await hearsKiosk(page, step)
  await administers(page, step)
  await locks(page, step)
}

async function setsUp(page: Page, step: Step): Promise<void> {
  await page.getByLabel(m.desk_name({}, words)).fill(member)
  await page.getByLabel(m.desk_secret({}, words)).fill(secret)
  await page.getByLabel(m.desk_secret_again({}, words)).fill(secret)
  await step('the first person here sets the desk up', 'set-up')
  await button(page, m.desk_set_up_send({}, words)).click()
  await sees(page, m.desk_today_no_right({}, words))
  await step('an administrator alone sees no patients', 'no-right')
  await button(page, m.desk_place_members({}, words)).click()
  await button(page, m.desk_members_change({ name: member }, words)).click()
  const roles = [m.desk_role_reception, m.desk_role_clinical, m.desk_role_billing]
  for (const role of roles) await page.getByLabel(role({}, words)).check()
  await step('gives themselves more roles', 'members')
  await button(page, m.desk_members_save({}, words)).click()
}

async function looksAtToday(page: Page, step: Step): Promise<void> {
  await button(page, m.desk_place_today({}, words)).click()
  const rows = page.locator('tbody tr')
  await rows.first().waitFor()
  await step('the appointments of today', 'today')
  const expected = rows.filter({ hasText: m.desk_state_expected({}, words) }).first()
  const patient = expected.locator('button.patient')
  const name = await patient.innerText()
  await patient.press('Enter')
  await button(page, m.desk_arrive({}, words)).waitFor()
  await step('one of them', 'appointment')
  await button(page, m.desk_arrive({}, words)).click()
  await sees(page, m.desk_arrived_now({ name }, words))
  await step('the patient is here, and this can be taken back', 'arrived')
  await page.keyboard.press('Escape')
}

/** Looks for somebody, and says the two identifiers that they are asked for. */
async function findsPatient(page: Page, step: Step): Promise<void> {
  const { firstName, lastName, dateOfBirth, phone, email } = onePacket
  const name = `${firstName} ${lastName}`
  await page.getByLabel(m.desk_patients_search({}, words)).fill(lastName)
  await page.keyboard.press('Enter')
  await button(page, name).waitFor()
  await step('somebody is looked for', 'patients')
  await button(page, name).click()
  const guard = page.getByRole('dialog', { name: m.desk_guard_title({ name }, words) })
  const [year, month, day] = dateOfBirth.split('-')
  await guard.getByLabel(m.desk_guard_birth({}, words)).fill(`${month}/${day}/${year}`)
  await guard.getByLabel(m.desk_guard_also({}, words)).fill(phone)
  await step('the chart opens for two things that the person says', 'two-identifiers')
  await button(page, m.desk_guard_open({}, words)).click()
  await sees(page, email)
}

async function checksIn(page: Page, step: Step): Promise<void> {
  await inNavigation(page, m.desk_place_check_in({}, words)).click()
  await findsPatient(page, step)
  await button(page, m.desk_packets_give({}, words)).waitFor()
  await isRead(page)
  await step('somebody who came is checked in', 'check-in')
  await button(page, m.desk_chart_open({}, words)).click()
}

async function opensChart(page: Page, step: Step): Promise<void> {
  await page.getByRole('tab').first().waitFor()
  await step('the chart', 'chart')
  for (const [part, picture] of [
    [m.desk_packets_title, 'packets'],
    [m.desk_appointments_title, 'appointments'],
    [m.desk_invoices_name, 'invoices'],
    [m.desk_labs_name, 'labs'],
    [m.desk_health_name, 'health-profile'],
    [m.desk_category, 'category'],
    [m.desk_remote_title, 'remote-care'],
  ] as const) {
    await page.getByRole('tab', { name: part({}, words), exact: true }).click()
    await isRead(page)
    await step(`in the chart: ${part({}, words)}`, `chart-${picture}`)
  }
  await page.keyboard.press('Escape')
}

async function hearsKiosk(page: Page, step: Step): Promise<void> {
  await inNavigation(page, m.desk_place_kiosks({}, words)).click()
  await button(page, m.desk_pair_title({}, words)).click()
  const typed = page.locator('aside dd.typed')
  const [address, code] = [await typed.first().innerText(), await typed.last().innerText()]
  await step('a code for another kiosk', 'pair-kiosk')
  const station = await openKioskStation(kioskName)
  const place = station.open()
  try {
    const paired = await place.pair(address, code)
    if (!paired.ok) throw new Error(`the kiosk is not paired: ${paired.error.kind}`)
    await sees(page, m.desk_pair_done({ name: kioskName }, words))
    place.bus()?.present({
      ...{ name: kioskName, version: '0.1.0', state: 'inUse', connection: 'online' },
      ...{ since: new Date().toISOString(), intakes: { waiting: 0, needPerson: 0 } },
    })
    await sees(page, m.desk_kiosks_state_inUse({}, words))
    await step('the kiosk is paired, and says how it is', 'kiosks')
    place.bus()?.tell(helpOf('a', '417'))
    await inNavigation(page, m.desk_place_help({}, words)).click()
    const come = button(page, m.desk_help_come_to({ number: '417' }, words))
    await come.waitFor()
    await step('somebody asks for help there', 'help')
    await page.getByRole('button', { name: 'Español', exact: true }).click()
    await button(page, m.desk_help_come_to({ number: '417' }, spanish)).waitFor()
    await step('the same in Spanish', 'help-spanish')
    await inNavigation(page, m.desk_place_today({}, spanish)).click()
    await page.locator('tbody tr').first().waitFor()
    await step('the appointments of today in Spanish', 'today-spanish')
    await inNavigation(page, m.desk_place_kiosks({}, spanish)).click()
    await sees(page, m.desk_kiosks_state_inUse({}, spanish))
    await step('the kiosks in Spanish', 'kiosks-spanish')
    await page.getByRole('button', { name: 'English', exact: true }).click()
    await inNavigation(page, m.desk_place_help({}, words)).click()
    await come.click()
    await sees(page, m.desk_help_coming({ name: member }, words))
    await step('and somebody comes', 'help-coming')
  } finally {
    await place.close()
    station.close()
  }
}

async function administers(page: Page, step: Step): Promise<void> {
  for (const [place, picture] of [
    [m.desk_place_intakes, 'intakes'],
    [m.desk_place_clinic, 'clinic'],
    [m.desk_place_integrations, 'integrations'],
    [m.desk_place_audit, 'audit'],
  ] as const) {
    await inNavigation(page, place({}, words)).click()
    await page
      .getByRole('heading', { name: place({}, words) })
      .first()
      .waitFor()
    await isRead(page)
    await step(`the place "${place({}, words)}"`, picture)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').first().waitFor()
  await step('Ctrl+K goes anywhere', 'palette')
  await page.keyboard.press('Escape')
}

async function locks(page: Page, step: Step): Promise<void> {
  const before = page.url()
  await page.keyboard.press('Control+l')
  await page.waitForURL((url) => url.href !== before)
  await sees(page, m.desk_sign_in_as({ name: member }, words))
  await step('locked: nothing of a patient is left', 'locked')
  await page.getByRole('button', { name: 'Español', exact: true }).click()
  await sees(page, m.desk_sign_in_as({ name: member }, spanish))
  await step('the same in Spanish', 'locked-spanish')
}

/** Waits until nothing on the page says that it is still being read. */
function isRead(page: Page): Promise<void> {
  return page.locator('[aria-busy="true"]').first().waitFor({ state: 'detached' })
}

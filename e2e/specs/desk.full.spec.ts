import { onePacket } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { freePort } from '../../test/harness/bus/relay.ts'
import { openKioskStation } from '../../test/harness/hub/kiosk-station.ts'
import { helpOf } from '../../test/harness/hub/stations.ts'
import { member, Receptionist } from '../support/receptionist.ts'
import { openRecords } from '../support/service-records.ts'
import { words } from '../support/staff.ts'
import { presenceInUse } from '../support/walkthrough-desk.ts'
import { expect, test } from '../support/test.ts'
import { zoneAtMidday } from '../support/zone-at-midday.ts'
import { given } from '../../test/harness/given.ts'

/** Smaller than a desk's window opens where there is room. */
const screen = { width: 1366, height: 768 }
const { name, secret } = member

test.use({
  options: {
    size: screen,
    environment: {
      FOYER_STATION: 'desk',
      FOYER_BUS_BROKER_PORT: String(await freePort()),
      FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
    },
  },
})
test.setTimeout(300_000)

test('a desk is set up, knows its day and its patients, hears its kiosks, leaves nothing when it is locked, and prints', async ({
  place,
  start,
}) => {
  const records = openRecords(place.sandbox)
  await records.changeTimeZone(zoneAtMidday())
  await records.close()
  const foyer = await start()
  const ana = new Receptionist(await foyer.kiosk())

  await test.step('who is first sets it up, and gives themselves the role of the front desk', async () => {
    await ana.namesFirst(name, secret)
    await ana.presses(m.desk_set_up_send)
    await ana.sees(m.desk_today_no_right)
    await ana.presses(given(m.desk_place, { place: 'members' }))
    await ana.presses(m.desk_members_change, { name })
    await ana.page.getByLabel(words(given(m.desk_role, { role: 'reception' }))).check()
    await ana.presses(m.desk_save)
    expect(await ana.page.evaluate<number>('innerWidth')).toBeLessThanOrEqual(screen.width)
    expect(await ana.page.evaluate<number>('innerHeight')).toBeLessThanOrEqual(screen.height)
  })

  await test.step('it shows the appointments of today, and marks an arrival', async () => {
    await ana.presses(given(m.desk_place, { place: 'today' }))
    // The sandbox's arrivals of its own start; its clock and this machine's are the same.
    await expect(ana.rows('').first()).toBeVisible()
    await ana.page.getByRole('button', { name: /over, cancelled/ }).click()
    const names = await ana.page.locator('button.open').allInnerTexts()
    expect(names.length).toBeGreaterThan(5)
    const expected = ana
      .rows(words(given(m.desk_today_patient_state, { state: 'expected' })))
      .first()
    const patient = await expected.locator('button.open').innerText()
    await expected.locator('button.open').press('Enter')
    await ana.presses(m.desk_arrive)
    await ana.sees(m.desk_arrived_now, { name: patient })
    await ana.seesArrived(ana.page.locator('aside'))
    await ana.locks(foyer)
    await ana.sees(m.desk_sign_in_as, { name })
    const content = await ana.page.content()
    for (const each of names) expect(content).not.toContain(each)
    await ana.signsIn('not the right one')
    await expect(ana.page.getByRole('alert')).toContainText(words(m.desk_secret_wrong))
    await ana.signsIn(secret)
    await expect(ana.button(patient).first()).toBeVisible()
  })

  await test.step('a chart opens for two identifiers that the patient says', async () => {
    const { page } = ana
    const { lastName, phone, email } = onePacket
    await ana.findsWhoCame({ ...onePacket, phone: '206 555 0199' })
    const guard = page.getByRole('dialog')
    await expect(guard.getByText(words(m.desk_not_confirmed, { count: 2 }))).toBeVisible()
    expect(await page.content()).not.toContain(email)
    await guard.getByLabel(words(m.desk_guard_also)).fill(phone)
    await ana.presses(m.desk_chart_open)
    await expect(page.getByText(email)).toBeVisible()
    await ana.sees(given(m.desk_packets_is, { state: 'open' }))
    await ana.presses(m.desk_chart_open)
    await ana.opensPart(m.desk_packets_title)
    await ana.sees(given(m.desk_packets_is, { state: 'open' }))
    // The page does not even offer what a role may not see.
    const labs = page.getByRole('tab', { name: words(m.desk_labs_name), exact: true })
    await expect(labs).toHaveCount(0)
    await ana.locks(foyer)
    await ana.sees(m.desk_sign_in_as, { name })
    const content = await ana.page.content()
    for (const of of [lastName, email, phone]) expect(content).not.toContain(of)
    await ana.signsIn(secret)
  })

  const station = await openKioskStation('Front door')
  const kioskPlace = station.open()
  try {
    await test.step('it pairs a kiosk, and tells that somebody asks for help there, also while it is locked', async () => {
      await ana.opens('kiosks')
      const [address, code] = await ana.invitesKiosk()
      expect(await kioskPlace.pair(address, code)).toEqual({ ok: true, value: null })
      await ana.sees(m.desk_pair_done, { name: 'Front door' })
      kioskPlace.bus()?.present(presenceInUse('Front door'))
      await ana.sees(given(m.desk_kiosks_is, { state: 'inUse' }))

      await ana.locks(foyer)
      await ana.sees(m.desk_sign_in_as, { name })
      kioskPlace.bus()?.tell(helpOf('a', 'NO-417'))
      await ana.sees(given(m.desk_help_waiting, { count: 1 }))
      expect(await ana.page.content()).not.toMatch(/NO-417|Front door/)
      await ana.signsIn(secret)
      await ana.opens('help')
      await ana.presses(given(m.desk_help_act_to, { kind: 'asked' }), { number: 'NO-417' })
      await ana.sees(m.desk_help_coming, { name })
      await expect.poll(() => station.heard).toMatchObject([{ act: 'coming', by: name }])
    })
  } finally {
    await kioskPlace.close()
    station.close()
  }

  await test.step('it prints by the dialog of the system', async () => {
    const point = [300, 400] as const
    const before = await foyer.pixel(...point)
    // The dialog holds the page until it is closed: nothing is asked of the page after it.
    await ana.page.evaluate('setTimeout(print, 0), 0')
    await expect.poll(() => foyer.pixel(...point), { timeout: 60_000 }).not.toBe(before)
  })
})

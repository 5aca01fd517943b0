import { m } from '../../src/i18n/paraglide/messages.js'
import { searchAround } from '../../test/leak-scan/kiosk-search.ts'
import { searchHeap } from '../../test/leak-scan/search-window.ts'
import { createSearch } from '../../test/leak-scan/search.ts'
import { test } from '../support/desk-clinic.ts'
import { nameOf, person, zoneAt } from '../support/desk-people.ts'
import { Patient } from '../support/patient.ts'
import { readAudit } from '../support/read-audit.ts'
import { member, Receptionist } from '../support/receptionist.ts'
import { words } from '../support/staff.ts'
import { expect } from '../support/test.ts'
import { given } from '#harness/given.ts'

test.skip(process.platform !== 'linux', 'reads /proc')
test.setTimeout(900_000)

const minute = 60_000
const kiosks = ['Front door', 'Side door']
/** Milliseconds until a broker that was away is looked for again, at the most, and what follows. */
const reconnectMs = 150_000
/** Waits until a kiosk says that the desk was told of a patient; the value is their number. */
async function isTold(patient: Patient): Promise<string> {
  const kiosk = await patient.foyer.kiosk()
  const told = patient.heading(kiosk, given(m.kiosk_help_heard_title, { heard: 'told' }))
  await expect(told).toBeVisible({ timeout: reconnectMs })
  return kiosk.getByRole('alertdialog').locator('strong').innerText()
}
/** It is about eight there, whenever the test is run: at the location, and where its machines stand. */
const morning = zoneAt(8)
/** "Pain and movement", of one page. */
const shortFormId = 605
/** They have an appointment this morning. */
const first = person(0, 'Amara Okonkwo', '1975-05-02')
const withCode = person(1, 'Henrik Sørensen', '1949-09-23')
const booked = [first, withCode, person(3, 'Ebru Yıldırım', '2001-07-07')]

test.use({
  options: {
    newcomers: booked,
    settings: { TZ: morning, FOYER_ARRIVAL_EARLY_MS: String(12 * 60 * minute) },
  },
})

test('a morning at the clinic', async ({ clinic }) => {
  const { records } = clinic
  await records.changeTimeZone(morning)
  const opensAt = Math.ceil(Date.now() / (5 * minute)) * 5 * minute + 10 * minute
  for (const { id } of booked) await records.bookVisit(id, opensAt)
  await records.givePacket(withCode.id, [shortFormId])
  const [desk, frontDoor, sideDoor] = await Promise.all([
    clinic.start(clinic.desk),
    clinic.start(clinic.frontDoor),
    clinic.start(clinic.sideDoor),
  ])
  const ana = new Receptionist(await desk.kiosk())
  const { page } = ana

  await test.step('the desk signs in, and all are expected', async () => {
    await ana.signsIn(member.secret)
    for (const each of booked)
      await ana.seesOf(nameOf(each), given(m.desk_today_patient_state, { state: 'expected' }))
    // The list has the keyboard at once.
    await expect(page.locator('tbody button.open:focus')).toHaveCount(1)
    // It is gone where the page is loaded anew.
    await page.evaluate('window.isOfTheMorning = true')
    await ana.opens('kiosks')
    for (const name of kiosks) await ana.seesOf(name, given(m.desk_kiosks_is, { state: 'free' }))
    await ana.opens('today')
  })

  await test.step('one checks in at a kiosk, and the desk sees it by itself', async () => {
    const amara = new Patient(frontDoor)
    await amara.provesWith(first, first.phone)
    await amara.taps(m.kiosk_arrival_yes)
    await amara.sees(m.kiosk_arrival_checked_in)
    await amara.leavesBy(m.kiosk_close)
    await ana.seesOf(nameOf(first), given(m.desk_today_patient_state, { state: 'arrived' }))
  })

  await test.step('the broker dies: who needs help meanwhile is told of at the desk, once', async () => {
    const bruno = new Patient(sideDoor)
    await clinic.broker.kill()
    await bruno.begins()
    await bruno.taps(m.kiosk_help)
    await bruno.sees(given(m.kiosk_help_heard_title, { heard: 'nobody' }))
    await clinic.broker.start()
    const number = await isTold(bruno)
    await ana.opens('help')
    const come = ana.button(words(given(m.desk_help_act_to, { kind: 'asked' }), { number }))
    await expect(come).toHaveCount(1, { timeout: reconnectMs })
    await come.click()
    await bruno.sees(given(m.kiosk_help_heard_title, { heard: 'coming' }))
    await bruno.taps(m.kiosk_help_close)
    await bruno.taps(m.kiosk_start_over)
    await bruno.leavesBy(m.kiosk_again_yes)
    await ana.opens('today')
  })

  await test.step('one comes in by a code that the desk tells him', async () => {
    const henrik = new Patient(frontDoor)
    await ana.opens('today')
    await ana.asksForChart(ana.rows(nameOf(withCode)), withCode)
    await ana.opensPart(m.desk_packets_title)
    await ana.presses(m.desk_code_patient)
    const code = (await page.getByText(/^\d{3}\s\d{3}$/).innerText()).replace(/\s/g, '')

    await henrik.begins()
    await henrik.taps(m.kiosk_contact_desk_code)
    await henrik.sees(m.kiosk_desk_code_title)
    await henrik.types(code)
    await henrik.taps(m.kiosk_continue)
    await henrik.givesDateOfBirth(withCode.dateOfBirth)
    await ana.sees(given(m.desk_code_ended, { state: 'used', known: 'yes' }), {
      kiosk: 'Front door',
    })
    expect(await page.content()).not.toContain(code)
    await ana.closesChart()
    await (await frontDoor.kiosk()).locator('.kiosk.arrival').waitFor()
    await henrik.taps(m.kiosk_start_over)
    await henrik.leavesBy(m.kiosk_again_yes)
    expect(await page.evaluate('window.isOfTheMorning')).toBe(true)
  })

  await test.step('a lock leaves nothing of anybody, and all is in the audits', async () => {
    const needles = booked.flatMap((each) =>
      [nameOf(each), each.phone, each.email, each.dateOfBirth].map((value) => ({
        name: nameOf(each),
        value,
      })),
    )
    const shown = async () => {
      const content = await ana.page.content()
      return needles.filter(({ value }) => content.includes(value)).map(({ name }) => name)
    }
    await ana.opens('today')
    await expect.poll(shown).toContain(nameOf(first))
    await ana.locks(desk)
    await ana.sees(m.desk_sign_in_as, { name: member.name })
    expect(await shown()).toEqual([])
    expect(await searchHeap(ana.page, createSearch(needles))).toEqual([])
    for (const station of [desk, frontDoor, sideDoor])
      expect(await searchAround(station, needles)).toEqual([])

    const places = [clinic.desk, clinic.frontDoor, clinic.sideDoor]
    const audits = await Promise.all(places.map(readAudit))
    expect(audits.map(({ holds }) => holds)).not.toContain(false)
    const [rows = [], atFrontDoor = []] = audits.map((audit) => audit.rows)
    const told = rows.map(({ kind }) => kind)
    for (const kind of ['deskCodeUsed', 'commandSent', 'memberSignedIn'])
      expect(told).toContain(kind)
    expect(atFrontDoor.filter(({ kind }) => kind === 'deskCodeTaken')).toHaveLength(1)
  })
})

import { m } from '../../src/i18n/paraglide/messages.js'
import { receptionist, test } from '../support/desk-clinic.ts'
import { nameOf, story } from '../support/morning-people.ts'
import { Patient } from '../support/patient.ts'
import { readAudit } from '../support/read-audit.ts'
import { Receptionist } from '../support/receptionist.ts'
import { StaffMember, words } from '../support/staff.ts'
import { expect } from '../support/test.ts'
import { zoneAt } from '../support/zone-at-midday.ts'

test.skip(
  process.platform !== 'linux' || process.env['FOYER_SHELL'] === 'electron',
  'reads /proc, and follows the stations in the browser shell',
)
test.setTimeout(600_000)

const { first: amara, brokenPhone: henrik } = story
const form = { id: 605, name: 'Pain and movement' } as const
const minute = 60_000

test.use({
  options: {
    newcomers: [amara, henrik],
    settings: { TZ: zoneAt(8), FOYER_ARRIVAL_EARLY_MS: String(12 * 60 * minute) },
  },
})

test('a patient without a phone comes in by the desk', async ({ clinic }) => {
  const { records } = clinic
  const opensAt = Math.ceil(Date.now() / (5 * minute)) * 5 * minute + 10 * minute
  for (const { id } of [amara, henrik]) await records.bookVisit(id, opensAt)
  await records.givePacket(amara.id, form.id)
  const [desk, frontDoor] = await Promise.all([
    clinic.start(clinic.desk),
    clinic.start(clinic.frontDoor),
  ])
  const ana = new Receptionist(await desk.kiosk())
  const patient = new Patient(frontDoor)
  const { page } = ana
  const row = (person: typeof amara) => ana.rows(nameOf(person))
  const forms = page.getByRole('tabpanel')
  await ana.signsIn(receptionist.secret)
  await ana.seesOf(nameOf(amara), m.desk_state_expected)

  await test.step('by a code that the desk tells them', async () => {
    await ana.asksForChart(row(amara), amara)
    await ana.opensPart(m.desk_packets_title)
    await ana.presses(m.desk_code_patient)
    const shown = page.getByText(/^\d{3}\s\d{3}$/)
    const code = (await shown.innerText()).replace(/\s/g, '')

    await patient.begins()
    await patient.taps(m.kiosk_contact_desk_code)
    await patient.sees(m.kiosk_desk_code_title)
    await patient.types(code === '000000' ? '000001' : '000000')
    await patient.taps(m.kiosk_continue)
    await expect((await frontDoor.kiosk()).locator('#desk-code-error')).toHaveText(
      words(m.kiosk_desk_code_wrong),
    )
    for (let digit = 0; digit < 6; digit += 1) await patient.taps(m.keyboard_erase)
    await patient.types(code)
    await patient.taps(m.kiosk_continue)
    await patient.givesDateOfBirth(amara.dateOfBirth)
    await ana.sees(m.desk_code_used_at, { kiosk: 'Front door' })
    expect(await page.content()).not.toContain(code)
  })

  await test.step('and the desk sees who of them needs help', async () => {
    const kiosk = await frontDoor.kiosk()
    await kiosk.locator('.kiosk.arrival').waitFor()
    await patient.taps(m.kiosk_arrival_yes)
    await frontDoor.form()
    await patient.taps(m.kiosk_help)
    await ana.presses(m.desk_chart_close)
    await ana.opens(m.desk_place_today)
    await ana.seesOf(nameOf(amara), m.desk_state_needsHelp)
    await patient.taps(m.kiosk_help_cancel)
    await ana.seesOf(nameOf(amara), m.desk_state_arrived)
    await patient.taps(m.kiosk_start_over)
    await patient.leavesBy(m.kiosk_again_yes)
  })

  await test.step('or at a kiosk that the desk has begin, where nothing is typed but the birth date', async () => {
    await ana.asksForChart(row(henrik), henrik)
    await ana.opensPart(m.desk_packets_title)
    await ana.presses(m.desk_code_patient)
    await ana.button('Front door', forms).click()
    await ana.sees(m.desk_code_begun, { kiosk: 'Front door' })
    await patient.givesDateOfBirth(henrik.dateOfBirth)
    await (await frontDoor.kiosk()).locator('.kiosk.arrival').waitFor()
    await patient.taps(m.kiosk_start_over)
    await patient.leavesBy(m.kiosk_again_yes)
  })

  await test.step('and who works at the desk opens the panel of the kiosk with their own secret', async () => {
    const staff = new StaffMember(frontDoor)
    const kiosk = await staff.holdsTheMark(m.staff_members_title)
    await kiosk.getByRole('button', { name: receptionist.name, exact: true }).click()
    await kiosk.getByLabel(words(m.staff_member_secret), { exact: true }).fill(receptionist.secret)
    await kiosk.keyboard.press('Enter')
    await staff.sees(m.staff_page_home)
    await staff.taps(m.staff_lock)
    await patient.sees(m.kiosk_welcome_title)
  })

  await test.step('which is in both audits, without the codes', async () => {
    const at = async (place: typeof clinic.desk) => {
      const { holds, rows } = await readAudit(place)
      expect(holds).toBe(true)
      return rows.map(({ kind }) => kind)
    }
    const told = await at(clinic.desk)
    for (const kind of ['deskCodeUsed', 'deskCodeRefused', 'commandSent', 'memberSignedIn'])
      expect(told).toContain(kind)
    expect((await at(clinic.frontDoor)).filter((kind) => kind === 'deskCodeTaken')).toHaveLength(2)
  })
})

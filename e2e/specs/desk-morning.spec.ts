import type { Locator } from 'playwright-core'
import type { Newcomer } from '../../sandbox/seeds/seed.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { isFullTier } from '../../test/harness/tier.ts'
import { searchAround } from '../../test/leak-scan/kiosk-search.ts'
import { searchHeap } from '../../test/leak-scan/search-window.ts'
import { createSearch } from '../../test/leak-scan/search.ts'
import { test } from '../support/desk-clinic.ts'
import {
  booked,
  elsewhere,
  mother,
  nameOf,
  story,
  traitsOf,
  walkIn,
  type MorningPatient,
} from '../support/morning-people.ts'
import { checksIn, checksInOffline, confirmsOnly, provesPhone } from '../support/morning-visits.ts'
import { handsOver, knowsForms } from '../support/offline-patient.ts'
import { Patient } from '../support/patient.ts'
import { readAudit } from '../support/read-audit.ts'
import { member, patienceMs, Receptionist } from '../support/receptionist.ts'
import { StaffMember, words } from '../support/staff.ts'
import { expect } from '../support/test.ts'
import { zoneAt } from '../support/zone-at-midday.ts'
import { given } from '../../test/harness/given.ts'

test.skip(process.platform !== 'linux', 'reads /proc')
test.setTimeout(900_000)

const minute = 60_000
/** Steps that only the full tier tells: the rest of a morning. */
const later = async (title: string, tell: () => Promise<void>) => {
  if (isFullTier) await test.step(title, tell)
}
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
/** A form of one page. */
const shortForm = { id: 605, name: 'Pain and movement' } as const
/** The forms that are asked without the network; the answers of its first go into the record. */
const yearlyUpdateId = 7012

test.use({
  options: {
    newcomers: [...booked, mother],
    settings: {
      TZ: morning,
      FOYER_ARRIVAL_EARLY_MS: String(12 * 60 * minute),
      FOYER_OFFLINE_ENABLED: 'true',
      FOYER_OFFLINE_UNPROVED: 'deliver',
      FOYER_OFFLINE_AFTER_MS: '5000',
      FOYER_OFFLINE_TEMPLATE_GROUP_IDS: JSON.stringify([yearlyUpdateId]),
    },
  },
})

test('a morning at the clinic', async ({ clinic }) => {
  const { records, sandbox } = clinic
  const { control } = sandbox
  const visits = new Map<number, number>()
  await records.changeTimeZone(morning)
  const opensAt = Math.ceil(Date.now() / (5 * minute)) * 5 * minute + 10 * minute
  for (const { id } of booked) visits.set(id, await records.bookVisit(id, opensAt))
  for (const { id } of [story.withForms, story.brokenPhone])
    await records.givePacket(id, [shortForm.id])
  const [desk, frontDoor, startedSide] = await Promise.all([
    clinic.start(clinic.desk),
    clinic.start(clinic.frontDoor),
    clinic.start(clinic.sideDoor),
  ])
  let sideDoor = startedSide
  const ana = new Receptionist(await desk.kiosk())
  const { page } = ana
  const rowOf = (person: Newcomer) => ana.rows(nameOf(person))

  await test.step('the desk signs in, and all twenty are expected', async () => {
    await ana.signsIn(member.secret)
    for (const person of booked.filter(({ lastName }) => lastName !== 'Kim'))
      await ana.seesOf(nameOf(person), given(m.desk_today_patient_state, { state: 'expected' }))
    await expect(ana.rows('Kim')).toHaveCount(2)
    // The list has the keyboard at once.
    await expect(page.locator('tbody button.open:focus')).toHaveCount(1)
    // It is gone where the page is loaded anew.
    await page.evaluate('window.isOfTheMorning = true')
    await ana.opens('kiosks')
    for (const name of kiosks) await ana.seesOf(name, given(m.desk_kiosks_is, { state: 'free' }))
    await ana.opens('today')
  })

  await test.step('the next one is marked as arrived by two keys, and taken back by one', async () => {
    const row = rowOf(story.neverComes)
    await row.locator('button.open').focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await ana.seesOf(
      nameOf(story.neverComes),
      given(m.desk_today_patient_state, { state: 'arrived' }),
    )
    await expect
      .poll(() => records.appointmentsOf(story.neverComes.id), { timeout: patienceMs })
      .toEqual(['CHECKED_IN'])
    await page.keyboard.press('Control+z')
    await ana.seesOf(
      nameOf(story.neverComes),
      given(m.desk_today_patient_state, { state: 'expected' }),
    )
  })

  // Nine of the twenty, by the service itself: so the story stays short.
  await later('other systems of the clinic check patients in', async () => {
    const changes = [
      ...elsewhere.arrived.map((person) => [person, 'CHECKED_IN'] as const),
      [elsewhere.seen, 'COMPLETED'] as const,
      [elsewhere.cancelled, 'CANCELLED'] as const,
    ]
    for (const [{ id }, status] of changes) await records.changeVisit(visits.get(id) ?? 0, status)
  })

  await test.step('one checks in at a kiosk, and the desk sees it by itself', async () => {
    await checksIn(new Patient(frontDoor), story.first)
    await ana.seesOf(nameOf(story.first), given(m.desk_today_patient_state, { state: 'arrived' }))
  })

  await test.step('the broker dies: who needs help meanwhile is told of at the desk, once', async () => {
    const bruno = new Patient(sideDoor)
    await clinic.broker.kill()
    await later('one checks in and fills in forms', () =>
      checksIn(bruno, story.withForms, () => bruno.fillsInForms()),
    )
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
    await later('and the desk sees that the forms are done', () =>
      ana.seesOf(
        nameOf(story.withForms),
        given(m.desk_today_patient_state, { state: 'formsDone' }),
      ),
    )
  })

  await later('a mother checks in her child with her own phone, and the desk goes on', async () => {
    const sigrid = new Patient(sideDoor)
    await provesPhone(sigrid, mother.phone)
    await sigrid.taps(m.kiosk_birth_for_another)
    const said = story.child.dateOfBirth
    await sigrid.givesDateOfBirth(said, m.kiosk_birth_title_another)
    const error = (await sideDoor.kiosk()).locator('#birth-error')
    await expect(error).toHaveText(words(m.kiosk_birth_not_matched_last))
    await sigrid.givesDateOfBirth(said, m.kiosk_birth_title_another)
    const sent = await sigrid.sees(given(m.kiosk_message_title, { screen: 'askStaff' }))
    expect(await sent.content()).not.toContain(story.child.firstName)
    const number = await sent.locator('strong').first().innerText()
    await sigrid.leavesBy(m.kiosk_close)
    await ana.opens('help')
    await ana.presses(given(m.desk_help_act_to, { kind: 'sent' }), { number })
    await ana.sees(given(m.desk_help_acted, { kind: 'sent' }), { number })
    await ana.opens('today')
    await ana.checksIn(rowOf(story.child))
  })

  await later('two are called Ji-woo Kim, and the desk tells them apart', async () => {
    const [earlier, later] = [ana.rows('Kim').nth(0), ana.rows('Kim').nth(1)]
    const [first, second] = [story.olderKim, story.youngerKim]
    await ana.asksForChart(earlier, second)
    await ana.sees(m.desk_not_confirmed, { count: 2 })
    expect(await page.content()).not.toContain(first.email)
    await ana.presses(m.desk_cancel)
    await opensChartOf(later, second)
    await expect(earlier).toContainText(
      words(given(m.desk_today_patient_state, { state: 'expected' })),
    )
    await opensChartOf(earlier, first)

    async function opensChartOf(row: Locator, person: MorningPatient) {
      await ana.asksForChart(row, person)
      await page.getByText(person.email).first().waitFor({ timeout: patienceMs })
      await ana.closesChart()
      await ana.opens('today')
      await ana.checksIn(row)
    }
  })

  const henrik = new Patient(frontDoor)
  const person = story.brokenPhone
  await later('a phone is broken, and the desk comes', async () => {
    await henrik.begins()
    await henrik.givesContact(person.phone)
    await henrik.sees(m.kiosk_code_title)
    await henrik.taps(m.kiosk_help)
    const number = await isTold(henrik)
    await ana.opens('help')
    await ana.presses(given(m.desk_help_act_to, { kind: 'asked' }), { number })
    await henrik.sees(given(m.kiosk_help_heard_title, { heard: 'coming' }))
    await henrik.taps(m.kiosk_help_close)
    await henrik.taps(m.kiosk_start_over)
    await henrik.leavesBy(m.kiosk_again_yes)
  })

  await test.step('he comes in by a code that the desk tells him', async () => {
    await ana.opens('today')
    await ana.asksForChart(rowOf(person), person)
    await ana.opensPart(m.desk_packets_title)
    await ana.presses(m.desk_code_patient)
    const code = (await page.getByText(/^\d{3}\s\d{3}$/).innerText()).replace(/\s/g, '')

    await henrik.begins()
    await henrik.taps(m.kiosk_contact_desk_code)
    await henrik.sees(m.kiosk_desk_code_title)
    await later('a wrong code is refused', async () => {
      await henrik.types(code === '000000' ? '000001' : '000000')
      await henrik.taps(m.kiosk_continue)
      await expect((await frontDoor.kiosk()).locator('#desk-code-error')).toHaveText(
        words(m.kiosk_desk_code_wrong),
      )
      for (let digit = 0; digit < 6; digit += 1)
        await henrik.taps(given(m.keyboard_sign, { key: 'erase' }))
    })
    await henrik.types(code)
    await henrik.taps(m.kiosk_continue)
    await henrik.givesDateOfBirth(person.dateOfBirth)
    await ana.sees(given(m.desk_code_ended, { state: 'used', known: 'yes' }), {
      kiosk: 'Front door',
    })
    expect(await page.content()).not.toContain(code)
    await ana.closesChart()
    await (await frontDoor.kiosk()).locator('.kiosk.arrival').waitFor()
  })

  await later('and the desk sees that he needs help', async () => {
    await henrik.taps(m.kiosk_arrival_yes)
    await frontDoor.form()
    await henrik.taps(m.kiosk_help)
    await ana.opens('today')
    await ana.seesOf(nameOf(person), given(m.desk_today_patient_state, { state: 'needsHelp' }))
    await henrik.taps(m.kiosk_help_cancel)
    await ana.seesOf(nameOf(person), given(m.desk_today_patient_state, { state: 'arrived' }))
  })
  await henrik.taps(m.kiosk_start_over)
  await henrik.leavesBy(m.kiosk_again_yes)

  await later(
    'a kiosk begins at the desk’s word, and nothing is typed there but the birth date',
    async () => {
      await ana.asksForChart(rowOf(story.neverComes), story.neverComes)
      await ana.opensPart(m.desk_packets_title)
      await ana.presses(m.desk_code_patient)
      await ana.button('Front door', page.getByRole('tabpanel')).click()
      await ana.sees(m.desk_code_begun, { kiosk: 'Front door' })
      const wendell = new Patient(frontDoor)
      await wendell.givesDateOfBirth(story.neverComes.dateOfBirth)
      await (await frontDoor.kiosk()).locator('.kiosk.arrival').waitFor()
      await wendell.taps(m.kiosk_start_over)
      await wendell.leavesBy(m.kiosk_again_yes)
      await ana.closesChart()
    },
  )

  await later(
    'who works at the desk opens the panel of a kiosk with their own secret',
    async () => {
      const staff = new StaffMember(frontDoor)
      const kiosk = await staff.holdsTheMark(m.staff_members_title)
      await kiosk.getByRole('button', { name: member.name, exact: true }).click()
      await kiosk.getByLabel(words(m.staff_member_secret), { exact: true }).fill(member.secret)
      await kiosk.keyboard.press('Enter')
      await staff.sees(given(m.staff_page, { page: 'home' }))
      await staff.locks(m.kiosk_welcome_title)
    },
  )

  await later('somebody comes without an appointment, and is given forms', async () => {
    await ana.addsPatient(walkIn)
    await ana.givesForm(shortForm.name)
    const rosalind = new Patient(sideDoor)
    await rosalind.provesWith(walkIn, walkIn.phone)
    await rosalind.fillsInForms()
    await rosalind.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
    await rosalind.leavesBy(m.kiosk_close)
    await ana.opensPart(m.desk_chart_details)
    await ana.opensPart(m.desk_packets_title)
    const done = { name: words(given(m.desk_packets_filter_name, { filter: 'done' })), count: 1 }
    await ana.sees(m.desk_packets_filter_count, done)
  })

  await later('a kiosk dies, and comes back', async () => {
    const { atDeadKiosk } = story
    const paloma = new Patient(sideDoor)
    await provesPhone(paloma, atDeadKiosk.phone)
    await ana.opens('kiosks')
    await ana.seesOf('Side door', given(m.desk_kiosks_is, { state: 'inUse' }))
    await sideDoor.kill('tree')
    await ana.seesOf('Side door', given(m.desk_kiosks_is, { state: 'gone' }))
    const again = clinic.start(clinic.sideDoor)
    await checksIn(new Patient(frontDoor), atDeadKiosk)
    sideDoor = await again
    await ana.seesOf('Side door', given(m.desk_kiosks_is, { state: 'free' }))
    await new Patient(sideDoor).sees(m.kiosk_welcome_title)
  })

  await later('the network is gone for ten minutes', async () => {
    const { asNetworkGoes, withoutNetwork, atDeskWithoutNetwork } = story
    const [farid, marguerite] = [new Patient(frontDoor), new Patient(sideDoor)]
    await knowsForms(sideDoor)
    await farid.provesWith(asNetworkGoes, asNetworkGoes.phone)
    await (await frontDoor.kiosk()).locator('.kiosk.arrival').waitFor()
    await marguerite.begins()
    // An answer that nobody looks at is forgotten after a minute, and could not be read again.
    await ana.opens('today')
    await ana.seesOf(
      nameOf(atDeskWithoutNetwork),
      given(m.desk_today_patient_state, { state: 'expected' }),
    )
    expect(control.switchNetwork('down', true)).toBe(true)
    control.advanceClock(10 * minute)

    await Promise.all([confirmsOnly(farid), checksInOffline(marguerite, withoutNetwork)])
    await ana.seesStale()
    const panel = await ana.triesToCheckIn(rowOf(atDeskWithoutNetwork))
    await expect(panel.getByRole('alert')).toHaveText(
      words(given(m.desk_refusal, { kind: 'offline' })),
      {
        timeout: patienceMs,
      },
    )
    // All that was known is still to be seen, and nothing is said to be done that is not.
    await ana.seesOf(
      nameOf(atDeskWithoutNetwork),
      given(m.desk_today_patient_state, { state: 'expected' }),
    )
    await ana.seesOf(nameOf(story.first), given(m.desk_today_patient_state, { state: 'arrived' }))
    await ana.opens('kiosks')
    await ana.seesOf('Front door', given(m.desk_kiosks_connection, { connection: 'offline' }))
    await ana.seesOf('Side door', given(m.desk_kiosks_connection, { connection: 'offline' }))
    await ana.seesOf('Side door', m.desk_kiosks_intakes_some, { waiting: 1 })

    control.switchNetwork('down', false)
    await handsOver(sideDoor)
    await ana.opens('today')
    await ana.seesFresh()
    await ana.checksIn(rowOf(atDeskWithoutNetwork))
    for (const { id } of [asNetworkGoes, withoutNetwork])
      await expect
        .poll(() => records.appointmentsOf(id), { timeout: patienceMs })
        .toEqual(['CHECKED_IN'])
    const [packet, ...others] = await records.packetsOf(withoutNetwork.id)
    expect(Object.keys(packet?.answers ?? {})).not.toEqual([])
    expect(others).toEqual([])
    await ana.opens('kiosks')
    for (const name of ['Front door', 'Side door'])
      await ana.seesOf(name, given(m.desk_kiosks_connection, { connection: 'online' }))
    await ana.seesOf('Side door', m.desk_kiosks_intakes_none)
  })

  await later('at its end every one of the twenty stands at the desk as they should', async () => {
    await ana.opens('today')
    await ana.presses(m.desk_today_over, { count: 2 })
    const { withForms, neverComes, ...others } = story
    const standing = [
      ...[...Object.values(others), ...elsewhere.arrived].map(
        (person) => [person, given(m.desk_today_patient_state, { state: 'arrived' })] as const,
      ),
      [withForms, given(m.desk_today_patient_state, { state: 'formsDone' })] as const,
      [neverComes, given(m.desk_today_patient_state, { state: 'expected' })] as const,
      [elsewhere.seen, given(m.desk_today_patient_state, { state: 'completed' })] as const,
      [elsewhere.cancelled, given(m.desk_today_patient_state, { state: 'cancelled' })] as const,
    ]
    expect(standing).toHaveLength(20)
    for (const [person, state] of standing) {
      const namesakes = booked.filter((other) => nameOf(other) === nameOf(person))
      await expect(rowOf(person).filter({ hasText: words(state) }), nameOf(person)).toHaveCount(
        namesakes.length,
        { timeout: patienceMs },
      )
    }
    const { first, brokenPhone, atDeadKiosk, asNetworkGoes, withoutNetwork } = story
    // Her answers are there; the rest of her forms she fills in later.
    await ana.seesOf(nameOf(withoutNetwork), m.desk_today_forms_some, { completed: 0, total: 1 })
    expect(await page.evaluate('window.isOfTheMorning')).toBe(true)
    // Each of those who came to a kiosk was marked once.
    const marked = control
      .served()
      .filter(({ operation }) => operation === 'partner.appointments.update')
      .map(({ params }) => params['appointmentId'])
    const came = [first, withForms, brokenPhone, atDeadKiosk, asNetworkGoes, withoutNetwork]
    for (const { id } of came)
      expect(marked.filter((visit) => visit === String(visits.get(id)))).toHaveLength(1)
  })

  await test.step('a lock leaves nothing of anybody, and all is in the audits', async () => {
    const people = [...booked, mother, walkIn]
    const needles = people.flatMap((person) =>
      traitsOf(person).map((value) => ({ name: nameOf(person), value })),
    )
    const shown = async () => {
      const content = await ana.page.content()
      return needles.filter(({ value }) => content.includes(value)).map(({ name }) => name)
    }
    await ana.opens('today')
    await expect.poll(shown).toContain(nameOf(story.first))
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
    expect(told.includes('deskCodeRefused')).toBe(isFullTier)
    expect(atFrontDoor.filter(({ kind }) => kind === 'deskCodeTaken')).toHaveLength(
      isFullTier ? 2 : 1,
    )
    const byHand = rows.filter(
      ({ kind, fields }) => kind === 'deskChanged' && fields['command'] === 'markArrived',
    )
    // The one of them that was tried in vain is there, too.
    expect(byHand).toHaveLength(isFullTier ? 6 : 1)
  })
})

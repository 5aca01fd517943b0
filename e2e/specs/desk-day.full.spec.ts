import { allCases, arrivals, type PatientCase } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { DeskHand } from '../support/desk-hand.ts'
import { test, type DeskClinic } from '../support/desk-clinic.ts'
import { nameOf, person, zoneAt } from '../support/desk-people.ts'
import { startDeskAt } from '../support/desk-stage.ts'
import { Patient } from '../support/patient.ts'
import { member, Receptionist } from '../support/receptionist.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { expect } from '../support/test.ts'
import { dateIn, instantIn } from '../../src/shared/time-zone.ts'
import { given } from '#harness/given.ts'

test.setTimeout(1_800_000)

const minute = 60_000
/** "Pain and movement", of one page. */
const shortForm = 605
const amara = person(0, 'Amara Okonkwo', '1975-05-02')
const ada = { ...person(1, 'Ada Okonkwo', '2015-01-09'), parentIds: [amara.id] }
const obi = { ...person(2, 'Obi Okonkwo', '2018-08-30'), parentIds: [amara.id] }
const juan = person(3, 'Juan García', '1950-03-12')
const otherJuan = person(4, 'Juan García', '1988-11-02')
const wendell = { ...person(5, 'Wendell Pritchard', '1970-06-14'), phone: null }
const henrik = person(6, 'Henrik Sørensen', '1949-09-23')
const ebru = person(7, 'Ebru Yıldırım', '2001-07-07')
const bao = person(8, 'Bao Nguyen', '1993-12-05')
const james = allCases.threePackets
const done = allCases.completedPacket
const newcomers = [amara, ada, obi, juan, otherJuan, wendell, henrik, ebru, bao]

/** It is ten in the morning there. */
const zone = zoneAt(10)
const nextWeek = dateIn(zone, Date.now() + 7 * 24 * 60 * minute)
/** Writes the day of a line as it is typed into a field of a date. */
const withDay = (line: string) =>
  line.replace('{nextWeek}', nextWeek.replace(/(\d+)-(\d+)-(\d+)/, '$2$3$1'))

/** The day as it is played, with all that a task may need beside the desk. */
interface Day {
  readonly ana: Receptionist
  readonly hand: DeskHand
  readonly clinic: DeskClinic
  readonly desk: RunningFoyer
  readonly second: Receptionist
  readonly kiosk: Patient
}
/** Sight of a task that is done: words on the page, or more than those. */
type Seen = string | RegExp | ((day: Day) => Promise<unknown>)
/** Steps before it that are not counted. */
type Before = (day: Day) => Promise<unknown>

/** Goes to a place by the palette, which gives it the keyboard. */
const at =
  (place: 'today' | 'patients'): Before =>
  async ({ ana: { page } }) => {
    await page.keyboard.press('Escape')
    // The list forgets its filters meanwhile.
    for (const each of ['kiosks', place]) {
      await page.keyboard.press('Control+k')
      await page.locator('dialog input:focus').fill(each)
      await page.keyboard.press('Enter')
      await page.locator('dialog').waitFor({ state: 'detached' })
      await page
        .locator('h1')
        .filter({ hasText: new RegExp(each, 'i') })
        .waitFor()
    }
    await page
      .locator(place === 'today' ? 'tbody button.open:focus' : 'input:focus')
      .waitFor({ timeout: 30_000 })
  }
const chartOf =
  (who: PatientCase, part = 'Details'): Before =>
  async (day) => {
    const { ana } = day
    await at('patients')(day)
    await ana.page
      .getByLabel('Find a patient')
      .fill(`${who.lastName} ${who.dateOfBirth?.slice(0, 4)}`)
    await ana.page.keyboard.press('Enter')
    await ana.button(nameOf(who)).click()
    await ana.passesGuard({ dateOfBirth: who.dateOfBirth ?? '', phone: who.phone ?? nameOf(who) })
    await ana.page.getByRole('tab', { name: part, exact: true }).click()
  }
const focused =
  (words: string | RegExp): Seen =>
  ({ ana }) =>
    expect(ana.page.locator('tr:has(:focus)')).toContainText(words, { timeout: 30_000 })
const row =
  (who: string, words: string | RegExp): Seen =>
  ({ ana }) =>
    expect(ana.rows(who).first()).toContainText(words, { timeout: 30_000 })
const arrives =
  (who: PatientCase): Before =>
  async (day) => {
    await day.ana.opens('today')
    await expect(day.ana.rows(nameOf(who)).first()).toBeVisible()
    const marks = day.ana.rows(nameOf(who)).getByRole('button', { name: /^Mark arrived/ })
    if (await marks.isVisible()) await marks.click()
    await sees(day, row(nameOf(who), /Arrived|In forms/))
  }
const printing =
  (before: Before): Before =>
  async (day) => {
    await before(day)
    await day.ana.page.evaluate('window.printed = 0; window.print = () => void window.printed++; 0')
  }
const printed: Seen = ({ ana }) =>
  expect.poll(() => ana.page.evaluate('window.printed'), { timeout: 30_000 }).toBe(1)
const cut: Before = async ({ clinic, ana }) => {
  await ana.opens('today')
  clinic.sandbox.control.addFault({ cut: true })
  await expect(ana.page.getByText('Not up to date')).toBeVisible({ timeout: 60_000 })
}
const uncut: Before = async (day) => {
  day.clinic.sandbox.control.clearFaults()
  await printing(at('today'))(day)
}
const asksForHelp: Before = async ({ kiosk }) => {
  // The forms that began there have asked for the birth date.
  await kiosk.taps(m.kiosk_help)
}
const comesToHelp: Seen = async ({ kiosk }) => {
  await kiosk.sees(given(m.kiosk_help_heard_title, { heard: 'coming' }))
}
const seenAtSecondDesk: Seen = async ({ second }) => {
  // Somebody works there: a desk at rest reads its list more seldom.
  await second.page.keyboard.press('Shift')
  await expect(second.rows(nameOf(bao))).toContainText('Arrived', { timeout: 2_000 })
}
async function signsIn(ana: Receptionist): Promise<void> {
  await ana.signsIn(member.secret)
  await ana.page.locator('tbody button.open:focus').waitFor()
}
const keptThroughLock: Seen = async (day) => {
  await day.ana.locks(day.desk)
  await signsIn(day.ana)
  await chartOf(juan)(day)
  await day.ana.page.getByRole('button', { name: 'Change' }).first().click()
  await expect(day.ana.page.getByLabel('First name')).toHaveValue(/Juan Carlos/)
  await day.ana.presses(m.desk_cancel)
}

/** Task of a receptionist: what comes before it, what is done, how many keys and clicks at most, and what is seen then. */
const tasks: Readonly<
  Record<string, readonly [before: Before, does: string, most: number, seen: Seen]>
> = {
  // Arrivals
  'who is next': [at('today'), '', 0, focused(/Expected|Late/)],
  'the next patient arrives': [at('today'), 'Tab Enter', 3, focused('Arrived')],
  'it was another one, a minute later': [
    ({ ana }) => ana.page.waitForTimeout(minute),
    'Control+z Control+z',
    2,
    'The arrival was taken back.',
  ],
  'who is late': [at('today'), '<Late:>', 2, row(nameOf(arrivals.late), 'Late')],
  'who is here': [at('today'), '<Here:>', 2, row(nameOf(arrivals.arrived), /Arrived|In forms/)],
  'who has forms missing': [at('today'), '<Forms missing:>', 2, row(nameOf(amara), '0 of 1 done')],
  'needs an interpreter, or the like: a note of the chart': [
    at('today'),
    `/ "o'connor" Enter Enter [Open the chart] "11/30/1957" Tab "${james.phone}" Enter`,
    9,
    'Hard of hearing',
  ],
  'a walk-in is found from the list': [
    at('today'),
    '/ "brandt" [Find the patient] <Otto Brandt>',
    9,
    'Is this Otto Brandt?',
  ],
  'expected at another location': [
    at('today'),
    '/ "zhang mei"',
    1,
    /\d\s[AP]M at Lakeside Pediatrics/,
  ],
  'came on the wrong day': [at('today'), '/ "yildirim"', 1, /^\w{3}, .+ at Harbor Family Clinic/],
  'two with one name': [
    at('today'),
    'Control+k "juan garcia" Enter',
    2,
    'Some people here have the same name',
  ],
  // Search
  'without accents': [at('patients'), '"garcia" Enter', 1, row(nameOf(juan), '1950')],
  'the last name first': [
    at('patients'),
    '"sorensen henrik" Enter',
    1,
    row(nameOf(henrik), '1949'),
  ],
  'a year of two digits': [at('patients'), '"3/12/50" Enter', 1, row(nameOf(juan), '1950')],
  'the end of a phone': [at('patients'), '"0133" Enter', 1, row(nameOf(juan), '1950')],
  'nobody fits: a new patient': [
    at('patients'),
    '"zoe quintero" Enter [New patient] (Birth date) "2/3/1999" [Add patient]',
    10,
    ({ ana }) =>
      expect(ana.page.getByRole('heading', { name: 'zoe quintero' })).toBeVisible({
        timeout: 30_000,
      }),
  ],
  // Schedule
  'another time: a free one': [
    chartOf(juan, 'Appointments'),
    '<\\w{3}, > <Move it> <Day> ArrowLeft ArrowLeft "{nextWeek}" <3:30 PM> <Move>',
    7,
    'The appointment is moved.',
  ],
  'that time is taken': [
    chartOf(henrik, 'Appointments'),
    '<Book> <Type>"fol" (With) "dr. a" (Day) "{nextWeek}" (Time) "0200PM"',
    25,
    /This time is taken: .*2:00/,
  ],
  'a walk-in, for the next free time': [
    chartOf(allCases.otto, 'Appointments'),
    '<Book> <Type>"fol" (With) "dr. a" <\\d+:\\d\\d .M> <Book$>',
    10,
    'The appointment is booked.',
  ],
  'called off': [
    at('today'),
    '/ "sorensen" Enter Enter <Cancel the appointment> <The patient called>',
    5,
    'The appointment is cancelled.',
  ],
  'did not come': [
    at('today'),
    '/ "pritchard" Enter Enter <Cancel the appointment>',
    4,
    'The service cannot say “did not come”',
  ],
  'at another location instead': [
    chartOf(juan, 'Appointments'),
    '<\\w{3}, > <Move it>',
    2,
    'It stays at this location.',
  ],
  // Forms
  'forms on kiosk 2': [
    arrives(amara),
    '<Forms: Amara> <Side door>',
    2,
    /Side door asks for their birth date/,
  ],
  'without a phone: a code for a kiosk': [
    arrives(wendell),
    '<Forms: Wendell>',
    2,
    /^\d{3}\s\d{3}$/,
  ],
  'on their own phone': [
    chartOf(james, 'Forms'),
    '<Yearly update> <Code for their own phone>',
    2,
    'Let the patient point',
  ],
  'the forms by e-mail once more': [
    chartOf(james, 'Forms'),
    '<Yearly update>',
    1,
    'This service does not send forms by e-mail',
  ],
  'one more form': [
    chartOf(james, 'Forms'),
    '<Yearly update> <Add forms> <Pain and movement> <Add forms>',
    5,
    'The forms are added.',
  ],
  'what they answered': [chartOf(done, 'Forms'), '<Done:> <New patient forms>', 2, 'Text message'],
  'their answers on paper': [
    printing(chartOf(done, 'Forms')),
    '<Done:> <New patient forms> <Show the PDF> <Print>',
    4,
    printed,
  ],
  // Chart
  'a new phone': [
    chartOf(wendell),
    '<Change> (Mobile phone) "4155550177" Enter',
    6,
    'The change was saved.',
  ],
  'a new address': [
    chartOf(henrik),
    '<Change> (Street and number) Control+a "9 Pine Way" Enter',
    10,
    /9 Pine Way/,
  ],
  'half typed, then locked': [
    chartOf(juan),
    '<Change> Control+a "Juan Carlos"',
    2,
    keptThroughLock,
  ],
  'a picture of the insurance card': [chartOf(juan), '', 0, /insurance card/i],
  'a parent with two children': [chartOf(amara), '<Ada Okonkwo>', 1, 'Is this Ada Okonkwo?'],
  'who looked at this record': [
    chartOf(amara, 'Who looked at this record'),
    '',
    0,
    /Looked at who they are/,
  ],
  // All else
  'help at a kiosk': [asksForHelp, 'Control+k "help" Enter <I am coming>', 4, comesToHelp],
  'a second desk sees it': [arrives(bao), '', 0, seenAtSecondDesk],
  'without the service: the list on paper': [printing(cut), '<Print>', 1, printed],
  'who has not finished, at the end of the day': [uncut, '<Forms missing:> <Print>', 2, printed],
  'in Spanish, the day before the month': [
    at('patients'),
    '<Español> / "12/3/50" Enter',
    3,
    row(nameOf(juan), '1950'),
  ],
}

const sees = (day: Day, seen: Seen): Promise<unknown> =>
  typeof seen === 'function'
    ? seen(day)
    : expect(day.ana.page.getByText(seen).first()).toBeVisible({ timeout: 30_000 })

test.use({
  options: { newcomers, settings: { TZ: zone, FOYER_ARRIVAL_EARLY_MS: String(12 * 60 * minute) } },
})

test('a day at the desk: forty tasks', async ({ clinic }) => {
  const { records } = clinic
  await records.changeTimeZone(zone)
  const soon = Date.now() + 10 * minute
  for (const who of [amara, wendell, henrik, bao, james, juan]) {
    await records.bookVisit(who.id, soon)
    if (who !== james) await records.givePacket(who.id, [shortForm])
  }
  await records.bookVisit(obi.id, instantIn(zone, nextWeek, 14, 0))
  await records.bookVisit(ebru.id, soon + 24 * 60 * minute)
  const [desk, other, side] = await Promise.all([
    clinic.start(clinic.desk),
    startDeskAt(clinic.sandbox, { TZ: zone }),
    clinic.start(clinic.sideDoor),
  ])
  const ana = new Receptionist(await desk.kiosk())
  await signsIn(ana)
  const hand = new DeskHand(ana)
  const day = { ana, hand, clinic, desk, second: other.receptionist, kiosk: new Patient(side) }
  const notDone: string[] = []
  for (const [task, [before, does, most, seen]] of Object.entries(tasks))
    await test.step(task, async () => {
      try {
        await before(day)
        hand.acts = 0
        await hand.does(withDay(does))
        const { acts } = hand
        await sees(day, seen)
        if (acts > most) throw new Error(`${acts} keys and clicks`)
      } catch (error) {
        // The day goes on.
        notDone.push(`${task}: ${String(error)}`)
      }
    })
  await other.close()
  expect(notDone).toEqual([])
})

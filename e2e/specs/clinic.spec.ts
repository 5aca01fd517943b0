import type { Page } from 'playwright-core'
import { arrivals } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { expect, reconnectMs, test } from '../support/clinic.ts'
import { Patient } from '../support/patient.ts'
import { directions } from '../support/shared-kiosk.ts'

test.skip(process.platform !== 'linux', 'reads /proc, and types into a terminal of util-linux')

// Foyer waits up to a minute before it looks for a broker again that was away.
test.setTimeout(600_000)

test.use({
  settings: {
    FOYER_ARRIVAL_DIRECTIONS_EN: directions.en,
    FOYER_ARRIVAL_DIRECTIONS_ES: directions.es,
  },
})

/** The number on the help screen. */
const numberOn = (kiosk: Page) => kiosk.getByRole('alertdialog').locator('strong').innerText()

/** How often something is shown. */
const countOf = (words: RegExp, screen: string) => [...screen.matchAll(words)].length

test('people arrive at two kiosks, and nothing is lost or told twice when the broker dies', async ({
  clinic,
}) => {
  const [front, side] = [await clinic.place('Front door'), await clinic.place('Side door')]
  const [atFront, atSide] = [await clinic.start(front), await clinic.start(side)]
  await clinic.pair(atFront, front)
  await clinic.pair(atSide, side)
  const desk = clinic.watch()
  await desk.shows(/1 +Front door +free[^]*2 +Side door +free/)
  const { due, nothingWaits } = arrivals

  const elena = new Patient(atFront)
  await test.step('one needs help, and the desk comes', async () => {
    await elena.provesWith(due, due.phone)
    const arrival = await atFront.kiosk()
    await arrival.locator('.kiosk.arrival').waitFor()
    await elena.taps(m.kiosk_help)
    const number = await numberOn(await elena.sees(m.kiosk_help_told_title))
    await desk.shows(new RegExp(`^ +${number} +Front door .* NOBODY IS COMING YET`, 'm'))
    desk.types(number)
    await desk.shows(/Your name: $/)
    desk.types('Sam')
    await elena.sees(m.kiosk_help_coming_title)
    await desk.shows(/Sam is coming[^]*coming +Front door +by Sam +done/)
    await elena.comesBackFromHelp(due.dateOfBirth)
    await elena.taps(m.kiosk_arrival_yes)
    await elena.fillsInForms()
    const last = await elena.sees(m.kiosk_finished_title)
    await expect(last.getByText(directions.en)).toBeVisible()
    await elena.leavesBy(m.kiosk_close)
    await desk.shows(/Nobody needs help\.[^]*Arrived\n.* Front door .*\n\n/)
  })

  await clinic.broker.kill()
  await desk.shows(/the broker does not answer/)
  const omar = new Patient(atSide)
  await test.step('one checks in, the next needs help, and nobody hears of them yet', async () => {
    await omar.provesWith(nothingWaits, nothingWaits.phone, 'es')
    await omar.taps(m.kiosk_arrival_yes)
    const last = await omar.sees(m.kiosk_arrival_checked_in)
    await expect(last.getByText(directions.es)).toBeVisible()
    await omar.leavesBy(m.kiosk_close)
    await omar.begins()
    await omar.taps(m.kiosk_help)
    await omar.sees(m.kiosk_help_title)
    desk.types('out 1')
    await desk.shows(/Why, at Front door\? $/)
    desk.types('It is cleaned')
    await desk.shows(/out +Front door +by Sam +not answered yet/)
  })

  await clinic.broker.start()
  await test.step('the desk hears of all of it, once', async () => {
    const kiosk = await atSide.kiosk()
    const told = omar.heading(kiosk, m.kiosk_help_told_title)
    await expect(told).toBeVisible({ timeout: reconnectMs })
    const number = await numberOn(kiosk)
    await desk.shows(new RegExp(`^ +${number} +Side door .* NOBODY IS COMING YET`, 'm'))
    await desk.shows(/Arrived\n.* Side door .*\n.* Front door .*\n\n/)
    await desk.shows(/out +Front door +by Sam +done/)
    await elena.sees(m.kiosk_out_title)
    desk.types(number)
    await omar.sees(m.kiosk_help_coming_title)
    await desk.shows(/Help\n.*Sam is coming\n\nArrived/)
    desk.types('back 1')
    await desk.shows(/Why, at Front door\? $/)
    desk.types('It is clean')
    await elena.sees(m.kiosk_welcome_title)
    expect(countOf(/by Sam/g, desk.screen())).toBe(4)
  })

  for (const { id } of [due, nothingWaits])
    expect(await clinic.records.appointmentsOf(id)).toEqual(['CHECKED_IN'])
  const updates = clinic.sandbox.control
    .deliveries()
    .filter(({ eventType }) => eventType === 'appointment.updated')
  expect(updates).toHaveLength(2)
})

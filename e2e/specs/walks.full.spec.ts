import type { Locator } from 'playwright-core'
import {
  arrivals,
  bothChannels,
  minor,
  noPacket,
  shortForm,
  unknownContact,
  type Reachable,
} from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { button, firstText, goOn, openFirst } from '../support/form-filler.ts'
import { Patient, type Message } from '../support/patient.ts'
import { zoneAt } from '../support/desk-people.ts'
import { openRecords, type ServiceRecords } from '../support/service-records.ts'
import { expect, test } from '../support/test.ts'
import { given } from '#harness/given.ts'

const askStaff = given(m.kiosk_message_title, { screen: 'askStaff' })
const complete = given(m.kiosk_finished_title, { kind: 'complete' })
const saved = given(m.kiosk_finished_title, { kind: 'saved' })
const byEmail = given(m.kiosk_contact_use_other, { channel: 'sms' })
/** Height that a hand does not reach from a wheelchair, on a screen of 1080 × 1920 px. */
const handHigh = 840
type Box = Awaited<ReturnType<typeof boxOf>>
const national = (phone: string) => phone.replace(/^\+1/, '')

/** Waits until something stands still: a person touches what they see. */
async function boxOf(element: Locator) {
  await element.scrollIntoViewIfNeeded()
  await element.click({ trial: true })
  const box = await element.boundingBox()
  if (!box) throw new Error('what is to be touched is not seen')
  return box
}

/** A hand that trembles: lands beside the middle, slides, and touches a second time at once. */
async function trembleOn(element: Locator): Promise<void> {
  const { x, y, width, height } = await boxOf(element)
  const session = await element.page().context().newCDPSession(element.page())
  // The moments are the hand's, however long the driver takes.
  let ms = Date.now() - 200
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...slides: number[]) =>
    session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: slides.map((by) => ({ x: x + width * 0.7 - by, y: y + height * 0.3 + by })),
      timestamp: (ms += 35) / 1000,
    })
  await touch('touchStart', 0)
  await touch('touchMove', 7)
  await touch('touchEnd')
  await touch('touchStart', 3)
  await touch('touchEnd')
  await session.detach()
}

/** Somebody whose every touch of the kiosk is as `touch` does it. */
class Walker extends Patient {
  touch: (element: Locator) => Promise<void> = (element) => element.click()

  async press(name: string): Promise<void> {
    const kiosk = await this.foyer.kiosk()
    await this.touch(kiosk.getByRole('button', { name, exact: true })).catch((error: unknown) => {
      if (!kiosk.isClosed()) throw error
    })
  }
  override taps(message: Message, inputs: object = {}) {
    return this.press(this.words(message, inputs))
  }
  override async types(text: string) {
    for (const key of text) await this.press(this.words(m.keyboard_sign, { key }) || key)
  }
}

function touchesWhere(walker: Walker, isWrong: (box: Box) => boolean): readonly string[] {
  const found: string[] = []
  walker.touch = async (element) => {
    if (isWrong(await boxOf(element))) found.push(String(element))
    await element.click()
  }
  return found
}

interface Visit {
  readonly patient: Walker
  readonly records: ServiceRecords
  /** Codes that were sent since the visit began. */
  codes(): number
}
const cannotRead = 'cannot read'
type Walk = (visit: Visit) => Promise<unknown>

async function finishes({ patient }: Visit): Promise<void> {
  await patient.fillsInForms()
  await patient.sees(complete)
}
async function isCalled({ patient }: Visit, title: Message = askStaff): Promise<void> {
  await expect((await patient.sees(title)).getByText(/^\d{3}$/)).toBeVisible()
}
/** Comes as far as the date of birth; `adapts` is what somebody does to the screen first. */
async function proves({ patient }: Visit, person: Reachable, adapts = async () => {}) {
  await patient.begins()
  await adapts()
  await patient.givesContact(person.phone)
  await patient.givesCode(person.phone)
  await patient.givesDateOfBirth(person.dateOfBirth)
}

/**
 * Who cannot finish alone, each at the kiosk. Walked elsewhere: a code by e-mail that takes four minutes, by the clock of
 * `identity.test.ts`; blind, with keyboard and screen reader (`foreign-by-keyboard.full.spec.ts`); a family with one phone
 * (`visit.contract.test.ts`); a number that nobody has (`check-in.spec.ts`).
 */
const walks: Readonly<Record<string, Walk>> = {
  'tremor and double taps': async (visit) => {
    const { patient } = visit
    patient.touch = trembleOn
    await patient.taps(m.kiosk_welcome_start)
    const kiosk = await patient.sees(given(m.kiosk_contact_title, { channel: 'sms' }))
    await patient.types(national(shortForm.phone))
    expect(await kiosk.getByRole('textbox').inputValue()).toBe('(206) 555-0109')
    await patient.taps(m.kiosk_contact_send)
    await patient.sees(m.kiosk_code_title)
    await patient.types(patient.codeFor(shortForm.phone))
    await patient.sees(m.kiosk_birth_title)
    await patient.press('May')
    await patient.types('121990')
    expect(visit.codes()).toBe(1)
    await patient.taps(m.kiosk_continue)
    const form = await patient.foyer.form()
    await trembleOn(form.locator('button.figure').first())
    expect(await form.locator('ol li').count()).toBe(1)
    await trembleOn(form.getByRole('radio', { name: 'Medium' }))
    await expect(form.getByRole('radio', { name: 'Medium' })).toBeChecked()
    await finishes(visit)
  },
  'text of 200 %': async (visit) => {
    const { patient } = visit
    const cut = touchesWhere(
      patient,
      ({ x, y, width, height }) => x < 0 || y < 0 || x + width > 1080 || y + height > 1920,
    )
    await visit.records.givePacket(noPacket.id, [605])
    await proves(visit, noPacket, async () => {
      await patient.taps(m.kiosk_display_language)
      await patient.taps(given(m.kiosk_display_size, { size: 200 }))
      await patient.taps(m.kiosk_display_close)
    })
    const form = await patient.foyer.form()
    const key = (name: Message) =>
      button(form, [name({} as never, { locale: 'en' })]).press('Enter')
    // The driver's pointer knows nothing of a page's zoom.
    await form.locator('[data-field] select').first().selectOption({ index: 1 })
    await key(m.forms_body_add_button)
    await form.getByRole('radio').first().press('Space')
    expect(await form.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await key(m.forms_review)
    await key(m.forms_send)
    await patient.sees(complete)
    await expect((await patient.foyer.kiosk()).locator('[data-text="200"]').first()).toBeAttached()
    expect(cut).toEqual([])
  },
  'one hand from a wheelchair': async (visit) => {
    const { patient } = visit
    const high = touchesWhere(patient, ({ y }) => y < handHigh)
    await proves(visit, arrivals.due, () => patient.taps(m.kiosk_lower))
    await patient.taps(m.kiosk_arrival_yes)
    const form = await patient.foyer.form()
    await form.evaluate(
      `globalThis.high = []; addEventListener('pointerdown', ({ screenY, target }) => screenY < ${handHigh} && high.push(target.textContent), true)`,
    )
    await patient.fillsInForms()
    expect(await form.evaluate('high')).toEqual([])
    await patient.sees(complete)
    expect(high).toEqual([])
  },
  'no phone': async (visit) => {
    const { patient } = visit
    await patient.begins()
    await patient.taps(m.kiosk_contact_none)
    await isCalled(visit)
  },
  'a new number, and the e-mail of before': async (visit) => {
    const { patient } = visit
    await patient.begins()
    await patient.givesContact(unknownContact.phone)
    await patient.sees(m.kiosk_code_title)
    await patient.taps(given(m.kiosk_code_change, { channel: 'sms' }))
    await patient.taps(byEmail)
    await patient.givesContact(minor.parent.email)
    await patient.givesCode(minor.parent.email)
    await patient.givesDateOfBirth(minor.parent.dateOfBirth)
    await finishes(visit)
  },
  'leaves in the middle, and comes back': async (visit) => {
    const { patient } = visit
    await proves(visit, bothChannels)
    const form = await openFirst(await patient.foyer.form())
    await firstText(form).fill('Halfway')
    await expect(form.getByText(m.forms_saved({}, { locale: 'en' }))).toBeVisible()
    await patient.taps(m.kiosk_completing_stop)
    await patient.taps(m.kiosk_unfinished_leave)
    await patient.sees(saved)
    await patient.leavesBy(m.kiosk_close)
    await proves(visit, bothChannels)
    const review = await patient.fillsInUntil('review')
    await expect(review.getByText('Halfway')).toBeVisible()
    await goOn(review, 'review', 'en')
    await patient.sees(complete)
  },
  'another language in the middle of a form': async (visit) => {
    const { patient } = visit
    await proves(visit, arrivals.late)
    await patient.taps(m.kiosk_arrival_yes)
    const form = await openFirst(await patient.foyer.form())
    await firstText(form).fill('Medio')
    await patient.taps(m.kiosk_display_language)
    await patient.press('Español')
    patient.locale = 'es'
    await patient.taps(m.kiosk_display_close)
    await expect(form.locator('html')).toHaveAttribute('lang', 'es')
    await expect(firstText(form)).toHaveValue('Medio')
    await finishes(visit)
  },
  'too early': async (visit) => {
    const { patient } = visit
    await proves(visit, arrivals.early)
    await expect((await patient.foyer.kiosk()).getByText(/You are early/)).toBeVisible()
    await patient.taps(m.kiosk_arrival_go_on)
    await finishes(visit)
  },
  'the wrong place': async (visit) => {
    const { patient } = visit
    await proves(visit, arrivals.elsewhere)
    await expect((await patient.foyer.kiosk()).getByText(/Lakeside Pediatrics/)).toBeVisible()
    await patient.taps(m.kiosk_arrival_desk)
    await isCalled(visit)
  },
  [cannotRead]: async (visit) => {
    const { patient } = visit
    const places = new Set<string>()
    const asks = async () => {
      const kiosk = await patient.foyer.kiosk()
      const help = kiosk.getByRole('button', { name: patient.words(m.kiosk_help), exact: true })
      await expect(help.locator('svg')).toBeVisible()
      places.add(JSON.stringify(await boxOf(help)))
      await help.click()
      await isCalled(visit, given(m.kiosk_help_heard_title, { heard: 'nobody' }))
      await patient.taps(m.kiosk_help_close)
    }
    await asks()
    await patient.taps(m.kiosk_welcome_start)
    await asks()
    await patient.givesContact(noPacket.phone)
    await patient.sees(m.kiosk_code_title)
    await asks()
    expect(places.size).toBe(1)
    await patient.taps(m.kiosk_start_over)
  },
}

test.setTimeout(600_000)
const TZ = zoneAt(10)
test.use({ options: { environment: { TZ, FOYER_ARRIVAL_OTHER_LOCATION_IDS: '[302]' } } })

test('nobody is stuck at the kiosk', async ({ foyer }) => {
  const { control } = foyer.sandbox
  const records = openRecords(foyer.sandbox)
  await records.changeTimeZone(TZ)
  for (const [name, walk] of Object.entries(walks))
    await test.step(name, async () => {
      const patient = new Walker(foyer)
      await patient.sees(m.kiosk_welcome_title)
      const before = control.counts().messages
      await walk({ patient, records, codes: () => control.counts().messages - before })
      await patient.leavesBy(name === cannotRead ? m.kiosk_again_yes : m.kiosk_close)
    })
  await records.close()
})

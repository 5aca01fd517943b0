import type { Locator, Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import type { Locale } from '../../src/shared/ipc.ts'
import { fillPage, goOn, placeOf } from './form-filler.ts'
import type { RunningFoyer } from './running-foyer.ts'
import { given } from '#harness/given.ts'

export type Message = (inputs: never, options: { locale: Locale }) => string

export const say = (message: Message, locale: Locale, inputs: object = {}): string =>
  (message as (inputs: object, options: { locale: Locale }) => string)(inputs, { locale })

/** A person in front of a kiosk: sees what it shows, and taps what it offers. */
export class KioskUser {
  readonly foyer: RunningFoyer
  locale: Locale = 'en'

  constructor(foyer: RunningFoyer) {
    this.foyer = foyer
  }

  words(message: Message, inputs: object = {}): string {
    return say(message, this.locale, inputs)
  }

  /** Waits until the kiosk shows the heading with these words, on whatever page it is then. */
  async sees(message: Message): Promise<Page> {
    for (;;) {
      const kiosk = await this.foyer.kiosk()
      try {
        await this.heading(kiosk, message).waitFor()
        return kiosk
      } catch (error) {
        // The page may have been made anew meanwhile.
        if (!kiosk.isClosed()) throw error
      }
    }
  }

  heading(kiosk: Page, message: Message): Locator {
    return kiosk.getByRole('heading', { name: this.words(message) })
  }

  async taps(message: Message, inputs: object = {}): Promise<void> {
    const kiosk = await this.foyer.kiosk()
    const button = kiosk.getByRole('button', { name: this.words(message, inputs), exact: true })
    // A page that the tap ends may be gone before the driver hears of it.
    await button.click().catch((error: unknown) => {
      if (!kiosk.isClosed()) throw error
    })
  }
}

/** A made-up patient, who reads codes from the pretend inbox. */
export class Patient extends KioskUser {
  /** Answer that they give where a form asks for words. */
  answer = 'A sore knee'

  /** Taps what ends the visit, and waits until its page is gone and a fresh one welcomes the next patient. */
  async leavesBy(message: Message): Promise<Page> {
    const used = (await this.foyer.kiosk()).url()
    await this.taps(message)
    return this.isForgotten(used)
  }

  /** Waits until the page at this address is replaced by a new one in the clinic's language. */
  async isForgotten(used: string): Promise<Page> {
    await this.foyer.kioskAfter(used)
    this.locale = 'en'
    return this.sees(m.kiosk_welcome_title)
  }

  async begins(locale: Locale = 'en'): Promise<void> {
    const kiosk = await this.foyer.kiosk()
    const name = { en: 'English', es: 'Español' }[locale]
    await kiosk.getByRole('button', { name, exact: true }).click()
    this.locale = locale
    await this.sees(m.kiosk_welcome_title)
    await this.taps(m.kiosk_welcome_start)
  }

  async types(text: string): Promise<void> {
    const kiosk = await this.foyer.kiosk()
    for (const key of text)
      await kiosk.getByRole('button', { name: keyName(key, this), exact: true }).click()
  }

  /** Gives a US phone (E.164 or national) or an e-mail address and asks for the code. */
  async givesContact(contact: string): Promise<void> {
    await this.types(contact.replace(/^\+1/, ''))
    await this.taps(m.kiosk_contact_send)
  }

  codeFor(contact: string): string {
    const code = this.foyer.sandbox.control.latestCode(contact)
    if (!code) throw new Error('no code has arrived for this contact')
    return code
  }

  /** Reads the code that was sent and types it; after its last character the kiosk goes on by itself. */
  async givesCode(contact: string): Promise<void> {
    await this.sees(m.kiosk_code_title)
    await this.types(this.codeFor(contact))
  }

  /** Gives a date of birth (YYYY-MM-DD), on the screen with this title. */
  async givesDateOfBirth(date: string, title: Message = m.kiosk_birth_title): Promise<void> {
    await this.typesDateOfBirth(date, title)
    await this.taps(m.kiosk_continue)
  }

  /** Comes back from help, which locks a visit: the date of birth once more. */
  async comesBackFromHelp(date: string): Promise<void> {
    await this.taps(m.kiosk_help_close)
    await this.givesDateOfBirth(date, m.kiosk_locked_title)
  }

  async typesDateOfBirth(date: string, title: Message = m.kiosk_birth_title): Promise<void> {
    const kiosk = await this.sees(title)
    const [year = '', , day = ''] = date.split('-')
    const name = new Intl.DateTimeFormat(this.locale, { month: 'long', timeZone: 'UTC' })
    const goesTo = (part: 'month' | 'day' | 'year') =>
      kiosk.getByLabel(this.words(given(m.kiosk_birth_part, { part })), { exact: true }).click()
    await goesTo('month')
    const label = name.format(new Date(`${date}T00:00:00Z`))
    await kiosk.getByRole('button', { name: new RegExp(`^${label}$`, 'i') }).click()
    await goesTo('day')
    await this.types(day)
    await goesTo('year')
    await this.types(year)
  }

  /** From the first screen until the date of birth was given, by one contact. */
  async provesWith(
    person: { readonly dateOfBirth: string },
    contact: string,
    locale: Locale = 'en',
  ) {
    await this.begins(locale)
    if (contact.includes('@')) await this.taps(given(m.kiosk_contact_use_other, { channel: 'sms' }))
    await this.givesContact(contact)
    await this.givesCode(contact)
    await this.givesDateOfBirth(person.dateOfBirth)
  }

  /** Fills in every form of the packet that stands open; tells `onPage` of each place before it is left. */
  async fillsInForms(onPage?: (place: string) => Promise<void>): Promise<void> {
    await this.fillsInUntil('done', onPage)
  }

  fillsPage(form: Page): Promise<void> {
    return fillPage(form, this.answer)
  }

  /** Fills in the forms up to this place, and gives back their page. */
  async fillsInUntil(
    end: 'review' | 'done',
    onPage: (place: string) => Promise<void> = async () => {},
  ): Promise<Page> {
    let form = await this.foyer.form()
    for (let page = 1; ; page++)
      try {
        const place = await placeOf(form, this.locale)
        if (place === 'page' || place === 'known') await this.fillsPage(form)
        await onPage(place === 'page' ? `form page ${page}` : place)
        if (place === end || place === 'done') return form
        await goOn(form, place, this.locale)
      } catch (error) {
        // On a machine that is too busy to answer the kiosk it opens the form anew.
        const isLate = this.foyer.log.some((line) => line.includes('no answer in time'))
        if (!isLate || !form.isClosed()) throw error
        form = await this.foyer.form()
      }
  }
}

const keyName = (key: string, patient: Patient): string =>
  patient.words(m.keyboard_sign, { key }) || key

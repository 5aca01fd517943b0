import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import type { ServiceInterface } from '../../src/shared/staff.ts'
import type { RunningFoyer } from './running-foyer.ts'

type Words = (inputs: never, options: { locale: 'en' }) => string

/** A message in English. */
export const words = (message: Words, inputs: object = {}): string =>
  (message as (inputs: object, options: { locale: 'en' }) => string)(inputs, { locale: 'en' })

const pages = {
  home: m.staff_page_home,
  connection: m.staff_page_connection,
  credentials: m.staff_page_credentials,
  settings: m.staff_page_settings,
  audit: m.staff_page_audit,
  machine: m.staff_page_machine,
} as const

/** A member of staff in front of a kiosk. */
export class StaffMember {
  readonly foyer: RunningFoyer

  constructor(foyer: RunningFoyer) {
    this.foyer = foyer
  }

  /** Waits until the kiosk shows the heading with these words, on whatever page it is then. */
  async sees(message: Words): Promise<Page> {
    for (;;) {
      const kiosk = await this.foyer.kiosk()
      try {
        await kiosk.getByRole('heading', { name: words(message) }).waitFor()
        return kiosk
      } catch (error) {
        // The page was made anew meanwhile.
        if (!kiosk.isClosed()) throw error
      }
    }
  }

  async taps(message: Words, inputs: object = {}): Promise<void> {
    const kiosk = await this.foyer.kiosk()
    await kiosk.getByRole('button', { name: words(message, inputs), exact: true }).click()
  }

  /** Holds the clinic's mark, where it is seen, until the PIN pad (or what stands in its place) is there. */
  async holdsTheMark(until: Words = m.staff_pin_enter_title): Promise<Page> {
    const kiosk = await this.foyer.kiosk()
    // Looked for anew each time: the clinic's look arrives late and moves it, and a new screen takes no finger yet.
    let finger: { x: number; y: number } | undefined
    while (!finger) {
      const mark = await kiosk.locator('[data-clinic-mark]').first().boundingBox()
      if (!mark) throw new Error('no mark is seen')
      // Not its middle: a dialog may lie over that.
      const place = { x: mark.x + Math.min(20, mark.width / 2), y: mark.y + mark.height / 2 }
      const target = `document.elementFromPoint(${place.x}, ${place.y})?.closest('[data-clinic-mark], dialog')`
      if (await kiosk.evaluate<boolean>(`!!${target}`)) finger = place
      else await setTimeout(20)
    }
    const session = await kiosk.context().newCDPSession(kiosk)
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', [finger])
    const pad = await this.sees(until)
    await touch('touchEnd', [])
    await session.detach()
    return pad
  }

  /** Types a PIN on a keyboard, and gives it. */
  async givesPin(pin: string): Promise<void> {
    const kiosk = await this.foyer.kiosk()
    await kiosk.keyboard.type(pin)
    await kiosk.keyboard.press('Enter')
  }

  /** Gives a wrong PIN on the open pad, and waits until the kiosk has said so. */
  async givesWrongPin(pin: string): Promise<void> {
    const kiosk = await this.foyer.kiosk()
    const error = kiosk.locator('#pin-error')
    const before = (await error.count()) > 0 ? await error.elementHandle() : null
    await this.givesPin(pin)
    // Each error is an element of its own, so that it is said again.
    await before?.waitForElementState('hidden')
    await error.waitFor()
    await kiosk
      .getByRole('button', { name: words(m.staff_pin_enter_checking) })
      .waitFor({ state: 'detached' })
  }

  /** Opens the panel. */
  async enters(pin: string): Promise<Page> {
    await this.holdsTheMark()
    await this.givesPin(pin)
    return this.sees(m.staff_page_home)
  }

  async opens(page: keyof typeof pages): Promise<Page> {
    await this.taps(pages[page])
    return this.sees(pages[page])
  }

  /** Gives a pair on the page of credentials, and waits for what the tests said. */
  async givesCredentials(
    name: ServiceInterface,
    pair: { readonly clientId: string; readonly clientSecret: string },
    verdict: Words,
  ): Promise<void> {
    const kiosk = await this.sees(m.staff_page_credentials)
    const label = words(
      name === 'partner' ? m.staff_interface_partner : m.staff_interface_developer,
    )
    await kiosk
      .getByRole('button', {
        name: new RegExp(
          `^(${words(m.staff_credentials_enter_for, { name: label })}|${words(m.staff_credentials_replace_for, { name: label })})$`,
        ),
      })
      .click()
    await kiosk.getByLabel(words(m.staff_credentials_id), { exact: true }).fill(pair.clientId)
    await kiosk
      .getByLabel(words(m.staff_credentials_secret), { exact: true })
      .fill(pair.clientSecret)
    await this.taps(m.staff_credentials_test)
    await kiosk.getByText(words(verdict), { exact: true }).waitFor()
  }

  /** Locks the panel and waits until the patients' screen is there again, on a page made anew. */
  async locks(patients: Words): Promise<Page> {
    const used = (await this.foyer.kiosk()).url()
    await this.taps(m.staff_lock)
    await this.foyer.kioskAfter(used)
    return this.sees(patients)
  }
}

import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import type { ServiceInterface } from '../../src/shared/staff.ts'
import { KioskUser, say, type Message } from './patient.ts'
import { given } from '../../test/harness/given.ts'

/** A message in English. */
export const words = (message: Message, inputs?: object): string => say(message, 'en', inputs)

interface Point {
  readonly x: number
  readonly y: number
}

const mark = 'the mark'
const markWithinMs = 30_000
const padWithinMs = 15_000
const mostTries = 5

/**
 * Things that a finger finds at a point: the clinic's mark (or a dialog that lies over it), or the HTML of something
 * else.
 */
const lyingAt = (kiosk: Page, { x, y }: Point) =>
  kiosk.evaluate<string>(`(() => {
    const there = document.elementFromPoint(${x}, ${y})
    return there?.closest('[data-clinic-mark], dialog') ? '${mark}' : (there?.outerHTML ?? 'nothing').slice(0, 200)
  })()`)

/**
 * Point where a finger finds the clinic's mark, in CSS px. Waits until the page takes a finger there, since the
 * clinic's look arrives late and moves it. Throws with what lies there when it never does.
 */
async function placeOfMark(kiosk: Page): Promise<Point> {
  const deadline = performance.now() + markWithinMs
  for (;;) {
    const box = await kiosk.locator('[data-clinic-mark]').first().boundingBox()
    // Not its middle: a dialog may lie over that.
    const place = box && { x: box.x + Math.min(20, box.width / 2), y: box.y + box.height / 2 }
    const there = place ? await lyingAt(kiosk, place) : 'nothing that is seen'
    if (place && there === mark) return place
    if (performance.now() > deadline) throw new Error(`no finger finds the mark, but ${there}`)
    await setTimeout(20)
  }
}

/** Holds the clinic's mark until the pad is there. False where it does not come: the finger held something else in the end. */
async function holdsUntil(kiosk: Page, pad: Locator): Promise<boolean> {
  const session = await kiosk.context().newCDPSession(kiosk)
  const touch = (type: 'touchStart' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const finger = await placeOfMark(kiosk)
  await touch('touchStart', [finger])
  // Another screen may have come meanwhile, where the mark is elsewhere; a dialog that goes takes the finger with it.
  const isHeld = (await lyingAt(kiosk, finger)) === mark
  const opens = pad.waitFor({ timeout: isHeld ? padWithinMs : 1 })
  const isOpen = await opens.then(
    () => true,
    () => false,
  )
  await touch('touchEnd', [])
  await session.detach()
  return isOpen
}

/** A member of staff in front of a kiosk. */
export class StaffMember extends KioskUser {
  /** Holds the clinic's mark, where it is seen, until the PIN pad (or what stands in its place) is there. */
  async holdsTheMark(until: Message = m.staff_pin_enter_title): Promise<Page> {
    for (let tries = 1; tries <= mostTries; tries++) {
      const kiosk = await this.foyer.kiosk()
      try {
        if (await holdsUntil(kiosk, kiosk.getByRole('heading', { name: words(until) }))) break
      } catch (error) {
        // The page may have been made anew meanwhile.
        if (!kiosk.isClosed()) throw error
      }
    }
    return this.sees(until)
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
    return this.sees(given(m.staff_page, { page: 'home' }))
  }

  async opens(page: Parameters<typeof m.staff_page>[0]['page']): Promise<Page> {
    const name = given(m.staff_page, { page })
    await this.taps(name)
    return this.sees(name)
  }

  /** Gives a pair on the page of credentials, and waits for what the tests said. */
  async givesCredentials(
    name: ServiceInterface,
    pair: { readonly clientId: string; readonly clientSecret: string },
    verdict: Message,
  ): Promise<void> {
    const kiosk = await this.sees(given(m.staff_page, { page: 'credentials' }))
    const label = words(given(m.staff_interface, { name }))
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
  async locks(patients: Message): Promise<Page> {
    const used = (await this.foyer.kiosk()).url()
    await this.taps(m.staff_lock)
    await this.foyer.kioskAfter(used)
    return this.sees(patients)
  }
}

import { setTimeout } from 'node:timers/promises'
import type { Locator, Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import { KioskUser, say, type Message } from './patient.ts'
import { given } from '#harness/given.ts'

export const words = (message: Message, inputs?: object): string => say(message, 'en', inputs)

type Point = { readonly x: number; readonly y: number }

const mark = 'the mark'
const markWithinMs = 30_000
const padWithinMs = 15_000
const mostTries = 5

/** Things that a finger finds at a point: the clinic's mark (or a dialog over it), or the HTML of something else. */
const lyingAt = (kiosk: Page, { x, y }: Point) =>
  kiosk.evaluate<string>(`(() => {
    const there = document.elementFromPoint(${x}, ${y})
    return there?.closest('[data-clinic-mark], dialog') ? '${mark}' : (there?.outerHTML ?? 'nothing').slice(0, 200)
  })()`)

/** Point where a finger finds the clinic's mark, in CSS px, once its late look has moved it. Throws with what lies there instead. */
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

export class StaffMember extends KioskUser {
  /** Opens the panel: holds the clinic's mark, where it is seen, until the PIN pad is there, and types the PIN. */
  async enters(pin: string): Promise<Page> {
    for (let tries = 1; tries <= mostTries; tries++) {
      const kiosk = await this.foyer.kiosk()
      try {
        if (await holdsUntil(kiosk, this.heading(kiosk, m.staff_pin_enter_title))) break
      } catch (error) {
        // The page may have been made anew meanwhile.
        if (!kiosk.isClosed()) throw error
      }
    }
    const { keyboard } = await this.sees(m.staff_pin_enter_title)
    await keyboard.type(pin)
    await keyboard.press('Enter')
    return this.sees(given(m.staff_page, { page: 'home' }))
  }
}

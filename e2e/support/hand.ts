import { expect } from '@playwright/test'
import type { Locator } from 'playwright-core'
import { keyboardHeight, formBarHeight } from '../../src/shared/form-insets.ts'
import { foreignColors } from '../../test/foreign/answers.ts'
import { openPointerAndKeyboard } from '../../test/conformance/x-pointer-and-keyboard.ts'
import type { RunningFoyer } from './running-foyer.ts'

/** A hand in front of the kiosk: touches what the screen shows, through the X server, whichever window has it. */
export type Hand = Awaited<ReturnType<typeof openHand>>

type Size = Parameters<typeof keyboardHeight>[0]

/** Service behind a foreign page. */
const pageColors = new RegExp(`^(${Object.values(foreignColors).join('|')})$`)
/** The colour around the keys, at the edge of the screen. */
const behindKeys = '#ffffff'

interface PageElement {
  readonly ownerDocument: { elementFromPoint(x: number, y: number): object | null }
  contains(other: object | null): boolean
  getBoundingClientRect(): Readonly<Record<'left' | 'top' | 'width' | 'height', number>>
}

/** True if a touch of an element's middle reaches it. Runs in the page. */
function isTouchable(each: unknown): boolean {
  const element = each as PageElement
  const { left, top, width, height } = element.getBoundingClientRect()
  const { ownerDocument } = element
  return element.contains(ownerDocument.elementFromPoint(left + width / 2, top + height / 2))
}

/** Holds a hand before a kiosk. Throws when its screen lets no one in. */
export async function openHand(foyer: RunningFoyer) {
  const input = await openPointerAndKeyboard(foyer.display)
  const touch = async (element: Locator) => {
    const box = await element.boundingBox()
    if (!box) throw new Error('what is to be touched is not seen')
    await input.moveTo(Math.round(box.x + box.width / 2), Math.round(box.y + box.height / 2))
    await input.click(1)
  }
  /** Waits until Foyer's keys stand on the screen, or until they are gone. */
  const keys = async (shown: boolean) => {
    const kiosk = await foyer.kiosk()
    await kiosk.locator('.keyboard').waitFor({ state: shown ? 'visible' : 'detached' })
    if (!shown) return kiosk
    // A person presses what they see. A touch of the kiosk's window has put that above the form's for a moment.
    const { width, height } = await kiosk.evaluate<Size>(
      '({ width: innerWidth, height: innerHeight })',
    )
    const top = height - formBarHeight(height) - keyboardHeight({ width, height })
    const seen = async () => [await foyer.pixel(2, top - 8), await foyer.pixel(2, top + 8)]
    await expect.poll(seen).toEqual([expect.stringMatching(pageColors), behindKeys])
    return kiosk
  }
  const touchInForm = async (element: Locator) => {
    await element.scrollIntoViewIfNeeded()
    // A page that gets another size lays itself out anew: a person touches what has come to rest.
    let before: unknown
    await expect
      .poll(async () => {
        const box = await element.boundingBox()
        const isAtRest = box !== null && JSON.stringify(box) === before
        before = JSON.stringify(box)
        return isAtRest
      })
      .toBe(true)
    await touch(element)
  }
  const press = async (...names: readonly string[]) => {
    const kiosk = await keys(true)
    for (const name of names) await touch(kiosk.getByRole('button', { name, exact: true }))
  }
  return {
    touchInForm,
    /** Touches a field of the form, and waits until Foyer's keys are there for it. */
    async choose(field: Locator) {
      const kiosk = await foyer.kiosk()
      const token = () =>
        kiosk.evaluate<string>(`document.querySelector('[data-field]')?.dataset.field ?? ''`)
      const before = await token()
      await touchInForm(field)
      await expect.poll(token).not.toBe(before)
      await keys(true)
    },
    async touchOnKiosk(element: Locator) {
      // An element that has just come under a finger takes no touch for a moment.
      await expect.poll(() => element.evaluate(isTouchable)).toBe(true)
      await touch(element)
    },
    press,
    keys,
    close: () => input.close(),
  }
}

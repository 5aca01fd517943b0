import axe from 'axe-core'
import { expect } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import type { Command } from '../../../src/shared/ipc.ts'

// What is found is told by its place: no part of the page is quoted, which axe would do of each that it looks at.
axe.configure({ noHtml: true })

/** Lists the faults that axe finds with the page, in words: by its usual rules, and by these. */
export async function violations(...more: string[]): Promise<string[]> {
  const { violations: found } = await axe.run(document, {
    resultTypes: ['violations'],
    // No page here plays a sound, which alone would be read beforehand.
    preload: false,
    rules: Object.fromEntries(more.map((rule) => [rule, { enabled: true }])),
  })
  return found.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`))
}

/** Buttons and fields smaller than a finger needs. Patients' main ones are larger, except in the bar beneath a form. */
export const undersizedTargets = (): string[] =>
  [...document.querySelectorAll('button, input')]
    .filter((element) => {
      const { width, height } = element.getBoundingClientRect()
      const isMain = element.matches('.primary, .start') && !element.closest('.staff, footer')
      return width < 48 || height < (isMain ? 72 : 48)
    })
    .map(
      (element) => `${element.textContent || element.id} ${element.getBoundingClientRect().height}`,
    )

const inWords = ({ tagName, className, textContent }: Element) =>
  `${tagName} ${className} ${textContent.slice(0, 40)}`

/** Lists what is cut of the page: text that its own box hides, and whatever stands where nobody can scroll to. */
export function cut(): string[] {
  const box = document.querySelector('dialog[open]') ?? document.querySelector('.kiosk')!
  const all = [...box.querySelectorAll('*')].filter(
    (element) => !element.closest('.unseen, svg') && element.getClientRects().length > 0,
  )
  const isCut = (element: Element) => {
    const { left, right } = element.getBoundingClientRect()
    const { overflowX, overflowY } = getComputedStyle(element)
    const isHidden =
      (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
      (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1)
    return isHidden || left < -1 || right > innerWidth + 1
  }
  const isWide = box.scrollWidth > box.clientWidth + 1
  return [...all.filter(isCut), ...(isWide ? [box] : [])].map(inWords)
}

/** Elements whose content does not fit into them, and texts that leave the screen; a long list is scrolled to. */
export function overflowing(): string[] {
  const hasLongList = document.querySelectorAll('main li').length > 2
  const isSeen = (element: Element) =>
    !element.closest('.unseen, ul, svg') &&
    !(hasLongList && element.matches('.kiosk, main, .controls'))
  return [...document.querySelectorAll('.kiosk, .kiosk *')]
    .filter((element) => {
      const { clientWidth, clientHeight, scrollWidth, scrollHeight } = element
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const outside = left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1
      const holdsBlock = element.matches('.kiosk, main, header, footer, .controls, .ask, dialog')
      const overflows = scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1
      return isSeen(element) && (outside || (holdsBlock && overflows))
    })
    .map(inWords)
}

/** Lists what reaches beyond the sides of a page of staff, or cannot be scrolled to. */
export function outOfReach(): string[] {
  const scroller = document.querySelector('main')!
  return [...document.querySelectorAll('.staff *')]
    .filter((element) => !element.closest('.unseen, svg'))
    .filter((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const isBeside = left < -1 || right > innerWidth + 1
      return isBeside || (!scroller.contains(element) && (top < -1 || bottom > innerHeight + 1))
    })
    .map(inWords)
}

/** Finds what stands on the page by what it is and how it is called, exactly. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const tab = (name: string) => page.getByRole('tab', { name, exact: true })
export const text = (words: string) => page.getByText(words, { exact: true })
export const heading = (name?: string, level = 1) =>
  page.getByRole('heading', name === undefined ? { level } : { level, name, exact: true })
/** Finds what is said at once where something went wrong. */
export const alert = (words: string | RegExp) => page.getByRole('alert').filter({ hasText: words })
export const status = (words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words })

/** Part of the page, or its exact words. */
type Seen = Locator | RegExp | string
const found = (seen: Seen) =>
  typeof seen === 'string' ? text(seen) : seen instanceof RegExp ? page.getByText(seen) : seen

/** All of it is in sight, or comes into it. */
export async function sees(...all: readonly Seen[]): Promise<void> {
  for (const each of all) await expect.element(found(each)).toBeVisible()
}
/** None of it is on the page any more. */
export async function isGone(...all: readonly Seen[]): Promise<void> {
  for (const each of all) await expect.element(found(each)).not.toBeInTheDocument()
}
/** Finds the place where a finger meets an element, and the element there; undefined while it is off or covered. */
function reach(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect()
  const at = { clientX: left + width / 2, clientY: top + height / 2 }
  const met = document.elementFromPoint(at.clientX, at.clientY)
  const isOff = element.matches(':disabled, [aria-disabled=true]')
  return met && element.contains(met) && !isOff ? { met, at } : undefined
}

const focusable = 'a[href], button, input, select, textarea, summary, [tabindex]'

/** Taps an element as soon as a finger reaches it, by the page's own events: a tenth of the cost of a driver's click. */
async function tap(found: Locator): Promise<void> {
  let reached: ReturnType<typeof reach>
  const comesIntoReach = async () => {
    // The page may draw it anew meanwhile.
    const element = await found.findElement()
    if (!reach(element)) element.scrollIntoView({ block: 'center', behavior: 'instant' })
    return (reached = reach(element))
  }
  await expect.poll(comesIntoReach, { message: `in reach: ${found.selector}` }).toBeDefined()
  const { met, at } = reached!
  const event = { ...at, bubbles: true, cancelable: true, isPrimary: true, detail: 1 }
  const takesFocus = met.dispatchEvent(new PointerEvent('pointerdown', event))
  if (takesFocus) met.closest<HTMLElement>(focusable)?.focus()
  met.dispatchEvent(new PointerEvent('pointerup', event))
  met.dispatchEvent(new PointerEvent('click', event))
}

/** Thing to press: a button by its name, or something else. */
type Pressed = Locator | RegExp | string
const pressed = (name: Pressed) =>
  typeof name === 'string' || name instanceof RegExp ? button(name) : name

export async function press(...names: readonly Pressed[]): Promise<void> {
  for (const name of names) await tap(pressed(name))
}
export async function pressByKey(name: Pressed): Promise<void> {
  ;(await pressed(name).findElement()).focus()
  await userEvent.keyboard('{Enter}')
}
export async function shows(name: Pressed, ...all: readonly Seen[]): Promise<void> {
  await press(name)
  await sees(...all)
}

/** Gives the page a size, which costs much even where it has it. */
export async function resize([width, height]: readonly [number, number]): Promise<void> {
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height)
}

/** Brings what has begun to move to its end. */
export async function settle(): Promise<void> {
  await document.fonts.ready
  const moving = document.getAnimations().filter((one) => one.effect?.getTiming().iterations === 1)
  for (const animation of moving) animation.finish()
}

/** A press of `label` asks first, with the focus on `no`; only `yes` sends `command`. */
export async function asksFirst(
  harness: { readonly commands: readonly Command[] },
  { label, no, yes, command }: { label: string; no: string; yes: string; command: Command },
): Promise<void> {
  await press(label)
  await expect.element(button(no)).toHaveFocus()
  await settle()
  expect(await violations()).toEqual([])
  await userEvent.keyboard('{Enter}')
  await isGone(page.getByRole('alertdialog'))
  expect(harness.commands).toEqual([])
  await press(label, yes)
  expect(harness.commands).toEqual([command])
}

/** The open dialog is whole in the window, with nothing to scroll. */
export function fitsDialog(): void {
  const dialog = document.querySelector('dialog')!
  expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth)
  expect(dialog.scrollHeight).toBeLessThanOrEqual(dialog.clientHeight)
  expect(dialog.getBoundingClientRect().bottom).toBeLessThanOrEqual(innerHeight)
}

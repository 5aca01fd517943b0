import { expect } from '@playwright/test'
import type { Page } from 'playwright-core'
import { onePacket } from '../../sandbox/seeds/cases.ts'
import { foreignColors, logoPath, type ForeignColor } from '../../test/foreign/answers.ts'
import type { ForeignSite } from '../../test/foreign/site.ts'
import type { Visitor } from '../../test/leak-scan/canary.ts'
import { Patient } from './patient.ts'
import type { RunningFoyer } from './running-foyer.ts'

/** Patient who checks in where a spec does not care. */
export const anyone: Visitor = { contact: onePacket.phone, dateOfBirth: onePacket.dateOfBirth }

/** The foreign site of a kiosk that was started with `options.foreign`. Throws where it was not. */
function foreignOf(foyer: RunningFoyer): ForeignSite {
  if (!foyer.foreign) throw new Error('test.use({ options: { foreign: "/steps" } }) is missing')
  return foyer.foreign
}

/** Checks in up to the foreign page: proof, date of birth, and the form is seen. */
export const openForeign = (foyer: RunningFoyer, visitor: Visitor = anyone): Promise<Page> =>
  formAfter(foyer, () => new Patient(foyer).provesWith(visitor, visitor.contact))

/** The form that `prove` opens, with its frame: one that comes while a driver connects may stay held for it. */
export async function formAfter(foyer: RunningFoyer, prove: () => Promise<void>): Promise<Page> {
  const site = foreignOf(foyer)
  const shown = () => site.requests.filter((each) => each === `payment GET ${logoPath}`).length
  const before = shown()
  await prove()
  const colors: readonly string[] = Object.values(foreignColors)
  await expect
    .poll(async () => colors.includes(await foyer.pixel(behind.x, behind.y)), { timeout: 30_000 })
    .toBe(true)
  if (site.page === '/typing') await expect.poll(shown).toBe(before + 1)
  // Once it has come up, the window for the next patient lies above the form no more, and takes no touch of it.
  if (foyer.shell === 'browser') await foyer.spare()
  return foyer.form()
}

/** A point of every size of screen that is behind every page of the foreign site: near the left edge. */
const behind = { x: 8, y: 400 }

/** Waits until the screen shows a foreign page of this colour, as a person sees it. */
export async function expectOnScreen(foyer: RunningFoyer, color: ForeignColor): Promise<void> {
  await expect.poll(() => foyer.pixel(behind.x, behind.y)).toBe(foreignColors[color])
}

/** Waits until the service holds this packet's patient as done: one more packet is complete than `before`. */
export async function expectCompleted(foyer: RunningFoyer, before: number): Promise<void> {
  await expect.poll(() => completed(foyer)).toBe(before + 1)
}

/** Answers that the patient of the only visit has given at the vendor's. */
export function answersAt(foyer: RunningFoyer): Readonly<Record<string, string>> {
  const site = foreignOf(foyer)
  return Object.fromEntries(site.answersOf(site.tokens()[0] ?? ''))
}

export const completed = ({ sandbox }: RunningFoyer): number =>
  sandbox.control.counts().packets['COMPLETED'] ?? 0

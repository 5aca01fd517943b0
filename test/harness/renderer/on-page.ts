import { expect } from 'vitest'
import { page, userEvent, type Locator } from 'vitest/browser'
import type { Command } from '../../../src/shared/ipc.ts'
import { violations } from './accessibility-checks.ts'

/** Finds what stands on the page by what it is and how it is called, exactly. */
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const tab = (name: string) => page.getByRole('tab', { name, exact: true })
export const text = (words: string) => page.getByText(words, { exact: true })
/** A heading of a level, or of the first one. */
export const heading = (name?: string, level = 1) =>
  page.getByRole('heading', name === undefined ? { level } : { level, name, exact: true })
/** Finds what is said at once where something went wrong. */
export const alert = (words: string | RegExp) => page.getByRole('alert').filter({ hasText: words })
export const status = (words: string | RegExp) =>
  page.getByRole('status').filter({ hasText: words })

/** What stands on the page, or its exact words. */
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
/** Presses buttons, one after the other. */
export async function press(...names: readonly (string | RegExp)[]): Promise<void> {
  for (const name of names) await button(name).click()
}
/** The button of this name, once it is pressed, shows all of this. */
export async function shows(name: string | RegExp, ...all: readonly Seen[]): Promise<void> {
  await press(name)
  await sees(...all)
}

/** A press of `label` asks first, with the focus on `no`; only `yes` sends `command`. */
export async function asksFirst(
  harness: { readonly commands: readonly Command[]; settle(): Promise<unknown> },
  { label, no, yes, command }: { label: string; no: string; yes: string; command: Command },
): Promise<void> {
  await press(label)
  await expect.element(button(no)).toHaveFocus()
  await harness.settle()
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

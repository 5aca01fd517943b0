import '@fontsource-variable/atkinson-hyperlegible-next'
import { cleanup, render } from 'vitest-browser-svelte/pure'
import { tick } from 'svelte'
import { expect } from 'vitest'
import type { Reply } from '../../../src/shared/bridge.ts'
import type { Command, Screen, View } from '../../../src/shared/ipc.ts'
import type { StaffScreen } from '../../../src/shared/staff.ts'
import App from '../../../src/renderer/kiosk/kiosk.svelte'
import '../../../src/renderer/app.css'
import { Kiosk } from '../../../src/renderer/kiosk/state/kiosk.svelte.ts'
import { button, heading, press, pressByKey, resize, settle } from './on-page.ts'
import { staffScreens } from './staff-views.ts'
import { screens, viewOf } from './views.ts'

export const sizes = {
  portrait: [1080, 1920],
  landscape: [1024, 768],
  desk: [1366, 768],
  wide: [1920, 1080],
} as const
export type Size = keyof typeof sizes
export const sizeNames = Object.keys(sizes) as Size[]
export const locales = ['en', 'es'] as const

type Options = Parameters<typeof viewOf>[1]
/** A screen, or the name of a sample of one. */
type Sample = Screen | StaffScreen | string
const sampleOf = (sample: Sample) =>
  typeof sample === 'string' ? (screens[sample] ?? staffScreens[sample])! : sample

export async function openScreen(sample: Sample, options?: Options, size?: Size) {
  const screen = sampleOf(sample)
  const harness = await PageHarness.open(viewOf(screen, options), size)
  // The script that draws what staff see comes only when they do.
  if (screen.name.startsWith('staff')) await expect.element(heading()).toBeVisible()
  return harness
}

/** Draws the page with a sample screen of staff, once its heading has the focus. */
export async function openStaff(sample: Sample): Promise<PageHarness> {
  const harness = await openScreen(sample)
  await expect.element(heading()).toHaveFocus()
  return harness
}

type Sends = (sample: Sample, label: string | RegExp, command: Command) => Promise<void>

/** On a sample, a button sends its command once for a double tap. */
export const sendsOnce: Sends = async (sample, label, command) => {
  const harness = await openScreen(sample)
  await press(label)
  ;(button(label).query() as HTMLElement | null)?.click()
  expect(harness.commands).toEqual([command])
}

/** On a sample, a button sends its command by keyboard. */
export const sendsByKey: Sends = async (sample, label, command) => {
  const harness = await openScreen(sample)
  await pressByKey(label)
  expect(harness.commands).toEqual([command])
}

/** The whole page on a stand-in for main: shows views, and notes the commands that come back. */
export class PageHarness {
  readonly commands: Command[] = []
  answer: Reply = { ok: true }
  #listener: (view: View) => void = () => undefined

  static async open(view: View | undefined, size: Size = 'portrait'): Promise<PageHarness> {
    cleanup()
    await resize(sizes[size])
    const harness = new PageHarness()
    const kiosk = new Kiosk({
      // Electron takes what can be cloned, and nothing else: no proxy of Svelte's.
      send: async (said) => {
        const command = structuredClone(said)
        if (command.type !== 'activity') harness.commands.push(command)
        return Promise.resolve(harness.answer)
      },
      onView: (listener) => {
        harness.#listener = listener
        return () => undefined
      },
    })
    kiosk.follow()
    const { container } = await render(App, { kiosk })
    container.style.blockSize = '100%'
    await harness.show(view)
    return harness
  }

  /** Shows a view, at the end of its motion. */
  async show(view: View | undefined): Promise<void> {
    await this.begin(view)
    await settle()
  }

  /** Shows a sample screen, at the end of its motion. */
  async showScreen(sample: Sample, options?: Options): Promise<void> {
    await this.show(viewOf(sampleOf(sample), options))
  }

  /** Shows a view, at the beginning of its motion. */
  async begin(view: View | undefined): Promise<void> {
    if (view) this.#listener(view)
    await tick()
  }
}

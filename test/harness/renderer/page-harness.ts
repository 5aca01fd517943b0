import '@fontsource-variable/atkinson-hyperlegible-next'
import { cleanup, render } from 'vitest-browser-svelte'
import { tick } from 'svelte'
import { page } from 'vitest/browser'
import type { Reply } from '../../../src/shared/command-reply.ts'
import type { Command, View } from '../../../src/shared/ipc.ts'
import App from '../../../src/renderer/App.svelte'
import '../../../src/renderer/app.css'
import { Kiosk } from '../../../src/renderer/state/kiosk.svelte.ts'

/** The sizes that a kiosk must fit. */
export const sizes = {
  portrait: [1080, 1920],
  landscape: [1024, 768],
  desk: [1366, 768],
  wide: [1920, 1080],
} as const

/** The whole page on a stand-in for main: shows views, and notes the commands that come back. */
export class PageHarness {
  readonly commands: Command[] = []
  answer: Reply = { ok: true }
  #listener: (view: unknown) => void = () => undefined

  /** Draws the page at a size and shows its first view. */
  static async open(
    view: View | undefined,
    size: keyof typeof sizes = 'portrait',
  ): Promise<PageHarness> {
    cleanup()
    const [width, height] = sizes[size]
    await page.viewport(width, height)
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
  async show(view: unknown): Promise<void> {
    await this.begin(view)
    await this.settle()
  }

  /** Brings what has begun to move to its end. */
  async settle(): Promise<void> {
    await document.fonts.ready
    const moving = document
      .getAnimations()
      .filter((one) => one.effect?.getTiming().iterations === 1)
    for (const animation of moving) animation.finish()
  }

  /** Shows a view, at the beginning of its motion. */
  async begin(view: unknown): Promise<void> {
    this.#listener(view)
    await tick()
  }
}

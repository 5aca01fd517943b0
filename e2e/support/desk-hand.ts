import { expect } from '@playwright/test'
import type { Page } from 'playwright-core'
import type { Receptionist } from './receptionist.ts'

const mostTabs = 40

/** Reads the accessible name of what has the keyboard; evaluated in the page. */
const nameOfFocused = `(() => {
  const at = document.activeElement
  const label = at.labels?.[0]?.innerText ?? at.getAttribute('aria-label') ?? at.innerText ?? ''
  return label.replace(/\\s+/g, ' ').trim()
})()`

/** Hand at a desk: counts keys and clicks, but not what is typed. */
export class DeskHand {
  acts = 0
  readonly ana: Receptionist

  constructor(ana: Receptionist) {
    this.ana = ana
  }

  private get page(): Page {
    return this.ana.page
  }

  /** Does a line: `Enter`, a key; `"mei"`, typed; `(Forms)`, reached by Tab; `[Forms]`, pressed too; `<Forms>`, clicked. Names may be beginnings. */
  async does(line: string): Promise<void> {
    for (const [word, quoted, reached, pressed, clicked] of line.matchAll(
      /"([^"]*)"|\(([^)]*)\)|\[([^\]]*)\]|<([^>]*)>|\S+/g,
    )) {
      if (quoted !== undefined) await this.page.keyboard.type(quoted)
      else if (clicked !== undefined) await this.clicks(clicked)
      else if (reached ?? pressed) {
        await this.reaches(reached ?? pressed ?? '')
        if (pressed) await this.presses('Enter')
      } else await this.presses(word)
    }
  }

  async presses(key: string): Promise<void> {
    this.acts += 1
    await this.page.keyboard.press(key)
  }

  private async clicks(name: string): Promise<void> {
    const named = { name: new RegExp(`^${name}`) }
    const { page } = this
    const found = (['button', 'tab', 'checkbox', 'combobox', 'textbox'] as const)
      .map((role) => page.getByRole(role, named))
      .reduce((all, each) => all.or(each))
    this.acts += 1
    await found.first().click({ timeout: 30_000 })
  }

  private async reaches(name: string): Promise<void> {
    for (let tabs = 0; tabs < mostTabs; tabs += 1) {
      await this.presses('Tab')
      if ((await this.page.evaluate<string>(nameOfFocused)).startsWith(name)) return
    }
    expect(name, 'what the Tab key comes to').toBe(await this.page.evaluate(nameOfFocused))
  }
}

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { ownPage } from '../../../src/main/windows/driver.ts'
import type { Shell } from '../../../src/main/windows/port.ts'
import { connectToPage, isPage, targetsAt, type PageConnection } from '../devtools.ts'
import { eventually, inFullTier, kioskColor, screenSize } from '../subject.ts'
import type { PointerAndKeyboard } from '../x-pointer-and-keyboard.ts'
import { middle, type SharedForm } from './shared-form.ts'

/** Keys by what each would do in a browser; each must do nothing. Those of one kind go through one guard. */
const shortcuts = readShortcuts(`
  open a tab: Control+t
  close the window: Alt+F4
  open the tools: Control+Shift+i F12
  go back: Alt+Left BrowserBack
`)
// One of each kind more: `keys.test.ts` lists every one that the guard takes.
const moreShortcuts = readShortcuts(`
  go to the address bar: Control+l
  close the window: Control+w
  print: Control+p
  go to the next tab: Control+Tab
  open the task manager: Shift+Escape
  help: F1
  zoom in: Control+=
  open the context menu: Menu
  open a window: Control+n
  reload: F5 BrowserRefresh
  search in the page: Control+f
  end the browser: Control+q
  go to the first tab: Control+1
  open a private window: Control+Shift+n
  browse with a caret: F7
  open the menu: F10 Alt+f
  open the context menu: Shift+F10
  leave the full screen: F11
  go to the home page: Alt+Home
  zoom in: Control+KeypadPlus
  take a picture of the screen: Print
  write an e-mail: LaunchMail
`)

function readShortcuts(text: string): (readonly [keys: string, would: string])[] {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(': '))
  return lines.flatMap(([would = '', keys = '']) =>
    keys.split(' ').map((each) => [each, would] as const),
  )
}

/** Keeps, in the page, which keys arrived and whether the guard had taken their effect away. */
const noteKeys = `
  if (!window.keys)
    for (const type of ['keydown', 'keyup'])
      addEventListener(type, ({ key, defaultPrevented }) => keys.push([type, key, defaultPrevented].join(' ')))
  window.keys = []`

/** Signs in the page of a reload, a zoom and a step in the history. */
const state = '[window.here, devicePixelRatio, visualViewport.scale, location.href].join()'

type Evaluate = PageConnection['evaluate']

/** Presses the keys as a person does; resolves when the page has seen this and the next, harmless key. */
async function press(
  input: PointerAndKeyboard,
  evaluate: Evaluate,
  keys: string,
): Promise<string[]> {
  await evaluate('void (keys.length = 0)')
  await input.press(keys)
  await input.press('a')
  await eventually(() => evaluate<string[]>('keys')).toContain('keyup a false')
  return evaluate<string[]>('keys')
}

const modifier = /^keydown (Control|Shift|Alt|Meta|AltGraph|a) /

/** Keys that Foyer takes on the screen, before any window has them. */
const takenOnScreen = /^Control\+Shift\+[ijc]$/

/** A key is held when its effect was taken away, and as well when it never came to the page (Electron's guard). */
function expectTaken(keys: string, seen: readonly string[], kind: Shell['kind']): void {
  const pressed = seen.filter((each) => each.startsWith('keydown') && !modifier.test(each))
  if (takenOnScreen.test(keys)) expect(pressed).toEqual([])
  else if (kind === 'browser') expect(pressed).not.toEqual([])
  expect(pressed.filter((each) => each.endsWith('false'))).toEqual([])
}

/** The keys of the browser, in the form. */
export function describeKeys(form: SharedForm, fixture: ShellFixture): void {
  describe('a key pressed in the form', () => {
    let before: string
    beforeEach(async () => {
      await form.attempt(noteKeys)
      before = await form.attempt(state)
    })

    it.each([...shortcuts, ...inFullTier(moreShortcuts)])('%s does not %s', async (keys) => {
      expectTaken(keys, await press(form.input, form.attempt, keys), fixture.subject.shell.kind)
      expect(await form.attempt(state)).toBe(before)
      await form.expectContained()
    })
  })
}

/** The keys of the browser, in the kiosk window. */
export function describeKioskKeys(fixture: ShellFixture): void {
  describe('a key pressed at the kiosk', () => {
    let kiosk: PageConnection
    let before: string
    const everywhere = { left: 0, top: 0, ...screenSize }
    beforeAll(async () => {
      kiosk = await connectToPage(fixture.subject.endpoint('kiosk'), ownPage)
      await fixture.input.moveTo(middle.x, middle.y)
      await fixture.input.click(1)
    })
    afterAll(() => kiosk.close())
    beforeEach(async () => {
      await kiosk.evaluate(`window.here = true; ${noteKeys}`)
      before = await kiosk.evaluate(state)
    })

    const ofKiosk = [
      ...shortcuts.slice(0, 2),
      ...inFullTier([...shortcuts.slice(2), ...moreShortcuts]),
    ]
    it.each(ofKiosk)('%s does not %s', async (keys) => {
      expectTaken(
        keys,
        await press(fixture.input, kiosk.evaluate, keys),
        fixture.subject.shell.kind,
      )
      expect(await kiosk.evaluate(state)).toBe(before)
      const pages = (await targetsAt(fixture.subject.endpoint('kiosk'))).filter(isPage)
      expect(pages.map(({ url }) => url)).toEqual([expect.stringMatching(ownPage)])
      await eventually(() => fixture.subject.screen.differing(everywhere, kioskColor)).toBeLessThan(
        3_000,
      )
    })
  })
}

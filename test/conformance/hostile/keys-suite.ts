import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { ownPage } from '../../../src/main/shell/driver.ts'
import type { Shell } from '../../../src/main/shell/port.ts'
import { connectToPage, isPage, targetsAt, type PageConnection } from '../devtools.ts'
import { eventually, kioskColor, screenSize } from '../subject.ts'
import { openPointerAndKeyboard, type PointerAndKeyboard } from '../x-pointer-and-keyboard.ts'
import { sharedForm, middle } from './shared-form.ts'

/** Every key and what it would do in a browser; each must do nothing. */
const shortcuts: readonly (readonly [keys: string, would: string])[] = [
  ['Control+l', 'go to the address bar'],
  ['Control+t', 'open a tab'],
  ['Control+n', 'open a window'],
  ['Control+w', 'close the window'],
  ['Control+r', 'reload'],
  ['Control+p', 'print'],
  ['Control+s', 'save the page'],
  ['Control+u', 'show the source'],
  ['Control+f', 'search in the page'],
  ['Control+g', 'search on'],
  ['Control+o', 'open a file'],
  ['Control+h', 'show the history'],
  ['Control+j', 'show the downloads'],
  ['Control+d', 'make a bookmark'],
  ['Control+k', 'search the web'],
  ['Control+e', 'search the web'],
  ['Control+q', 'end the browser'],
  ['Control+m', 'mute'],
  ['Control+1', 'go to the first tab'],
  ['Control+Tab', 'go to the next tab'],
  ['Control+F4', 'close the tab'],
  ['Control+F5', 'reload without the cache'],
  ['Control+Shift+i', 'open the tools'],
  ['Control+Shift+j', 'open the console'],
  ['Control+Shift+c', 'inspect'],
  ['Control+Shift+n', 'open a private window'],
  ['Control+Shift+t', 'open a closed tab again'],
  ['Control+Shift+w', 'close the window'],
  ['Control+Shift+o', 'show the bookmarks'],
  ['Control+Shift+b', 'show the bar of bookmarks'],
  ['Control+Shift+p', "print by the system's own dialog"],
  ['Control+Shift+r', 'reload without the cache'],
  ['Control+Shift+a', 'search the tabs'],
  ['Control+Shift+m', 'change the person'],
  ['Control+Shift+q', 'end the browser'],
  ['Control+Shift+Delete', 'delete what was browsed'],
  ['Shift+Escape', 'open the task manager'],
  ['F1', 'help'],
  ['F3', 'search'],
  ['F5', 'reload'],
  ['F6', 'go to the address bar'],
  ['F7', 'browse with a caret'],
  ['F10', 'open the menu'],
  ['Shift+F10', 'open the context menu'],
  ['F11', 'leave the full screen'],
  ['F12', 'open the tools'],
  ['Alt+Left', 'go back'],
  ['Alt+Right', 'go forward'],
  ['Alt+Home', 'go to the home page'],
  ['Alt+F4', 'close the window'],
  ['Alt+f', 'open the menu'],
  ['Alt+e', 'open the menu'],
  ['Alt+d', 'go to the address bar'],
  ['Alt+Shift+i', 'report an issue'],
  ['Alt+Shift+b', 'go to the bookmarks'],
  ['Alt+Shift+a', 'go to what is above the page'],
  ['Control+Plus', 'zoom in'],
  ['Control+=', 'zoom in'],
  ['Control+-', 'zoom out'],
  ['Control+0', 'zoom back'],
  ['Control+KeypadPlus', 'zoom in'],
  ['Control+KeypadMinus', 'zoom out'],
  ['Menu', 'open the context menu'],
  ['Print', 'take a picture of the screen'],
  ['Help', 'help'],
  ['Find', 'search'],
  ['BrowserBack', 'go back'],
  ['BrowserForward', 'go forward'],
  ['BrowserRefresh', 'reload'],
  ['BrowserHome', 'go to the home page'],
  ['BrowserSearch', 'search the web'],
  ['BrowserFavorites', 'show the bookmarks'],
  ['LaunchMail', 'write an e-mail'],
  ['Close', 'close the window'],
  ['New', 'open a window'],
]

/** Keeps, in the page, which keys arrived and whether the guard had taken their effect away. */
const noteKeys = `
  if (!window.keys)
    for (const type of ['keydown', 'keyup'])
      addEventListener(type, ({ key, defaultPrevented }) => keys.push([type, key, defaultPrevented].join(' ')))
  window.keys = []`

/** What the page can tell of a reload, a zoom and a step in the history. */
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

/** A key is held when its effect was taken away, and as well when it never came to the page (Electron's guard). */
function expectTaken(seen: readonly string[], kind: Shell['kind']): void {
  const pressed = seen.filter((each) => each.startsWith('keydown') && !modifier.test(each))
  if (kind === 'browser') expect(pressed).not.toEqual([])
  expect(pressed.filter((each) => each.endsWith('false'))).toEqual([])
}

/** The keys of the browser, in the form and in the kiosk window. */
export function describeKeys(fixture: ShellFixture): void {
  describe('a key pressed in the form', () => {
    const form = sharedForm(fixture)
    let before: string
    beforeEach(async () => {
      await form.attempt(noteKeys)
      before = await form.attempt(state)
    })

    it.each(shortcuts)('%s does not %s', async (keys) => {
      expectTaken(await press(form.input, form.attempt, keys), fixture.subject.shell.kind)
      expect(await form.attempt(state)).toBe(before)
      await form.expectContained()
    })
  })

  describe('a key pressed at the kiosk', () => {
    let kiosk: PageConnection
    let input: PointerAndKeyboard
    let before: string
    const everywhere = { left: 0, top: 0, ...screenSize }
    beforeAll(async () => {
      input = await openPointerAndKeyboard(fixture.subject.screen.display)
      kiosk = await connectToPage(fixture.subject.endpoint('kiosk'), ownPage)
      await input.moveTo(middle.x, middle.y)
      await input.click(1)
    })
    afterAll(() => {
      input.close()
      kiosk.close()
    })
    beforeEach(async () => {
      await kiosk.evaluate(`window.here = true; ${noteKeys}`)
      before = await kiosk.evaluate(state)
    })

    it.each(shortcuts)('%s does not %s', async (keys) => {
      expectTaken(await press(input, kiosk.evaluate, keys), fixture.subject.shell.kind)
      expect(await kiosk.evaluate(state)).toBe(before)
      const pages = (await targetsAt(fixture.subject.endpoint('kiosk'))).filter(isPage)
      expect(pages.map(({ url }) => url)).toEqual([expect.stringMatching(ownPage)])
      await eventually(() => fixture.subject.screen.differing(everywhere, kioskColor)).toBeLessThan(
        3_000,
      )
    })
  })
}

import { randomUUID } from 'node:crypto'
import { setTimeout as rest } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { targetsAt } from '../devtools.ts'
import { eventually, inFullTier } from '../subject.ts'
import { watchWindows, type WindowWatch } from '#harness/display/x-windows.ts'
import { sharedForm, type SharedForm } from './shared-form.ts'

const tries = 40
/** ms after which a frame is made anew. */
const everyMs = 140
/** Times that passes while the frame before has not loaded, as on a busy machine. A frame that is held never loads. */
const mostPasses = 10

/** ms after which a frame that does not answer is taken for held. */
const heldMs = 500
/** Keys that are pressed before the page is left without frames. */
const mostAttempts = 8

const style = `position:fixed;inset:0;width:100%;height:100%;border:0`
const anew = `document.open(); document.write('<title>form</title><style>body{background:#007700}</style><body>'); document.close()`
/** Lays a frame over the whole page; `from` is the address it is made with, `more` what is done to it then. */
const frame = (from: string, more = '') => `
  document.body.replaceChildren()
  const frame = document.createElement('iframe')
  frame.style.cssText = '${style}'
  ${from ? `frame.src = ${JSON.stringify(from)} + '?' + Math.random()` : ''}
  frame.onload = () => { frame.dataset.loaded = 'true' }
  document.body.append(frame)
  ${more}`

/** Resolves when the page has got a key, in any frame, and so all before it. A held frame gets none: the page loses its frames later. */
async function keysDone(form: SharedForm): Promise<void> {
  const evaluateInAll = async (code: string): Promise<unknown[]> =>
    // A frame may go meanwhile, or be held.
    Promise.all(
      form.page
        .frames()
        .map((each) => Promise.race([each.evaluate(code).catch(() => undefined), rest(heldMs)])),
    )
  // A name of this call's own: document.open takes the listener of the call before, and leaves what it wrote.
  const gotKey = `window.gotKey${randomUUID().replaceAll('-', '')}`
  // A document without an element takes no key.
  await form.attempt(`document.documentElement ?? document.append(document.createElement('html'))`)
  let attempts = 0
  const gotIt = async () => {
    await evaluateInAll(`${gotKey} ??= (addEventListener('keydown', ({ key }) => {
      if (key === 'q') ${gotKey} = true
    }, { capture: true }), false)`)
    attempts += 1
    if (attempts > mostAttempts) await form.attempt('document.body?.replaceChildren(); void 0')
    await form.input.press('q')
    return (await evaluateInAll(gotKey)).includes(true)
  }
  await eventually(gotIt).toBe(true)
}

const sandboxed = `frame.remove(); frame.sandbox = 'allow-scripts'; frame.srcdoc = '<p>x'; document.body.append(frame); frame.focus()`
/** Menus and tools of the browser, by the keys that open them. */
const openers = [
  ...(['F12', 'Shift+F10', 'Control+Shift+i', 'Control+Shift+j', 'Control+Shift+c'] as const),
  'Menu',
] as const

/** A menu or a tool of the browser, tried for at the moment in which a frame is young. */
export function describeFrameRace(fixture: ShellFixture): void {
  describe('input that comes before the page is guarded', () => {
    const form = sharedForm(fixture)
    let watch: WindowWatch
    beforeAll(async () => (watch = await watchWindows(fixture.subject.screen.display)))
    afterAll(() => watch.close())
    beforeEach(() => watch.mapped())

    /** Holds when no window came onto the screen, and no tools of the browser are about to. */
    const expectNothingOpened = async () => {
      await keysDone(form)
      const targets = await targetsAt(fixture.subject.endpoint('form'))
      expect(targets.map(({ url }) => url).filter((url) => url.startsWith('devtools:'))).toEqual([])
      expect(await watch.mapped()).toEqual([])
    }

    const cases: Readonly<Record<string, () => string>> = {
      'frames of another site': () => frame(`${fixture.listed.origin}/framed`),
    }
    const moreCases: typeof cases = {
      'sandboxed frames of its own words': () => frame('', sandboxed),
      'its own words, opened anew': () => `document.open()`,
      'frames of its own site': () => frame(`${fixture.own.origin}/framed`),
      'empty frames': () => frame(''),
      'frames that are written': () =>
        frame(
          '',
          `const made = frame.contentDocument; made.open(); made.write('<p>x'); made.close()`,
        ),
      'frames in frames': () =>
        frame(
          '',
          `const inner = frame.contentDocument.createElement('iframe')
           inner.style.cssText = '${style}'
           inner.src = '${fixture.listed.origin}/framed?' + Math.random()
           frame.contentDocument.body.append(inner)`,
        ),
      'its own words, written anew': () => anew,
    }
    const tools = [...Object.entries(cases), ...inFullTier(Object.entries(moreCases))]
    it.each(tools)('comes to no menu and no tool over %s', async (_name, make) => {
      await form.input.click(1)
      await form.attempt(`
        window.made = window.passes = 0
        window.making = setInterval(() => {
          const isLoading = document.querySelector('iframe:not([data-loaded])')
          if (isLoading && passes++ < ${mostPasses}) return
          passes = 0
          { ${make()} }
          made++
        }, ${everyMs}); void 0`)
      for (let each = 0; each < tries; each += 1) {
        await form.input.click(3)
        await rest(17 + ((7 * each) % 60))
        await form.input.press(openers[each % openers.length] ?? 'F12')
      }
      await eventually(() => form.attempt<number>('made')).toBeGreaterThan(10)
      await form.attempt(`clearInterval(making); void 0`)
      await expectNothingOpened()
      await form.attempt(anew)
      await form.expectContained()
    })

    it.each([
      ['open', `document.open()`],
      ...inFullTier([
        ['write', `document.write('<title>form</title>'); document.close()`],
        ['writeln', `document.writeln('<title>form</title>'); document.close()`],
        ['open of another realm', `Document.prototype.open.call(document)`],
        [
          'open as a new frame has it',
          `const frame = document.body.appendChild(document.createElement('iframe')); frame.contentWindow.Document.prototype.open.call(document)`,
        ],
      ]),
    ])('loses no guard by document.%s, twice', async (_name, make) => {
      await form.attempt(`{ ${make} } void 0`)
      await form.attempt(`{ ${make.includes('frame') ? 'document.open()' : make} } void 0`)
      await form.input.click(1)
      await form.input.click(3)
      await form.input.press('F12')
      await expectNothingOpened()
      await form.attempt(anew)
    })
  })
}

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { FakeContents } from '../../../../test/conformance/electron/fake-contents.ts'
import { fakeElectron } from '../../../../test/conformance/electron/fake-electron.ts'
import { isPrevented } from '../../../../test/conformance/electron/fake-event.ts'
import { openShell, type OpenedShell } from '../../../../test/conformance/electron/fake-shell.ts'
import { prepareElectron } from './shell.ts'

let opened: OpenedShell
beforeEach(async () => (opened = await openShell()))
afterEach(() => opened.close())

it('gives way to a Foyer that runs', () => {
  const { electron, app } = fakeElectron()
  expect(prepareElectron(electron)).toBe(true)
  app.isAlreadyRunning = true
  expect(prepareElectron(electron)).toBe(false)
})

it('is silent, but for a desk, which is heard before anybody has touched it', () => {
  const switchesOf = (options?: Parameters<typeof prepareElectron>[1]) => {
    const { electron, app } = fakeElectron()
    prepareElectron(electron, options)
    return [...app.switches.keys()]
  }
  expect(switchesOf()).toContain('mute-audio')
  expect(switchesOf()).not.toContain('autoplay-policy')
  expect(switchesOf({ isHeard: true })).not.toContain('mute-audio')
  expect(switchesOf({ isHeard: true })).toContain('autoplay-policy')
})

it('lets a page that no one meant to make go nowhere, take no key of the browser and ask for no password', () => {
  const stray = new FakeContents()
  opened.app.emit('web-contents-created', {}, stray)
  expect(stray.goesTo('foyer://app/')).toBe(false)
  expect(stray.opensWindow('http://127.0.0.1:4000')).toBe(false)
  const answers: unknown[] = []
  const answer = (...given: unknown[]) => answers.push(...given)
  // The answer names no password.
  expect(isPrevented(opened.app, 'login', {}, stray, {}, {}, answer)).toBe(true)
  expect(answers).toEqual([])
  const key = { type: 'keyDown', key: 'n', control: true, alt: false, meta: false, shift: false }
  expect(isPrevented(stray, 'before-input-event', {}, key)).toBe(true)
  expect(isPrevented(stray, 'before-input-event', {}, { ...key, control: false })).toBe(false)
})

it('gives the keys to no form that is opened unseen, and lets none stay as it is left', async () => {
  await opened.openForm({ hidden: true })
  expect(opened.newest().isFocused).toBe(false)
  expect(opened.pages.at(-1)?.view.isVisible).toBe(false)
  expect(isPrevented(opened.newest(), 'will-prevent-unload')).toBe(true)
})

describe('a document that is drawn as a PDF', () => {
  it.each<[string, (contents: FakeContents) => void]>([
    ['it does not load', (contents) => (contents.network = () => Promise.reject(new Error()))],
    ['it is not printed', (contents) => (contents.printToPDF = () => Promise.reject(new Error()))],
    [
      'its process is gone',
      (contents) => {
        contents.printToPDF = () => {
          contents.crash()
          return new Promise(() => undefined)
        }
      },
    ],
  ])('leaves nothing where %s, and says so', async (_why, prepare) => {
    opened.onNextPages(prepare)
    expect(await opened.shell.drawPdf('<p>canary')).toEqual({
      ok: false,
      error: { kind: 'failed' },
    })
    expect(opened.newest().isDestroyed()).toBe(true)
    expect(opened.newest().session.serve('foyer://print/').status).toBe(404)
  })

  it('is served alone, in a session that is used again', async () => {
    const served: Response[] = []
    const { shell, sessions } = opened
    opened.onNextPages((contents) => {
      contents.network = (url) => Promise.resolve(void served.push(contents.session.serve(url)))
    })
    const before = sessions.size
    await shell.drawPdf('one')
    await shell.drawPdf('two')
    expect(sessions.size).toBe(before + 1)
    expect(await Promise.all(served.map((each) => each.text()))).toEqual(['one', 'two'])
  })
})

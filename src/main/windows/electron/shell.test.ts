import { afterEach, expect, it } from 'vitest'
import { FakeContents } from '../../../../test/conformance/electron/fake-contents.ts'
import { fakeElectron } from '../../../../test/conformance/electron/fake-electron.ts'
import { isPrevented } from '../../../../test/conformance/electron/fake-event.ts'
import { openShell, type OpenedShell } from '../../../../test/conformance/electron/fake-shell.ts'
import { prepareElectron } from './shell.ts'

let opened: OpenedShell | undefined
afterEach(async () => {
  await opened?.close()
  opened = undefined
})

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

it('lets a page that no one meant to make go nowhere, take no key of the browser and ask for no password', async () => {
  opened = await openShell()
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
  opened = await openShell()
  await opened.openForm({ hidden: true })
  expect(opened.newest().isFocused).toBe(false)
  expect(opened.pages.at(-1)?.view.isVisible).toBe(false)
  expect(isPrevented(opened.newest(), 'will-prevent-unload')).toBe(true)
})

import { afterEach, beforeEach, expect, it } from 'vitest'
import type { View } from '../../../shared/ipc.ts'
import { openShell, type OpenedShell } from '../../../../test/conformance/electron/fake-shell.ts'

let opened: OpenedShell
beforeEach(async () => {
  opened = await openShell()
})
afterEach(() => opened.close())

const showing = (name: 'camera' | 'help' | undefined) =>
  opened.kiosk.show({ sequence: 1, overlay: name ? { name } : null } as View)
const granted = ['request', 'check']

it("is our own page's as long as it shows the camera", () => {
  const page = opened.newest()
  expect(page.session.grants('media', page)).toEqual([])
  showing('camera')
  expect(page.session.grants('media', page)).toEqual(granted)
  showing('help')
  expect(page.session.grants('media', page)).toEqual([])
})

it('is nothing but a camera, in the page itself', () => {
  const page = opened.newest()
  showing('camera')
  const asks = (asked: object) => page.session.grants('media', page, asked)
  expect(asks({ isMainFrame: true, mediaTypes: ['audio'], mediaType: 'audio' })).toEqual([])
  expect(asks({ isMainFrame: true, mediaTypes: ['audio', 'video'] })).toEqual([])
  expect(asks({ isMainFrame: true, mediaTypes: [] })).toEqual([])
  expect(asks({ isMainFrame: false, mediaTypes: ['video'] })).toEqual([])
  expect(page.session.grants('display-capture', page)).toEqual([])
})

it("is never a form's, nor another page's", async () => {
  const page = opened.newest()
  await opened.openForm()
  const form = opened.newest()
  showing('camera')
  expect(form.session.grants('media', form)).toEqual([])
  expect(page.session.grants('media', form)).toEqual([])
})

it('goes with the page, and is that of the next which shows it', async () => {
  const page = opened.newest()
  showing('camera')
  await opened.kiosk.renew()
  expect(page.session.grants('media', page)).toEqual([])
  const next = opened.newest()
  expect(next.session.grants('media', next)).toEqual(granted)
})

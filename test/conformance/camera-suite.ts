import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { View } from '../../src/shared/ipc.ts'
import { ownPage } from '../../src/main/windows/driver.ts'
import type { ShellFixture } from './shell-fixture.ts'
import { drive, eventually, type Driver } from './subject.ts'

/** A view that has a number, and may be that of the camera: the shell looks at nothing else. */
const view = (sequence: number, name?: 'camera' | 'help') =>
  ({ sequence, overlay: name ? { name } : null }) as View

const open = (wanted: string) =>
  `navigator.mediaDevices.getUserMedia(${wanted}).then(
    (stream) => stream.getTracks().map((track) => { track.stop(); return track.kind }).join(),
    (error) => error.name)`

/** The camera of a machine that has one: our own page's, while it shows the camera, and nobody else's. */
export function describeCamera(fixture: ShellFixture): void {
  describe('the camera', () => {
    let driver: Driver
    beforeEach(async () => {
      driver = await drive(fixture.subject.endpoint('kiosk'), ownPage)
    })
    afterEach(() => driver.release())
    const shows = async (shown: View) => {
      fixture.kiosk.show(shown)
      await eventually(() => driver.page.locator('#sequence').textContent()).toBe(
        String(shown.sequence),
      )
    }

    it("is our own page's as long as it shows the camera, and no microphone", async () => {
      const camera = () => driver.page.evaluate(open('{ video: true }'))
      await shows(view(101))
      expect(await camera()).toBe('NotAllowedError')
      await shows(view(102, 'camera'))
      expect(await camera()).toBe('video')
      expect(await driver.page.evaluate(open('{ audio: true }'))).toBe('NotAllowedError')
      expect(await driver.page.evaluate(open('{ audio: true, video: true }'))).toBe(
        'NotAllowedError',
      )
      await shows(view(103, 'help'))
      expect(await camera()).toBe('NotAllowedError')
    })
  })
}

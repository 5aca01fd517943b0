import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { SubjectFactory } from '../subject.ts'
import type { DriverEndpoints } from '../../../src/main/windows/driver.ts'
import { startXvfb } from '#harness/display/xvfb.ts'
import { withFakeCamera } from '#harness/fake-camera.ts'
import { createBrowserShell } from '../../../src/main/windows/chromium/shell.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** Starts the browser shell, on a screen of its own. */
export const startBrowserSubject: SubjectFactory = async ({ rendererDir, size }) => {
  const screen = await startXvfb(size.width, size.height)
  const profilesDir = await mkdtemp(join(tmpdir(), 'foyer-test-profiles-'))
  let endpoints: DriverEndpoints = { kiosk: undefined, form: undefined }
  const removeCamera = await withFakeCamera()
  const shell = await createBrowserShell({
    root,
    rendererDir,
    display: screen.display,
    profilesDir,
    onDriver: (now) => (endpoints = now),
  })
  return {
    shell,
    rootProcess: process.pid,
    profilesDir,
    screen,
    pixel: (x, y) => screen.pixel(x, y),
    endpoint: (window) => endpoints[window] ?? '',
    async formProcess(page) {
      const session = await page.context().browser()?.newBrowserCDPSession()
      const info = await session?.send('SystemInfo.getProcessInfo')
      return info?.processInfo.find((each) => each.type === 'browser')?.id ?? Number.NaN
    },
    async stop() {
      await shell.close()
      const left = await readdir(profilesDir)
      await rm(profilesDir, { recursive: true })
      await screen.stop()
      await removeCamera()
      if (left.length > 0) throw new Error(`the shell left ${left.join()}`)
    },
  }
}

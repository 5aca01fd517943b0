import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startXvfb, type Xvfb } from '../../harness/display/xvfb.ts'
import { browserProcesses } from '../../../src/main/shell/browser/orphaned-browsers.ts'
import { StuckBrowserError } from '../../../src/main/shell/browser/launch.ts'
import { createBrowserShell } from '../../../src/main/shell/browser/shell.ts'
import { kioskColor, screenSize, writeKioskPage, type KioskPages } from '../subject.ts'

const root = join(import.meta.dirname, '..', '..', '..')

/** A browser that opens nothing the first `times` times that it is started, and is Chromium afterwards. */
const stuckBrowser = (folder: string, times: number) => `#!/bin/sh
if [ "$(ls '${folder}/tries' | wc -l)" -lt ${times} ]; then
  mktemp '${folder}/tries/XXXXXX' >/dev/null
  exec sleep 600
fi
exec "$(command -v chromium || command -v chromium-browser || command -v google-chrome)" "$@"
`

let screen: Xvfb
let pages: KioskPages
let folder: string
let profilesDir: string
beforeEach(async () => {
  screen = await startXvfb(screenSize.width, screenSize.height)
  pages = await writeKioskPage()
  profilesDir = await mkdtemp(join(tmpdir(), 'foyer-test-profiles-'))
  folder = await mkdtemp(join(tmpdir(), 'foyer-test-browser-'))
  await chmod(folder, 0o755)
  // The browsers' own user counts its tries there.
  await mkdir(join(folder, 'tries'))
  await chmod(join(folder, 'tries'), 0o777)
  vi.stubEnv('FOYER_CHROMIUM', join(folder, 'browser'))
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await screen.stop()
  await pages.remove()
  for (const each of [folder, profilesDir]) await rm(each, { recursive: true })
})

async function openShell(stuckTimes: number, openWithinMs: number) {
  const browser = join(folder, 'browser')
  await writeFile(browser, stuckBrowser(folder, stuckTimes))
  await chmod(browser, 0o755)
  return createBrowserShell({
    ...{ root, rendererDir: pages.folder, profilesDir, openWithinMs, display: screen.display },
  })
}
const openKiosk = (shell: Awaited<ReturnType<typeof openShell>>, onRetry?: () => void) =>
  shell.openKiosk({
    locale: 'en',
    handler: () => Promise.resolve({ ok: true }),
    onClosed: () => undefined,
    ...(onRetry && { onRetry }),
  })
const tries = async () => (await readdir(join(folder, 'tries'))).length

it(
  'a first window whose browser is stuck is ended, and opened by another',
  { tags: 'full' },
  async () => {
    // Longer than a busy machine needs to start Chromium.
    const shell = await openShell(1, 20_000)
    try {
      const onRetry = vi.fn()
      await openKiosk(shell, onRetry)
      expect(onRetry).toHaveBeenCalledOnce()
      await expect.poll(() => screen.pixel(200, 200)).toBe(kioskColor)
      expect(await tries()).toBe(1)
    } finally {
      await shell.close()
    }
    expect(await browserProcesses(profilesDir)).toEqual([])
    expect(await readdir(profilesDir)).toEqual([])
  },
)

it('browsers that are all stuck are told of, and leave nothing', async () => {
  const shell = await openShell(2, 4_000)
  try {
    await expect(openKiosk(shell)).rejects.toThrow(StuckBrowserError)
    expect(await tries()).toBe(2)
  } finally {
    await shell.close()
  }
  expect(await browserProcesses(profilesDir)).toEqual([])
  expect(await readdir(profilesDir)).toEqual([])
})

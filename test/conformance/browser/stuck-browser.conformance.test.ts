import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { browserProcesses } from '../../../src/main/windows/chromium/orphaned-browsers.ts'
import { StuckBrowserError } from '../../../src/main/windows/chromium/launch.ts'
import { createBrowserShell } from '../../../src/main/windows/chromium/shell.ts'

const root = join(import.meta.dirname, '..', '..', '..')

async function makeFolder(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `foyer-test-${name}-`))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

it('browsers that are all stuck are told of, and leave nothing', { tags: 'full' }, async () => {
  const profilesDir = await makeFolder('profiles')
  const folder = await makeFolder('browser')
  const [browser, tries] = [join(folder, 'browser'), join(folder, 'tries')]
  await chmod(folder, 0o755)
  // The browsers' own user counts its tries there.
  await mkdir(tries)
  await chmod(tries, 0o777)
  await writeFile(browser, `#!/bin/sh\nmktemp '${tries}/XXXXXX' >/dev/null\nexec sleep 600\n`)
  await chmod(browser, 0o755)
  vi.stubEnv('FOYER_CHROMIUM', browser)
  onTestFinished(() => void vi.unstubAllEnvs())
  const options = { root, rendererDir: folder, profilesDir, openWithinMs: 4_000 }
  const shell = await createBrowserShell(options)
  try {
    const handler = () => Promise.resolve({ ok: true })
    const opening = shell.openKiosk({ locale: 'en', handler, onClosed: () => undefined })
    await expect(opening).rejects.toThrow(StuckBrowserError)
    expect(await readdir(tries)).toHaveLength(2)
  } finally {
    await shell.close()
  }
  expect(await browserProcesses(profilesDir)).toEqual([])
  expect(await readdir(profilesDir)).toEqual([])
})

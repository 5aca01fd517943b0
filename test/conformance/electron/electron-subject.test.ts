import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startElectronSubject } from './electron-subject.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'foyer-test-subject-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

it.runIf(process.platform === 'linux')(
  'leaves no screen and no folder behind when the host ends before its shell stands',
  async () => {
    const host = join(folder, 'host.mjs')
    await writeFile(host, 'process.exit(3)')
    const launch = { executablePath: process.execPath, env: {} }
    const setup = { rendererDir: folder, size: { width: 320, height: 240 } }
    const subject = startElectronSubject({ launch, host, preload: '' }, setup)
    await expect(subject).rejects.toThrow('Electron ended with 3')
    // The screen's folder goes with its server.
    expect(await readdir(folder)).toEqual(['host.mjs'])
  },
)

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { startSandbox, type SandboxOptions } from '../../../sandbox/sandbox.ts'

/** A sandbox over HTTP and a folder of its own for the tests of a file. */
export async function useRunningSandbox(options?: SandboxOptions) {
  const sandbox = await startSandbox(options)
  const folder = mkdtempSync(join(tmpdir(), 'foyer-cli-'))
  afterAll(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true })
  })
  return { sandbox, folder }
}

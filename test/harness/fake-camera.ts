import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const fakeCameraDevice = '--use-fake-device-for-media-stream'

/** Switches of Chromium for tests alone: a camera that draws a test picture, and that pages may use without being asked. */
export const fakeCamera: readonly string[] = [fakeCameraDevice, '--use-fake-ui-for-media-stream']

/** Gives this process's browser shell a Chromium whose camera draws a test picture; returns the way to take it away. */
export async function withFakeCamera(): Promise<() => Promise<void>> {
  const before = process.env['FOYER_CHROMIUM']
  const folder = await mkdtemp(join(tmpdir(), 'foyer-test-chromium-'))
  const program = join(folder, 'chromium')
  await writeFile(program, `#!/bin/sh\nexec ${before ?? 'chromium'} ${fakeCameraDevice} "$@"\n`)
  // As root, the browser runs as another user, who must come to it.
  for (const each of [folder, program]) await chmod(each, 0o755)
  process.env['FOYER_CHROMIUM'] = program
  return async () => {
    if (before === undefined) delete process.env['FOYER_CHROMIUM']
    else process.env['FOYER_CHROMIUM'] = before
    await rm(folder, { recursive: true })
  }
}

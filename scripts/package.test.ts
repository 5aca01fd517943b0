import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'

it.each([
  [['--help'], 0, ''],
  [['--what'], 2, "Unknown option '--what'"],
  [['--dir'], 1, 'Electron is not here'],
])('npm run package %j ends with %i', (args, status, why) => {
  const script = join(import.meta.dirname, 'package.ts')
  const env = { ...process.env, FOYER_ELECTRON_DIST: '/nowhere' }
  const run = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', env })
  expect(run).toMatchObject({ status, stderr: expect.stringContaining(why) as string })
})

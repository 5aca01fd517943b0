import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { environmentOf } from './launch.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')

it.skipIf(process.platform !== 'linux').each([
  ['xdg-open', 'tel:5550100'],
  ['xdg-email', 'mailto:a@clinic.example'],
])('gives a browser a %s that starts no program', (program, address) => {
  const env = environmentOf({ root, env: process.env, profile: '/nowhere' })
  const found = spawnSync('sh', ['-c', `command -v ${program}; ${program} "$0"`, address], { env })
  expect(found.stdout.toString()).toBe(`${join(root, 'resources', 'no-programs', program)}\n`)
  expect(found.status).toBe(1)
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { secretVariables } from '../src/main/bootstrap/secrets.ts'
import { settingVariables } from '../src/main/settings/environment.ts'

const root = join(import.meta.dirname, '..')
const unit = readFileSync(join(root, 'resources', 'systemd', 'foyer-hub.service'), 'utf8')

/** The values of a key, in the order of the unit. */
const valuesOf = (key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

it('starts what is there, as a user of its own, with variables that are read', () => {
  const [start = ''] = valuesOf('ExecStart')
  expect(start).toBe('/opt/foyer/node_modules/.bin/node /opt/foyer/cli/hub.ts')
  expect(readFileSync(join(root, 'cli', 'hub.ts'), 'utf8')).not.toBe('')
  expect(valuesOf('User')).toEqual(['foyer-hub'])
  const known = new Set([
    'FOYER_CONFIG',
    ...settingVariables.keys(),
    ...secretVariables.map((name) => `${name}_FILE`),
  ])
  const given = valuesOf('Environment').flatMap((line) => line.split(' '))
  expect(given.length).toBeGreaterThan(0)
  for (const each of given) expect(known).toContain(each.split('=')[0])
  const credentials = valuesOf('LoadCredential').map((each) => each.split(':')[0])
  const used = given.flatMap((each) => /%d\/(.+)$/.exec(each)?.[1] ?? [])
  expect(used.toSorted()).toEqual(credentials.toSorted())
})

it('stands in the document as it is', () => {
  expect(readFileSync(join(root, 'docs', 'fleet.md'), 'utf8')).toContain(unit.trim())
})

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

it.runIf(hasSystemd)('is a unit that systemd takes', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'foyer-hub.service')
  // The program and the user of a test machine stand in for those of the hub, which need not be there.
  const here = unit
    .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
    .replace(/^(User|Group)=.*$/gm, '$1=root')
    .replace(/^(WorkingDirectory)=.*$/m, '$1=/')
    .replace(/^Documentation=.*$/m, '')
  writeFileSync(file, here)
  const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', file], {
    encoding: 'utf8',
  })
  const about = stderr.split('\n').filter((line) => line.includes('foyer-hub.service'))
  expect(about).toEqual([])
  if (stderr === '') expect(status).toBe(0)
})

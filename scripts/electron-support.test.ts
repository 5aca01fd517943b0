import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { installedElectron, checkElectronSupport, supportEnds } from './electron-support.ts'

const on = (day: string) => new Date(`${day}T00:00:00Z`)

it.each([
  ['45.4.1', '2026-11-20', true],
  ['45.4.1', '2027-04-26', true],
  ['45.4.1', '2027-04-27', false],
  ['44.0.0', '2027-03-01', true],
  ['44.0.0', '2027-03-02', false],
])('takes Electron %s on %s as supported: %s', (version, day, supported) => {
  expect(checkElectronSupport(version, on(day)).supported).toBe(supported)
})

it.each(['43.9.9', '99.0.0', 'nightly', ''])(
  'takes a version that it knows nothing of for one without support: %j',
  (version) => {
    expect(checkElectronSupport(version, on('2026-11-20'))).toMatchObject({
      supported: false,
      reason: expect.stringContaining('electron-support.ts') as string,
    })
  },
)

it('knows the day of the Electron that is installed, and that one is the one that is pinned', () => {
  const version = installedElectron()
  expect(supportEnds[Number.parseInt(version, 10)]).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  const own = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  expect(own.devDependencies['electron']).toBe(version)
})

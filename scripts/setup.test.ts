import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const dist = mkdtempSync(join(tmpdir(), 'foyer-test-dist-'))
afterAll(() => rmSync(dist, { recursive: true }))

/** Returns what `npm test` finds when `FOYER_ELECTRON_DIST` names this folder: Electron or not, and its steps. */
function found(folder: string): { readonly electron: boolean; readonly steps: readonly string[] } {
  const code = `
    import { hasElectron } from './setup.mjs'
    import { stepNames } from './test-steps.mjs'
    const electron = hasElectron()
    console.log(JSON.stringify({ electron, steps: stepNames({ electron }) }))`
  const env = { ...process.env, FOYER_ELECTRON_DIST: folder }
  const args = ['--input-type=module', '--eval', code]
  const out = execFileSync(process.execPath, args, { cwd: import.meta.dirname, env })
  return JSON.parse(String(out)) as ReturnType<typeof found>
}

describe.skipIf(process.platform !== 'linux')('the steps of npm test', () => {
  it('leave those of Electron out where its binary is not', () => {
    const { electron, steps } = found(dist)
    expect(electron).toBe(false)
    expect(steps).toContain('e2e')
    expect(steps).not.toContain('e2e-electron')
  })

  it('hold those of Electron where FOYER_ELECTRON_DIST names the folder of its binary', () => {
    writeFileSync(join(dist, 'electron'), '')
    const { electron, steps } = found(dist)
    expect(electron).toBe(true)
    expect(steps).toContain('e2e-electron')
  })
})

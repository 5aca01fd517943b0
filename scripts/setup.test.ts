import { execFileSync, spawnSync } from 'node:child_process'
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

describe('npm run setup', () => {
  const setup = (...args: string[]) => {
    const program = join(import.meta.dirname, 'setup.mjs')
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
    })
    return { status, stdout, stderr }
  }

  it('says what it puts on a machine, and what only with --tests, without doing it', () => {
    const { status, stdout } = setup('--help')
    expect(status).toBe(0)
    const [, plain = '', withTests = ''] = /setup {2,}(.*)\n.*--tests (.*)\n/.exec(stdout) ?? []
    for (const name of ['Mosquitto', 'Xvfb', 'iproute2']) {
      expect(plain).not.toContain(name)
      expect(withTests).toContain(name)
    }
    expect(stdout).not.toContain('ready')
  })

  it('does nothing for an option that it does not know', () => {
    const { status, stdout, stderr } = setup('--test')
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr).toContain('npm run setup -- --tests')
  })
})

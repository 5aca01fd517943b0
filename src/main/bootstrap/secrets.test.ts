import { spawn } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { handOverVariable, secretVariables, takeSecrets } from './secrets.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-secrets-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Takes the secrets, and shows that none of them is left whatever came of it. */
function take(environment: NodeJS.ProcessEnv) {
  const taken = takeSecrets(environment)
  expect(environment).toEqual({})
  return taken
}

function fileOf(content: string, mode = 0o600) {
  const path = join(folder, 'secret')
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

describe('a secret of a start', () => {
  it.each(secretVariables)('comes from %s, or from the file that is named there', (name) => {
    const file = fileOf('correct horse \n')
    expect(take({})).toEqual({ ok: true, value: {} })
    expect(take({ [name]: '' })).toEqual({ ok: true, value: {} })
    expect(take({ [name]: 'given' })).toEqual({ ok: true, value: { [name]: 'given' } })
    const fromFile = { ok: true, value: { [name]: 'correct horse ' } }
    expect(take({ [`${name}_FILE`]: file })).toEqual(fromFile)
    const both = { [name]: 'given', [`${name}_FILE`]: file }
    expect(take(both)).toEqual({ ok: true, value: { [name]: 'given' } })
  })

  it('comes from a pipe of the parent, of which nothing is left open', async () => {
    const module = JSON.stringify(new URL('secrets.ts', import.meta.url).href)
    const script = join(folder, 'child.mjs')
    writeFileSync(
      script,
      `import { fstatSync } from 'node:fs'
       import { takeSecrets } from ${module}
       const taken = takeSecrets(process.env)
       let isOpen = true
       try { fstatSync(3) } catch { isOpen = false }
       console.log(JSON.stringify({ ...taken, isOpen, left: process.env.${handOverVariable} }))`,
    )
    const child = spawn(process.execPath, [script], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
      env: { [handOverVariable]: '3', FOYER_STAFF_PIN: 'in the environment' },
    })
    const given = { FOYER_STAFF_PIN: 'handed over', FOYER_VAULT_PASSPHRASE: 'x'.repeat(3_000) }
    ;(child.stdio[3] as Writable).end(JSON.stringify(given))
    const [told] = await Promise.all([text(child.stdout as Readable), once(child, 'exit')])
    expect(JSON.parse(told)).toEqual({ ok: true, value: given, isOpen: false })
  })
})

describe('a file of a secret', () => {
  const error = (file: string) => {
    const taken = take({ FOYER_STAFF_PIN_FILE: file, FOYER_VAULT_PASSPHRASE: 'taken out too' })
    return taken.ok ? '' : taken.error
  }

  it('is refused when it gives none, by name and without what it holds', () => {
    expect(error(join(folder, 'missing'))).toBe(
      'FOYER_STAFF_PIN_FILE: the file cannot be read (ENOENT)',
    )
    expect(error(folder)).toContain('it is not a file')
    expect(error(fileOf('\n'))).toBe('FOYER_STAFF_PIN_FILE: the file is empty')
    expect(error(fileOf('x'.repeat(5_000)))).toContain('longer than 4096 bytes')
  })

  it.runIf(process.getuid).each([0o604, 0o644, 0o622, 0o602, 0o777])(
    'is refused when others may read or change it: mode %o',
    (mode) => {
      const told = error(fileOf('canary', mode))
      expect(told).toMatch(/^FOYER_STAFF_PIN_FILE: others may read or write the file \(mode \d+\)/)
      expect(told).not.toContain('canary')
    },
  )

  it.runIf(process.getuid).each([0o400, 0o440, 0o600, 0o640])(
    'is taken when its user, and a group at most, may read it: mode %o',
    (mode) => {
      expect(take({ FOYER_STAFF_PIN_FILE: fileOf('canary', mode) })).toMatchObject({ ok: true })
    },
  )

  it.runIf(process.getuid?.() === 0)('is refused when it is another user’s', () => {
    const file = fileOf('canary')
    chownSync(file, 4_711, 4_711)
    expect(error(file)).toBe('FOYER_STAFF_PIN_FILE: the file belongs to another user')
  })
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { takePassphrase } from './credentials.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-passphrase-'))))
afterEach(() => rmSync(folder, { recursive: true }))

function take(environment: NodeJS.ProcessEnv) {
  const taken = takePassphrase(environment)
  expect(environment).toEqual({})
  return taken
}

it('takes the passphrase out of the environment, or out of the file that is named there', () => {
  const file = join(folder, 'passphrase')
  writeFileSync(file, 'correct horse \n')
  expect(take({})).toEqual({ ok: true, value: undefined })
  expect(take({ FOYER_VAULT_PASSPHRASE: '' })).toEqual({ ok: true, value: undefined })
  expect(take({ FOYER_VAULT_PASSPHRASE: 'given' })).toEqual({ ok: true, value: 'given' })
  expect(take({ FOYER_VAULT_PASSPHRASE_FILE: file })).toEqual({ ok: true, value: 'correct horse ' })
  expect(take({ FOYER_VAULT_PASSPHRASE: 'given', FOYER_VAULT_PASSPHRASE_FILE: file })).toEqual({
    ok: true,
    value: 'given',
  })
})

it('says why a file gives none', () => {
  const error = (name: string) => take({ FOYER_VAULT_PASSPHRASE_FILE: join(folder, name) })
  expect(error('missing')).toEqual({
    ok: false,
    error: 'FOYER_VAULT_PASSPHRASE_FILE: the file cannot be read (ENOENT)',
  })
  expect(error('.')).toMatchObject({ error: expect.stringContaining('(EISDIR)') as string })
  writeFileSync(join(folder, 'empty'), '\n')
  expect(error('empty')).toEqual({
    ok: false,
    error: 'FOYER_VAULT_PASSPHRASE_FILE: the file is empty',
  })
})

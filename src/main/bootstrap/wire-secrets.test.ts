import { describe, expect, it, onTestFinished } from 'vitest'
import { wireProfile } from '../../contract/wire-profile.ts'
import { openOrThrow, scratchFolder } from '../../../test/harness/vault/scratch.ts'
import {
  keepWireSecrets,
  missingWireSecrets,
  wireSecretsIn,
  wireSecretsOf,
} from './wire-secrets.ts'

describe('the secrets of a wire profile', () => {
  it('come as JSON of names and texts', () => {
    const FOYER_WIRE_SECRETS = '{"apiKey":"canary one","tenant":"2"}'
    const value = { apiKey: 'canary one', tenant: '2' }
    expect(wireSecretsOf({ FOYER_WIRE_SECRETS })).toEqual({ ok: true, value })
    expect(wireSecretsOf({})).toEqual({ ok: true, value: {} })
  })

  it.each(['canary', '"canary"', '{"a b":"canary"}', '{"apiKey":"canary\\n"}', '{"apiKey":7}'])(
    'are refused in another form, without a value in the error: %s',
    (FOYER_WIRE_SECRETS) => {
      const read = wireSecretsOf({ FOYER_WIRE_SECRETS })
      expect(read).toMatchObject({
        ok: false,
        error: expect.stringMatching(/^FOYER_WIRE_SECRETS/) as unknown,
      })
      expect(JSON.stringify(read)).not.toContain('canary')
    },
  )

  it('rest in the vault over a restart, and the audit tells by name which came', async () => {
    const scratch = scratchFolder()
    onTestFinished(() => scratch.remove())
    const first = await openOrThrow(scratch.folder)
    keepWireSecrets(first, { apiKey: 'canary-1' })
    keepWireSecrets(first, { apiKey: 'canary-1' })
    first.close()

    const vault = await openOrThrow(scratch.folder)
    onTestFinished(() => vault.close())
    expect(wireSecretsIn(vault)('apiKey')).toBe('canary-1')
    keepWireSecrets(vault, { apiKey: 'canary-2' })
    expect(wireSecretsIn(vault)('apiKey')).toBe('canary-2')
    const entries = vault.audit.recent(['credentialKept'], { since: 0, limit: 9 })
    expect(entries.map(({ fields }) => fields)).toEqual([
      { interface: 'wire', secret: 'apiKey' },
      { interface: 'wire', secret: 'apiKey' },
    ])
  })

  it('are told of by name where a profile needs one that is not kept', () => {
    const profile = wireProfile.parse({
      headers: [
        { name: 'x-api-key', secret: 'apiKey' },
        { name: 'x-other', secret: 'other' },
        { name: 'x-source', value: 'kiosk' },
      ],
    })
    const secrets = (name: string) => (name === 'apiKey' ? 'canary' : undefined)
    expect(missingWireSecrets(profile, secrets)).toEqual(['other'])
  })
})

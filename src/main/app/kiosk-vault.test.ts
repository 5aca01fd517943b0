import { expect, it } from 'vitest'
import { keepNewlyGiven } from './kiosk-vault.ts'
import { openTestVault } from '#harness/vault/test-vault.ts'

const pair = { clientId: 'id', clientSecret: 'secret' }
const given = { partner: pair, developer: undefined }

it('keeps a given pair though the start before was stopped while it was being kept', async () => {
  const vault = await openTestVault()
  const kept = () => vault.audit.recent(['credentialKept'], { since: 0, limit: 9 }).length
  const stopped = {
    ...vault,
    credentials: {
      ...vault.credentials,
      keep() {
        // The audit entry is written before the credentials change.
        expect(kept()).toBe(1)
        throw new Error('the power is gone')
      },
    },
  }
  expect(() => keepNewlyGiven(stopped, given)).toThrow('the power is gone')
  keepNewlyGiven(vault, given)
  expect(vault.credentials.read('partner')).toEqual(pair)
  keepNewlyGiven(vault, given)
  expect(kept()).toBe(2)
})

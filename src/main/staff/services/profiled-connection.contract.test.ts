import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { sandboxSecret } from '../../../../sandbox/http/wire.ts'
import { startSandbox } from '../../../../sandbox/sandbox.ts'
import { openOrThrow, scratchFolder } from '../../../../test/harness/vault/scratch.ts'
import { wireProfile } from '../../../contract/wire-profile.ts'
import { createCredentialsService } from './credentials-service.ts'

const file = join(import.meta.dirname, '../../../../test/wire-profiles/gateway.json')

it('credentials are tried at the service as its wire profile says', async () => {
  const profile = wireProfile.parse(JSON.parse(readFileSync(file, 'utf8')))
  const sandbox = await startSandbox({ profile })
  const scratch = scratchFolder()
  const vault = await openOrThrow(scratch.folder)
  onTestFinished(async () => {
    vault.close()
    scratch.remove()
    await sandbox.close()
  })
  const { apiUrl, accountId, locationIds, credentials } = sandbox
  const service = {
    partnerUrl: apiUrl,
    partnerAuthUrl: apiUrl,
    developerUrl: apiUrl,
    developerAuthUrl: apiUrl,
    accountId,
    locationId: locationIds[0],
    recheckMs: 60_000,
  }
  const giveBy = (wire: Parameters<typeof createCredentialsService>[0]['wire']) =>
    createCredentialsService({
      vault,
      service: () => service,
      ...(wire && { wire }),
      forms: () => undefined,
      log: { call: () => undefined },
    }).credentials.give('partner', credentials.partner, () => undefined)
  expect(await giveBy(undefined)).toBe(false)
  expect(await giveBy({ profile })).toBe(false)
  expect(await giveBy({ profile, secrets: sandboxSecret })).toBe(true)
  expect(vault.credentials.read('partner')).toEqual(credentials.partner)
})

import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { beginAudit, openAudit } from '../audit/audit.ts'
import { connect } from './database.ts'
import { deriveKey } from '../keys/derive.ts'
import { filesIn } from './files.ts'
import { newKeys, sealKeys, writeAtomically } from '../keys/key-file.ts'
import { migrations } from './schema.ts'
import { plainSealer } from '../../../../test/harness/vault/scratch.ts'
import { vaultOfEachTest } from '../../../../test/harness/vault/test-vault.ts'

const scratch = vaultOfEachTest()

/** A vault as the Foyer of that schema made it. */
async function makeSchema(version: number) {
  const files = filesIn(scratch.folder)
  const keys = newKeys()
  const sealed = await sealKeys(keys, [plainSealer()])
  if (!sealed.ok) throw new Error(sealed.error.kind)
  writeAtomically(files.key, JSON.stringify(sealed.value))
  const connection = connect(files.database, keys.database)
  for (const step of migrations.slice(0, version)) connection.exec(step)
  connection.pragma(`user_version = ${version}`)
  const key = deriveKey(keys.root, 'audit')
  beginAudit(connection, key)
  const audit = openAudit(connection, key)
  if (!audit.ok) throw new Error(audit.error.kind)
  audit.value.append('call', { operation: 'of schema 1' })
  connection.exec(`
    INSERT INTO credentials VALUES ('partner', 'an id', 'a secret', 1000);
    INSERT INTO security_settings VALUES ('a key', 'a value');
    UPDATE measured_time SET ms = 5000;
  `)
  connection.close()
}

const last = migrations.length - 1

for (const version of migrations.slice(1).map((_, index) => index + 1)) {
  const tags = version === 1 || version === last ? [] : ['full']
  it(`brings a vault of schema ${version} with all that it holds`, { tags }, async () => {
    await makeSchema(version)
    for (const start of ['the first', 'another']) {
      const vault = await scratch.open()
      const pair = { clientId: 'an id', clientSecret: 'a secret' }
      expect(vault.credentials.read('partner'), start).toEqual(pair)
      const status = { name: 'partner', since: 1000, hasPrevious: false }
      expect(vault.credentials.status()[0]).toEqual(status)
      expect(vault.securitySettings.read('a key')).toBe('a value')
      expect(vault.time.now()).toBeGreaterThanOrEqual(5000)
      expect(vault.captures.space().count).toBe(0)
      expect(vault.knowledge.read('clinic')).toBeUndefined()
      expect(vault.audit.recent(['call'], { since: 0, limit: 9 })).toMatchObject([
        { seq: 1, fields: { operation: 'of schema 1' } },
      ])
      expect(vault.webhookEvents.forgottenUntil()).toBe(0)
      const { outbox, pairing, bus, hubNotices, arrivals, members } = vault
      const rows = [outbox.all(), pairing.under(''), bus.queued(), hubNotices.all(), arrivals.all()]
      for (const none of [...rows, members.all(), members.emergencies()]) expect(none).toEqual([])
      expect(vault.verifyAudit().ok).toBe(true)
      vault.close()
    }
  })
}

it('leaves the steps as they are that vaults out there have taken', () => {
  const taken = migrations.map((step) =>
    createHash('sha256').update(step).digest('hex').slice(0, 16),
  )
  expect(taken).toEqual([
    '0fc8dfa3eed97f99',
    '6065109582ae8f0e',
    '069719d0290dd49c',
    'c1bb958080fea4e4',
    '4401bfdadf4685aa',
    '6b763dfe488661da',
    'fb98c35bdea98e71',
    '11796df1786d0380',
    '5573c36805b412ff',
    'ebe405d2048e7a4d',
    '5299f1ccbf812770',
  ])
})

import { describe, expect, it } from 'vitest'
import { type AuditQuery, describeFault, readAnchor, sealAnchor, verifyAudit } from './audit.ts'
import type { AuditKind } from './audit-kinds.ts'
import { auditCall, auditCredentialUse } from './audit-log.ts'
import { connect, type Connection } from '../store/database.ts'
import { deriveKey } from '../keys/derive.ts'
import { vaultErrorOf } from '../errors.ts'
import { plainSealer } from '#harness/vault/scratch.ts'
import { readBeside, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import { openVault } from '../vault.ts'

const scratch = vaultOfEachTest()

/** Opens the database with its key, past everything that Foyer does to guard it, and says what verify says then. */
async function after(tamper: (raw: Connection, key: Buffer) => void) {
  const { connection, keys } = await readBeside(scratch.folder)
  connection.close()
  const raw = connect(scratch.at('vault.db'), keys.database)
  const key = deriveKey(keys.root, 'audit')
  try {
    tamper(raw, key)
    return verifyAudit(raw, key)
  } finally {
    raw.close()
  }
}

async function write(entries: number, now = () => 1_000) {
  const vault = await scratch.open({ now })
  for (let count = 1; count <= entries; count += 1)
    vault.audit.append('call', { operation: `op ${count}` })
  return vault
}

/** A clock that goes on by a second each time that it is read. */
const seconds = () => {
  let now = 0
  return () => (now += 1_000)
}

const unguard = 'DROP TRIGGER audit_is_not_changed; DROP TRIGGER audit_is_not_shortened;'

describe('the audit', () => {
  it('reads, verifies and goes on behind entries whose kind this Foyer does not append', async () => {
    const ofAnother = 'ofAnotherFoyer' as AuditKind
    const before = await write(1)
    before.audit.append(ofAnother, { told: 'something' })
    before.close()
    const vault = await write(1)
    expect(vault.verifyAudit().ok).toBe(true)
    expect(vault.audit.recent([ofAnother], { since: 0, limit: 9 })).toMatchObject([
      { kind: 'ofAnotherFoyer', fields: { told: 'something' } },
    ])
    expect(vault.chain.after(0, 9).map(({ kind }) => kind)).toContain('ofAnotherFoyer')
  })

  it('is searched by member, patient, kind and time, and holds each call and use of credentials', async () => {
    const { audit, auditSearch } = await write(0, seconds())
    const pair = { clientId: 'a', clientSecret: 'b' }
    expect(auditCredentialUse(audit, 'partner', () => undefined)()).toBeUndefined()
    expect(auditCredentialUse(audit, 'partner', () => pair)()).toBe(pair)
    auditCall(audit, { operation: 'o', outcome: 'ok', records: { patientId: '44' } })
    auditCall(audit, { operation: 'o', outcome: 'ok', records: { memberId: 'm1' } }, 'm2')
    audit.append('deskChanged', { by: 'm1' })
    const newest = auditSearch({ limit: 4 })
    expect(newest.map(({ kind, fields }) => kind + JSON.stringify(fields))).toEqual([
      'deskChanged{"by":"m1"}',
      'call{"member":"m2","operation":"o","outcome":"ok","record.memberId":"m1"}',
      'call{"operation":"o","outcome":"ok","record.patientId":"44"}',
      'credentialUsed{"interface":"partner"}',
    ])
    const seqs = (query: Partial<AuditQuery>) =>
      auditSearch({ limit: 9, ...query }).map(({ seq }) => seq)
    expect([seqs({ member: 'm1' }), seqs({ member: 'm2' })]).toEqual([[4, 3], [3]])
    expect(seqs({ patient: '44' })).toEqual([2])
    expect(seqs({ kinds: { are: ['call'] } })).toEqual([3, 2])
    expect(seqs({ kinds: { areNot: ['call'] }, before: 4 })).toEqual([1])
    expect(seqs({ from: newest[1]!.at, to: newest[0]!.at })).toEqual([3])
  })

  const wordsOf = {
    seal: 'not Foyer',
    missing: 'is missing',
    changed: 'was changed',
    cut: 'on are gone',
    added: 'not written by Foyer',
  }

  it('holds from its first entry to its last, over restarts', async () => {
    ;(await write(5)).close()
    ;(await write(5)).close()
    expect(await after(() => undefined)).toMatchObject({
      ok: true,
      value: { entries: 12, first: 1, last: 12 },
    })
  })

  it.each([
    ['another value', `UPDATE audit SET fields = '{}' WHERE seq = 4`, { kind: 'changed', seq: 5 }],
    ['a changed time', 'UPDATE audit SET at = at + 1 WHERE seq = 4', { kind: 'changed', seq: 5 }],
    ['a changed end', `UPDATE audit SET kind = 'x' WHERE seq = 11`, { kind: 'changed', seq: 11 }],
    ['a removed entry', 'DELETE FROM audit WHERE seq = 4', { kind: 'missing', seq: 4 }],
    ['a removed first entry', 'DELETE FROM audit WHERE seq = 1', { kind: 'missing', seq: 1 }],
    [
      'two entries in each other’s place',
      'UPDATE audit SET seq = -1 WHERE seq = 4; UPDATE audit SET seq = 4 WHERE seq = 5; UPDATE audit SET seq = 5 WHERE seq = -1',
      { kind: 'changed', seq: 4 },
    ],
    ['an end that was cut off', 'DELETE FROM audit WHERE seq > 8', { kind: 'cut', seq: 9 }],
    ['all of it gone', 'DELETE FROM audit', { kind: 'cut', seq: 1 }],
    [
      'an entry of someone else’s',
      `INSERT INTO audit SELECT 12, at, kind, fields, previous FROM audit WHERE seq = 11`,
      { kind: 'added', seq: 12 },
    ],
    [
      'a shorter chain with the anchor moved to it',
      'DELETE FROM audit WHERE seq > 8; UPDATE audit_anchor SET last = 8',
      { kind: 'seal' },
    ],
    ['no anchor', 'DELETE FROM audit_anchor', { kind: 'seal' }],
  ] as const)('tells of %s', async (_, sql, fault) => {
    ;(await write(10)).close()
    expect(await after((raw) => raw.exec(unguard + sql))).toEqual({ ok: false, error: fault })
    const words = describeFault(fault)
    expect(words).toContain(fault.kind === 'seal' ? 'seal' : ` ${fault.seq}`)
    expect(words).toContain(wordsOf[fault.kind])
  })

  it.each([
    ['an end that was cut off', 'DELETE FROM audit WHERE seq > 8'],
    ['an end that was changed', "UPDATE audit SET kind = 'x' WHERE seq = 11"],
    ['another entry at its end', `UPDATE audit SET seq = 12 WHERE seq = 11`],
    [
      'a seal moved to an entry before the last, hash and all',
      'UPDATE audit_anchor SET last = 8, hash = (SELECT previous FROM audit WHERE seq = 9); DELETE FROM audit WHERE seq > 8',
    ],
    ['a seal with another beginning', 'UPDATE audit_anchor SET first = 2'],
    ['a seal that was taken away', 'DELETE FROM audit_anchor'],
  ])('does not go on after a chain whose end or seal is not its own: %s', async (_, sql) => {
    ;(await write(10)).close()
    await after((raw) => raw.exec(unguard + sql))
    const opened = await openVault({ folder: scratch.folder, sealers: [plainSealer()] })
    expect(opened).toEqual({ ok: false, error: { kind: 'altered' } })
  })

  it('is append-only in the database itself', async () => {
    ;(await write(3)).close()
    for (const sql of ['UPDATE audit SET at = 0', 'DELETE FROM audit'])
      await after((raw) => expect(() => raw.exec(sql)).toThrow('append-only'))
  })

  it('lets go of what is older than the policy, and can still be verified', async () => {
    const vault = await write(10, seconds())
    expect(vault.audit.retain(0)).toBe(0)
    expect(vault.audit.retain(4_500)).toBe(4)
    expect(vault.audit.retain(7_500)).toBe(3)
    vault.audit.append('call')
    vault.close()
    expect(await after(() => undefined)).toMatchObject({ ok: true, value: { first: 8, last: 14 } })
    await scratch.restart()
    expect(
      await after((raw) => raw.exec(`${unguard} DELETE FROM audit WHERE seq = 8`)),
    ).toMatchObject({ ok: false, error: { kind: 'missing', seq: 8 } })
  })

  it.each([
    [undefined, 0, 4, undefined],
    [4, 0, 4, undefined],
    [1, 5, 6, undefined],
    [0, 4, 4, undefined],
    [9, 0, 4, 5],
    [2, 2, 2, 5],
  ])(
    'says in the checkpoint what went, and how much of it no collector had (forwarded through %s)',
    async (forwarded, notForwarded, removed, beforehand) => {
      const vault = await write(10, seconds())
      if (beforehand !== undefined) vault.audit.retain(beforehand * 1_000 - 500, beforehand - 1)
      const first = vault.chain.after(0, 1)[0]?.seq ?? 0
      expect(vault.audit.retain((first + removed) * 1_000 - 500, forwarded)).toBe(removed)
      const [last] = vault.audit.recent(['checkpoint'], { since: 0, limit: 1 })
      const through = first + removed - 1
      expect(vault.chain.hashOf(99)).toBeUndefined()
      expect(last?.fields).toEqual({
        removed,
        through,
        hash: vault.chain.hashOf(through),
        ...(notForwarded > 0 && { notForwarded }),
      })
    },
  )

  it.each([
    ['none speaks of them', ''],
    ['an entry that is no checkpoint does', 'call'],
    ['a checkpoint speaks of others', 'checkpoint'],
  ])('misses the checkpoint where first entries are gone and %s', async (_, kind) => {
    const vault = await write(10)
    const gone = vault.chain.hashOf(4) ?? ''
    const hash = kind === 'checkpoint' ? gone.replaceAll(/./g, '0') : gone
    if (kind !== '') vault.audit.append(kind as AuditKind, { hash })
    vault.close()
    // By someone who has the very key of the vault.
    const found = await after((raw, key) => {
      const anchor = readAnchor(raw)
      const before = raw
        .prepare<[], Buffer>('SELECT previous FROM audit WHERE seq = 5')
        .pluck()
        .get()
      if (!anchor || !before) throw new Error('nothing to cut')
      const cut = sealAnchor(key, { ...anchor, first: 5, before })
      raw.exec(`${unguard} DELETE FROM audit WHERE seq < 5`)
      raw
        .prepare('UPDATE audit_anchor SET first = ?, before = ?, mac = ?')
        .run(cut.first, cut.before, cut.mac)
    })
    const error = { kind: 'noCheckpoint', seq: 5 } as const
    expect(found).toEqual({ ok: false, error })
    expect(describeFault(error)).toContain('entries before 5 are gone')
  })

  it('says that the disk is full, and stays whole', async () => {
    ;(await write(10)).close()
    const found = await after((raw) => {
      raw.pragma(`max_page_count = ${Number(raw.pragma('page_count', { simple: true }))}`)
      const fill = raw.prepare(`INSERT INTO security_settings VALUES (?, ?)`)
      let failure: unknown
      for (let key = 0; failure === undefined && key < 100; key += 1)
        try {
          fill.run(`${key}`, 'x'.repeat(5_000))
        } catch (error) {
          failure = error
        }
      expect(vaultErrorOf(failure)).toEqual({ kind: 'full' })
    })
    expect(found.ok).toBe(true)
    await scratch.restart()
  })
})

import { beforeEach, describe, expect, it } from 'vitest'
import { vaultOfEachTest } from '#harness/vault/test-vault.ts'
import type { Vault } from '../../../vault/vault.ts'
import { createStaffAuditService } from './audit-service.ts'

const hour = 60 * 60_000
const place = vaultOfEachTest()
let vault: Vault
let now = 0

beforeEach(async () => {
  now = 1_000 * hour
  vault = await place.open({ now: () => now })
})

const open = () => createStaffAuditService(vault, () => now)
const asked = (helpNumber: string) => vault.audit.append('helpRequested', { helpNumber })
const needed = (helpNumber: string, reason: string) =>
  vault.audit.append('staffNeeded', { helpNumber, reason })
const requests = () => open().openRequests()
const seen = () => requests().map(({ helpNumber, reason }) => [helpNumber, reason])

describe('the open requests', () => {
  it('are those of the audit, newest first, one for each help number', () => {
    asked('417')
    now += 5
    needed('230', 'noMatch')
    now += 5
    needed('417', 'tooManyCodes')
    expect(seen()).toEqual([
      ['417', 'tooManyCodes'],
      ['230', 'noMatch'],
    ])
    expect(requests().map(({ at }) => at)).toEqual([now, now - 5])
    expect(new Set(requests().map(({ key }) => key)).size).toBe(2)
  })

  it('are gone once settled, with the older ones of the same number, and stay gone over a restart', async () => {
    asked('417')
    needed('417', 'noMatch')
    asked('230')
    const [, newest] = requests()
    open().settle(newest?.key ?? '')
    expect(seen()).toEqual([['230', 'asked']])
    vault.close()
    vault = await place.open({ now: () => now })
    expect(seen()).toEqual([['230', 'asked']])
    asked('417')
    expect(seen()).toEqual([
      ['417', 'asked'],
      ['230', 'asked'],
    ])
  })

  it('are those of the last day', () => {
    asked('417')
    now += 24 * hour
    expect(seen()).toEqual([['417', 'asked']])
    now += 1
    expect(seen()).toEqual([])
  })

  it('leave nobody out for a reason that no screen knows, and are no other kind of entry', () => {
    needed('417', 'formsLost')
    vault.audit.append('staffNeeded', { reason: 'noMatch' })
    vault.audit.append('call', { operation: 'x', 'record.patientId': 'p1', helpNumber: '999' })
    vault.audit.append('commandRefused', { helpNumber: '998', reason: 'notAccepted' })
    expect(seen()).toEqual([['417', 'bug']])
  })

  it('tell of a call that failed which one it was, and what came', () => {
    vault.audit.append('staffNeeded', {
      helpNumber: '418',
      reason: 'unreadable',
      operation: 'partner.formPackets.list',
      detail: 'expected a list, found text',
    })
    expect(requests()).toMatchObject([
      { reason: 'unreadable', detail: 'partner.formPackets.list: expected a list, found text' },
    ])
  })

  it('tell nothing but number, reason and time of a tap on Help', () => {
    vault.audit.append('helpRequested', { helpNumber: '417', detail: 'canary', operation: 'x' })
    expect(JSON.stringify(requests())).not.toContain('canary')
  })
})

describe('the outcomes', () => {
  it('are the last dozen, newest first', () => {
    for (let count = 0; count < 14; count += 1) {
      vault.audit.append('visitEnded', { reason: count % 2 ? 'done' : 'idle', helpNumber: '417' })
      now += 1
    }
    const outcomes = open().recentOutcomes()
    expect(outcomes).toHaveLength(12)
    expect(outcomes[0]).toEqual({ at: now - 1, outcome: 'done' })
    expect(outcomes.at(-1)).toEqual({ at: now - 12, outcome: 'idle' })
  })

  it('skip an ending that no screen knows', () => {
    vault.audit.append('visitEnded', { reason: 'abducted' })
    vault.audit.append('visitEnded', { reason: 'staff' })
    expect(open().recentOutcomes()).toEqual([{ at: now, outcome: 'staff' }])
  })
})

it('unusually many codes are told of with the last time of a day, and then no more', () => {
  expect(open().unusualCodesAt()).toBeNull()
  vault.audit.append('unusualCodes', { helpNumber: '417' })
  now += 5
  vault.audit.append('unusualCodes', { helpNumber: '418' })
  const last = now
  expect(open().unusualCodesAt()).toBe(last)
  expect(requests()).toEqual([])
  now += 24 * hour
  expect(open().unusualCodesAt()).toBe(last)
  now += 1
  expect(open().unusualCodesAt()).toBeNull()
})

describe('the verification', () => {
  it('says how many entries hold, and the hash to note down', () => {
    asked('417')
    const verdict = open().verify()
    expect(verdict).toMatchObject({
      holds: true,
      hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    })
    asked('417')
    expect(open().verify()).not.toEqual(verdict)
  })

  it('says in words what does not', () => {
    const auditService = createStaffAuditService({
      audit: vault.audit,
      verifyAudit: () => ({ ok: false, error: { kind: 'missing', seq: 3 } }),
    })
    expect(auditService.verify()).toEqual({ holds: false, fault: 'entry 3 is missing' })
  })
})

import type { GuardSuite } from '../guard.ts'

const auditVerify = 'src/main/vault/audit/audit-verify.ts'
const auditChain = 'src/main/vault/audit/audit-chain.ts'
const audit = 'src/main/vault/audit/audit.ts'
const schema = 'src/main/vault/store/schema.ts'
const retention = 'src/main/vault/audit/retention.ts'
const call = 'src/main/service/client/call.ts'
const audited = 'src/main/vault/audit/audit-log.ts'

/** The guards of the audit: that it is whole, and that what happens is in it. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/vault/audit/audit.test.ts'],
  guards: [
    {
      name: 'audit: each entry carries the hash of the one before',
      without: [
        [auditVerify, "if (!row.previous.equals(hash)) return err({ kind: 'changed', seq })", ''],
      ],
      test: 'tells of a changed (value|time)',
    },
    {
      name: 'audit: every part of an entry is in its hash',
      without: [[auditChain, 'JSON.stringify([seq, at, kind,', 'JSON.stringify([seq, kind,']],
      test: 'tells of a changed time',
    },
    {
      name: 'audit: a removed entry is missed',
      without: [
        [auditVerify, "if (row.seq !== seq) return err({ kind: 'missing', seq })", 'seq = row.seq'],
      ],
      test: 'tells of a removed',
    },
    {
      name: 'audit: an end that was cut off is missed',
      without: [
        [
          auditVerify,
          "if (last < anchor.last) return err({ kind: 'cut', seq })\n  if (!hash.equals(anchor.hash)) return err({ kind: 'changed', seq: last })",
          '',
        ],
      ],
      test: 'tells of (an end that was cut off|all of it gone)',
    },
    {
      name: "audit: an entry of someone else's is noticed",
      without: [
        [auditVerify, "if (row.seq > anchor.last) return err({ kind: 'added', seq: row.seq })", ''],
      ],
      test: 'tells of an entry of someone else',
    },
    {
      name: 'audit: its two ends are sealed with the key of the vault',
      without: [[auditChain, '.mac.equals(anchor.mac)', '.mac.length > 0']],
      test: 'with the anchor moved to it',
    },
    {
      name: 'audit: nothing is appended to a chain that was tampered with',
      without: [
        [
          audit,
          "if ((lastRow?.seq ?? 0) !== found.last) return err({ kind: 'auditBroken' })\n  if (lastRow && !hashOf(lastRow).equals(found.hash)) return err({ kind: 'auditBroken' })",
          '',
        ],
      ],
      test: 'does not go on after a chain whose end is not its own',
    },
    {
      name: 'audit: nothing is appended under a seal that is not its own',
      without: [
        [
          audit,
          "if (!found || !isSealed(key, found)) return err({ kind: 'auditBroken' })",
          "if (!found) return err({ kind: 'auditBroken' })",
        ],
      ],
      test: 'does not go on under a seal that is not its own: (moved|with)',
    },
    {
      name: 'audit: the database itself refuses to change an entry',
      without: [[schema, 'BEFORE UPDATE ON audit', 'BEFORE UPDATE OF previous ON audit']],
      test: 'is append-only in the database itself',
    },
    {
      name: 'audit: the database itself refuses to remove an entry',
      without: [[schema, 'WHEN OLD.seq >= (', 'WHEN OLD.seq < (']],
      test: 'is append-only in the database itself',
    },
    {
      name: 'audit: first entries go only where a checkpoint says so',
      without: [
        [
          auditVerify,
          "if (!isExplained) return err({ kind: 'noCheckpoint', seq: anchor.first })",
          '',
        ],
      ],
      test: 'misses the checkpoint',
    },
    {
      name: 'audit: what is older than the policy goes while Foyer runs',
      without: [[retention, 'retainAudit(vault, audit(), clock.wallTime())', '']],
      test: 'lets go every day',
      files: ['src/main/vault/audit/retention.test.ts'],
    },
    {
      name: 'audit: a clock that someone sets ahead takes nothing away',
      without: [[retention, 'Math.min(wallTime, before.wall + mostHaste * ran)', 'wallTime']],
      test: 'loses nothing to a clock that somebody sets ahead',
      files: ['src/main/vault/audit/retention.test.ts'],
    },
    {
      name: 'audit: a call is in it before its answer is used',
      without: [
        [
          call,
          'await audit?.({ operation: id, records: recordsOf(request.records, result), outcome: named })',
          'setTimeout(() => void audit?.({ operation: id, records: recordsOf(request.records, result), outcome: named }))',
        ],
      ],
      test: 'knows of an access before its caller does',
      files: ['src/main/service/secrecy.test.ts'],
    },
    {
      name: 'audit: an answer that could not be written down is not handed out',
      without: [
        [
          call,
          'await audit?.({ operation: id, records: recordsOf(request.records, result), outcome: named })',
          'await Promise.resolve(audit?.({ operation: id, records: recordsOf(request.records, result), outcome: named })).catch(() => undefined)',
        ],
      ],
      test: 'that fails keeps the answer back',
      files: ['src/main/service/secrecy.test.ts'],
    },
    {
      name: 'audit: it names the record that was found',
      without: [
        [call, '{ ...records, patientId: String(found)', '{ ...records, other: String(found)'],
      ],
      test: 'with the record that was found',
      files: ['src/main/service/secrecy.test.ts'],
    },
    {
      name: 'audit: what happens on the kiosk is in it before it is in the log',
      without: [
        [
          audited,
          'if (belongsInAudit(name) && !isRepeated[name]?.(fields)) audit.append(name, { ...fields })\n    log.event(name, fields)',
          'log.event(name, fields)\n    if (belongsInAudit(name) && !isRepeated[name]?.(fields)) audit.append(name, { ...fields })',
        ],
      ],
      test: 'is in the audit before it is in the log',
      files: ['src/main/vault/audit/audit-log.test.ts'],
    },
    {
      name: 'audit: refused commands are in it',
      without: [[audited, 'commandRefused: true', 'commandRefused: false']],
      test: 'is in the audit before it is in the log',
      files: ['src/main/vault/audit/audit-log.test.ts'],
    },
    {
      name: 'audit: what a form page tried in vain is in it',
      without: [[audited, "audit.append('formPageRefused', { what, target })", '']],
      test: 'holds what a form page tried',
      files: ['src/main/vault/audit/audit-log.test.ts'],
    },
    {
      name: 'audit: a hostile form page cannot fill the disk with it',
      without: [['src/main/base/suppressor.ts', 'quietUntil.size >= most', 'quietUntil.size < 0']],
      test: 'once each, and a hundred',
      files: ['src/main/vault/audit/audit-log.test.ts'],
    },
    {
      name: 'audit: a member of staff learns only of what waits and how visits ended',
      without: [
        [
          'src/main/staff/services/audit-service.ts',
          'byNumber.set(helpNumber, {',
          'byNumber.set(helpNumber, { ...fields,',
        ],
      ],
      test: 'tell nothing but number, reason and time of a tap',
      files: ['src/main/staff/services/audit-service.test.ts'],
    },
  ],
}

import type { GuardSuite } from '../guard.ts'

const auditDelivery = 'src/main/vault/audit/audit-delivery.ts'
const auditForward = 'src/main/vault/audit/audit-forward.ts'
const auditAnchors = 'src/main/vault/audit/audit-anchors.ts'
const auditAnchorFile = 'src/main/vault/audit/audit-anchor-file.ts'

/** The guards of what leaves the machine: the forwarded audit, and the anchors of its chain. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/vault/audit/audit-forward.test.ts'],
  guards: [
    {
      name: 'audit outside: it is forwarded to nobody whose certificate does not hold',
      without: [[auditDelivery, 'rejectUnauthorized: true', 'rejectUnauthorized: false']],
      test: 'gets nothing',
    },
    {
      name: 'audit outside: it is forwarded over TLS whatever the environment says',
      without: [[auditDelivery, '      rejectUnauthorized: true,\n', '']],
      test: 'that nobody vouches for gets nothing',
    },
    {
      name: 'audit outside: what a collector did not read counts as not arrived',
      without: [[auditDelivery, "isSaid ? ok(null) : err('closedEarly')", 'ok(null)']],
      test: 'that (hangs up|breaks off)',
    },
    {
      name: 'audit outside: a collector that sends something is not listened to',
      without: [[auditDelivery, "settle(err('unexpectedData'))", 'socket.readableFlowing']],
      test: 'that talks back',
    },
    {
      name: 'audit outside: a collector that does not read holds up no end of Foyer',
      without: [
        [
          auditForward,
          'after(clock, lastMs, () => cutting.abort())',
          'after(clock, lastMs, () => {})',
        ],
      ],
      test: 'never reads keeps neither',
    },
    {
      name: 'audit outside: how far a collector is rests in the vault',
      without: [[auditForward, 'kept?.to === nameOf(target) ? kept.through : 0', '0']],
      test: 'follows those before it',
    },
    {
      name: 'audit outside: an entry counts as forwarded once it has arrived, not before',
      without: [
        [
          auditForward,
          'const outcome = await deliver(',
          'if (last) through = last.seq\n    const outcome = await deliver(',
        ],
      ],
      test: 'is sent the same again|that is down gets everything',
    },
    {
      name: 'audit outside: another collector gets all of it',
      without: [[auditForward, 'kept?.to === nameOf(target) ? kept', 'kept ? kept']],
      test: 'that is another than before',
    },
    {
      name: 'audit outside: its checkpoint says what no collector had',
      without: [
        ['src/main/vault/audit/audit.ts', '...(notForwarded > 0 && { notForwarded }),', ''],
      ],
      test: 'says in the checkpoint',
    },
    {
      name: 'audit outside: an older copy of the vault is found by its length',
      without: [[auditAnchors, 'each.seq > last || ', '']],
      test: 'of an older copy',
      files: ['src/main/vault/audit/audit-anchors.test.ts'],
    },
    {
      name: 'audit outside: an older copy that went on is found by the hash',
      without: [[auditAnchors, ' || (chain.hashOf(each.seq) ?? each.hash) !== each.hash', '']],
      test: 'of an older copy',
      files: ['src/main/vault/audit/audit-anchors.test.ts'],
    },
    {
      name: 'audit outside: a new vault in the place of one is found',
      without: [[auditAnchors, "if (replaced) return { kind: 'replaced', anchor: replaced }", '']],
      test: 'of another vault in its place',
      files: ['src/main/vault/audit/audit-anchors.test.ts'],
    },
    {
      name: 'audit outside: a vault that was forgotten does not come back unseen',
      without: [[auditAnchors, " || each.why === 'forgotten'", '']],
      test: 'comes back after it was forgotten',
      files: ['src/main/vault/audit/audit-anchors.test.ts'],
    },
    {
      name: 'audit outside: anchors that someone else wrote count for nothing',
      without: [[auditAnchors, ' && chain.mac(textOf(each)) === each.mac', '']],
      test: 'is not misled by records',
      files: ['src/main/vault/audit/audit-anchors.test.ts'],
    },
    {
      name: 'audit outside: anchors that are gone are missed',
      without: [[auditAnchorFile, "verdict = { kind: 'gone' }", '']],
      test: 'of a file from which its anchors are gone',
      files: ['src/main/vault/audit/audit-anchors.test.ts'],
    },
    {
      name: 'audit outside: no new file of anchors takes the place of one that is gone',
      without: [
        [
          auditAnchorFile,
          'isKnown ? appending : appending | constants.O_CREAT',
          'appending | constants.O_CREAT',
        ],
      ],
      test: 'makes none in the place of one',
      files: ['src/main/vault/audit/audit-anchors.test.ts'],
    },
    {
      name: 'audit outside: staff see in their verification that the vault is an older copy',
      without: [
        [
          'src/main/staff/services/audit-service.ts',
          'if (fault !== undefined) return { holds: false, fault }',
          '',
        ],
      ],
      test: 'of an older copy',
      files: ['src/main/vault/audit/audit-anchors.test.ts'],
    },
  ],
}

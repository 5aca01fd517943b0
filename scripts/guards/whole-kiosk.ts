import type { GuardSuite } from '../guard.ts'

const faults = ['src/main/bootstrap/vault-faults.contract.test.ts']
const byStaff = ['src/main/bootstrap/kiosk.contract.test.ts']
const origins = ['src/main/form-origins/whole-kiosk.contract.test.ts']
const stopped = ['src/main/bootstrap/kiosk.contract.test.ts']
const pairs = ['src/main/staff/services/credentials-service.contract.test.ts']
const compose = 'src/main/bootstrap/compose.ts'
const connection = 'src/main/bootstrap/service-connection.ts'
const kioskServices = 'src/main/bootstrap/kiosk-services.ts'
const credentialUse = 'src/main/vault/audit/credential-use.ts'
const controller = 'src/main/bootstrap/kiosk-controller.ts'
const kioskVault = 'src/main/bootstrap/kiosk-vault.ts'
const credentialsService = 'src/main/staff/services/credentials-service.ts'

/** The guards that only all of Foyer but its windows can miss, with the sandbox for a service. */
export const suite: GuardSuite = {
  project: 'contract',
  kept: ['src', 'sandbox', 'scripts', 'resources', 'test'],
  files: faults,
  guards: [
    {
      name: 'kiosk: without its vault it serves nobody',
      without: [[compose, 'if (!vault.ok) {\n      onFault(vault.error)\n', 'if (!vault.ok) {\n']],
      test: 'serves nobody with a (wrong passphrase|missing key|flipped byte)',
    },
    {
      name: 'kiosk: a start that its vault fails leaves no connection open',
      without: [[compose, 'await closeServices(open, log)', '']],
      test: 'closes the connection and the services that it had opened',
      files: ['src/main/bootstrap/vault-faults-at-start.contract.test.ts'],
    },
    {
      name: 'kiosk: it opens forms only where someone confirmed them',
      without: [
        [
          'src/main/form-origins/restrict-form-origins.ts',
          'if (checked.ok) return forms.open(checked.value, events)',
          'if (events) return forms.open(url, events)',
        ],
      ],
      test: 'sends the first patient to the desk',
      files: origins,
    },
    {
      name: 'kiosk: a real service is not taken for practice when it leads to this machine',
      without: [
        [
          'src/main/settings/form-origin-rule.ts',
          'isPractice: isPractice(settings)',
          'isPractice: true',
        ],
      ],
      test: 'opens nothing on this machine, whatever the service says',
      files: origins,
    },
    {
      name: 'kiosk: an origin that was refused is in the audit, and so before staff',
      without: [
        [
          'src/main/bootstrap/visits.ts',
          "audit.append('formOriginRefused', { origin, why })",
          'void [origin, why]',
        ],
      ],
      test: 'sends the first patient to the desk',
      files: origins,
    },
    {
      name: 'kiosk: it goes out of service when its vault fails',
      without: [
        [
          kioskServices,
          'reportVaultFaults(opened, onFault)',
          'reportVaultFaults(opened, () => void onFault)',
        ],
      ],
      test: 'goes out of service, once, and does nothing that it could not keep',
    },
    {
      name: 'kiosk: a call of a visit is in the audit',
      without: [[connection, 'audit: (entry) => auditCall(audit, entry),', '']],
      test: 'hands out no answer of the service that a full disk kept out',
    },
    {
      name: 'kiosk: a use of the credentials is in the audit',
      without: [
        [credentialUse, "if (pair) audit.append('credentialUsed', { interface: name })", ''],
      ],
      test: 'holds what happens',
      files: ['src/main/bootstrap/kiosk.contract.test.ts'],
    },
    {
      name: 'kiosk: no use of credentials is in the audit where there were none',
      without: [
        ['src/main/vault/audit/credential-use.ts', 'if (pair) audit.append', 'audit.append'],
      ],
      test: 'holds no use of credentials where there is none',
      files: ['src/main/bootstrap/kiosk.contract.test.ts'],
    },
    {
      name: 'kiosk: a wipe is in the audit',
      without: [[controller, "vault.audit.append('wiped')", '']],
      test: 'holds what happens',
      files: ['src/main/bootstrap/kiosk.contract.test.ts'],
    },
    {
      name: 'kiosk: a start is in the audit',
      without: [[kioskVault, "audit.append('started', { kiosk: place.settings.kiosk.name })", '']],
      test: 'holds what happens',
      files: ['src/main/bootstrap/kiosk.contract.test.ts'],
    },
    {
      name: 'kiosk: a refused command is in the audit',
      without: [[compose, '(serving?.log ?? log).event(', 'log.event(']],
      test: 'holds what is refused',
      files: ['src/main/bootstrap/kiosk.contract.test.ts'],
    },
    {
      name: 'kiosk: the chain of a kiosk that is forgotten is ended outside',
      without: [[kioskServices, "await outside.stop('forgotten')", '']],
      test: 'is forgotten from the staff panel',
      files: ['src/main/bootstrap/kiosk.contract.test.ts'],
    },
    {
      name: 'kiosk: what is left of the audit is forwarded at the end',
      without: [[kioskServices, "await outside.stop('stopped')", '']],
      test: 'its chain noted down at start and end',
      files: ['src/main/bootstrap/kiosk.contract.test.ts'],
    },
    {
      name: 'kiosk: old entries of the audit go at each start',
      without: [[kioskVault, 'retainAudit(opened.value, place.settings.audit)', '']],
      test: 'lets go at a start',
      files: ['src/main/bootstrap/kiosk.contract.test.ts'],
    },
    {
      name: 'kiosk: forgetting it leaves no settings either',
      without: [[controller, 'settings.forget()', '']],
      test: 'is forgotten from the staff panel',
      files: ['src/main/bootstrap/kiosk.contract.test.ts'],
    },
    {
      name: 'kiosk: a pair of the environment is taken once',
      without: [[kioskVault, 'if (securitySettings.read(key) === print) continue', '']],
      test: 'takes a pair of the environment once',
      files: byStaff,
    },
    {
      name: 'kiosk: a visit that the end of Foyer cuts off is in the audit',
      without: [['src/main/visit/kiosk.ts', 'noteStopped()\n      kiosk.stop()', 'kiosk.stop()']],
      test: 'in a visit tells of its end',
      files: stopped,
    },
    {
      name: 'kiosk: so is its wipe, once its windows are gone',
      without: [[compose, 'before?.windowsGone?.()', '']],
      test: 'in a visit tells of its end',
      files: stopped,
    },
    {
      name: 'kiosk: a patient learns nothing of who is known before the contact is proved',
      without: [
        [
          'src/main/visit/machine/actors.ts',
          'const sent = await service.sendCode',
          "if (to.contact.endsWith('9')) return ok('limit')\n  const sent = await service.sendCode",
        ],
      ],
      test: 'answers the same whether a contact is known or not',
      files: ['src/main/visit/machine/known-or-not.contract.test.ts'],
    },
    {
      name: 'credentials: a pair is kept only when the service takes it',
      without: [[credentialsService, 'if (isGood) credentials.keep', 'credentials.keep']],
      test: 'keeps the pair that serves when the next one is no good',
      files: pairs,
    },
    {
      name: 'credentials: each try of a pair is in the audit before',
      without: [
        [credentialUse, "if (pair) audit.append('credentialUsed', { interface: name })", ''],
      ],
      test: 'takes the pairs of a new kiosk one after the other',
      files: pairs,
    },
    {
      name: 'credentials: what became of a pair is in the audit',
      without: [
        [
          credentialsService,
          "audit.append(isGood ? 'credentialKept' : 'credentialNotKept', { interface: name })",
          '',
        ],
      ],
      test: 'takes the pairs of a new kiosk one after the other',
      files: pairs,
    },
  ],
}

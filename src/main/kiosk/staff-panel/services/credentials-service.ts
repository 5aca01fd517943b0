import type { CheckName, ConnectionCheck, ServiceInterface } from '../../../../shared/staff.ts'
import type { KioskLog } from '../../../log/log.ts'
import { checkConnection, type ConnectionUnderTest } from '../../../intake/connection-check.ts'
import type { ClientCredentials } from '../../../intake/auth/token-request.ts'
import { auditCall, auditCredentialUse } from '../../../vault/audit/audit-log.ts'
import type { Vault } from '../../../vault/vault.ts'

/** The checks that a pair must pass to be kept; those of the other pair are not its fault. */
export const checksOfPair: Readonly<Record<ServiceInterface, readonly CheckName[]>> = {
  partner: ['partnerToken', 'grant', 'location'],
  developer: ['developerToken', 'location'],
}

export type CredentialsService = ReturnType<typeof createCredentialsService>

/** Handles credentials for staff and tests the connection. Audits every pair and call before its use. */
export function createCredentialsService({
  vault: { credentials, audit },
  service,
  wire = {},
  forms,
  log,
}: {
  readonly vault: Pick<Vault, 'credentials' | 'audit'>
  readonly service: () => Omit<ConnectionUnderTest, 'credentials' | 'judges' | 'forms'>
  readonly wire?: Pick<ConnectionUnderTest, 'profile' | 'secrets'>
  readonly forms: () => ConnectionUnderTest['forms']
  readonly log: Pick<KioskLog, 'call'>
}) {
  const use = (name: ServiceInterface, find: () => ClientCredentials | undefined) =>
    auditCredentialUse(audit, name, find)
  const stored = {
    partner: use('partner', () => credentials.read('partner')),
    developer: use('developer', () => credentials.read('developer')),
  }
  const underTest = (given: Pick<ConnectionUnderTest, 'credentials' | 'judges'>) => ({
    ...service(),
    ...wire,
    ...given,
    forms: forms(),
    audit: (entry: Parameters<typeof auditCall>[1]) => auditCall(audit, entry),
    log: (report: Parameters<KioskLog['call']>[0]) => log.call(report),
  })
  return {
    credentials: {
      status: () => credentials.status(),
      // Only this call knows the moment of keeping: it audits that itself. The session audits `remove`.
      /** Keeps a pair if its own checks pass, until when the old pair serves. True if kept. */
      async give(
        name: ServiceInterface,
        pair: ClientCredentials,
        onCheck: (check: ConnectionCheck) => void,
      ) {
        const candidate = { clientId: pair.clientId.trim(), clientSecret: pair.clientSecret.trim() }
        const checks = await checkConnection(
          underTest({
            credentials: { ...stored, [name]: use(name, () => candidate) },
            // The other interface's pair must not fail this one.
            judges: [name],
          }),
          onCheck,
        )
        const isGood = checksOfPair[name].every((wanted) =>
          checks.some((check) => check.name === wanted && check.state === 'passed'),
        )
        audit.append(isGood ? 'credentialKept' : 'credentialNotKept', { interface: name })
        if (isGood) credentials.keep({ [name]: candidate })
        return isGood
      },
      remove(name: ServiceInterface) {
        credentials.remove(name)
      },
    },
    testConnection: async (onCheck: (check: ConnectionCheck) => void) => {
      await checkConnection(underTest({ credentials: stored }), onCheck)
    },
  }
}

import type { ClientCredentials } from '../../service/auth/token-request.ts'
import type { Audit } from './audit.ts'
import type { Interface } from '../store/credentials.ts'

/**
 * A source of credentials whose every use is in the audit (kind `credentialUsed`) before the pair is handed out. Where
 * `find` gives none, nothing is used and nothing is written. Throws when the audit cannot be written.
 */
export function auditCredentialUse(
  audit: Pick<Audit, 'append'>,
  name: Interface,
  find: () => ClientCredentials | undefined,
): () => ClientCredentials | undefined {
  return () => {
    const pair = find()
    if (pair) audit.append('credentialUsed', { interface: name })
    return pair
  }
}

import type { GivenSecrets } from './secrets.ts'
import type { Credentials } from '../vault/store/credentials.ts'

/** The variables of the credentials: client id and secret of each interface. */
export const credentialVariables = {
  partner: ['FOYER_PARTNER_CLIENT_ID', 'FOYER_PARTNER_CLIENT_SECRET'],
  developer: ['FOYER_DEVELOPER_CLIENT_ID', 'FOYER_DEVELOPER_CLIENT_SECRET'],
} as const

/** The credentials among the secrets of a start. Undefined where one of a pair is missing. */
export function credentialsOf(given: GivenSecrets): Credentials {
  const pair = (interfaceName: keyof typeof credentialVariables) => {
    const [id, secret] = credentialVariables[interfaceName]
    const { [id]: clientId, [secret]: clientSecret } = given
    return clientId && clientSecret ? { clientId, clientSecret } : undefined
  }
  return { partner: pair('partner'), developer: pair('developer') }
}

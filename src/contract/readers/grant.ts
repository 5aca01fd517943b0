import { find, unwrap } from './layers.ts'
import { readerOf } from './reading.ts'
import { readText } from './values.ts'

/** An access token as a service grants it. */
export interface ReadGrant {
  readonly token: string
  /** Its life in seconds, as far as the answer says it. */
  readonly lifetimeS: number | undefined
}

const tokenFields = ['access_token', 'token', 'jwt', 'bearerToken', 'id_token', 'access.token']
const lifeFields = [
  'expires_in',
  'expiresInSeconds',
  'expires',
  'lifetime',
  'ttl',
  'access.expires_in',
]
const hourS = 3_600
/** No access token lives as long in seconds: what is more is a moment, or milliseconds. */
const longestS = 366 * 24 * hourS

/** Reads the answer to a token request: OAuth 2.0 names it, and some services wrap or spell it in their own way. */
export const grantReader = readerOf('an access token', ({ body }): ReadGrant | undefined => {
  const { layers } = unwrap(body, ['token', 'access', 'authentication', 'oauth'])
  const token = find(layers, tokenFields, readToken)
  return token === undefined ? undefined : { token, lifetimeS: find(layers, lifeFields, readLife) }
})

/** A token as it stands in a header: without spaces, and without the name of its scheme. */
function readToken(value: unknown): string | undefined {
  const token = readText(value)?.replace(/^bearer\s+/i, '')
  return token !== undefined && /^[\x21-\x7e]+$/.test(token) ? token : undefined
}

function readLife(value: unknown): number | undefined {
  const life = typeof value === 'string' ? Number.parseFloat(value) : value
  return typeof life === 'number' && life > 0 && life < longestS ? life : undefined
}

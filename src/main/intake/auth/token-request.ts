import { auth } from '../../../contract/auth.ts'
import { grantReader } from '../../../contract/readers/visit-readers.ts'
import { wireAddress } from '../../../contract/wire/request.ts'
import { defaultWireProfile, type WireProfile } from '../../../contract/wire-profile.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { compileAnswer } from '../http/answer.ts'
import { deliver, type Endpoint, type Wiring } from '../http/transport.ts'
import type { Failure } from '../http/errors.ts'
import { contentTypes, headersOf, writeForm, type PreparedRequest } from '../http/request.ts'
import type { Grant } from './tokens.ts'

export type ClientCredentials = { readonly clientId: string; readonly clientSecret: string }

/** Asked when a token is needed; undefined while there are none. */
export type CredentialSource = () =>
  | ClientCredentials
  | undefined
  | Promise<ClientCredentials | undefined>

/** Unless its answer states one: what the partner document gives. */
const defaultLifetimeS = 3_600
const longestLifetimeS = 24 * 3_600
const operations = { partner: auth.partnerToken, developer: auth.developerToken }

/** Prepares token requests, retried like a read. Refused or missing credentials give `unauthorized`. */
export function compileTokenRequest(
  interfaceName: 'partner' | 'developer',
  endpoint: Endpoint,
  credentials: CredentialSource,
  wiring: Wiring,
  profile: WireProfile = defaultWireProfile,
): () => Promise<Result<Grant, Failure>> {
  const operation = operations[interfaceName]
  const prepare = prepareTokenRequest(interfaceName, profile)
  const readAnswer = compileAnswer(operation, profile)
  return async () => {
    const known = await credentials()
    if (!known) return err({ kind: 'unauthorized' })
    const route = { wiring, endpoint, readAnswer, repeatable: true }
    const { result } = await deliver(route, prepare(known), grantReader)
    if (!result.ok) return err(isRefusal(result.error) ? { kind: 'unauthorized' } : result.error)
    const { token, lifetimeS = defaultLifetimeS } = result.value
    return ok({ token, lifetimeMs: Math.min(lifetimeS, longestLifetimeS) * 1_000 })
  }
}

function prepareTokenRequest(interfaceName: 'partner' | 'developer', profile: WireProfile) {
  const operation = operations[interfaceName]
  const { auth: by, body, extra, names } = profile.token[interfaceName]
  const { method, path } = wireAddress(profile, operation)
  const { fixed, secretHeaders } = headersOf(profile, operation)
  return ({ clientId, clientSecret }: ClientCredentials): PreparedRequest => {
    const inBody =
      by === 'body' ? { [names.client_id]: clientId, [names.client_secret]: clientSecret } : {}
    const fields = { [names.grant_type]: 'client_credentials', ...extra, ...inBody }
    const pair = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
    const basic = by === 'basic' ? ['authorization', `Basic ${pair}`] : []
    return {
      method,
      path,
      headers: [...fixed, 'content-type', contentTypes[body], ...basic],
      secretHeaders,
      body: body === 'form' ? writeForm(fields) : JSON.stringify(fields),
      records: {},
    }
  }
}

/** OAuth 2.0 refuses credentials with 400 or 401; 403 and 404 mean as much to a kiosk. */
function isRefusal({ kind }: Failure): boolean {
  return kind === 'rejected' || kind === 'forbidden' || kind === 'notFound'
}

import type { RequestParts } from '../../src/contract/wire/request.ts'
import type { WireProfile } from '../../src/contract/wire-profile.ts'

type TokenEndpoint = WireProfile['token']['partner']

/** A token request as the contract says it, from what came; undefined where something is missing that the profile adds. */
export function restoreTokenRequest(
  { auth, extra }: TokenEndpoint,
  interfaceName: 'partner' | 'developer',
  parts: RequestParts,
): RequestParts | undefined {
  const given = (parts.body ?? {}) as Record<string, unknown>
  const fields = { grant_type: 'client_credentials', ...extra }
  if (Object.entries(fields).some(([name, value]) => given[name] !== value)) return undefined
  const pair = auth === 'basic' ? fromHeader(parts.headers['authorization']) : given
  const { client_id: id, client_secret: secret } = pair
  const body = { grant_type: 'client_credentials' }
  return interfaceName === 'partner'
    ? { ...parts, body: { ...body, client_id: id, client_secret: secret } }
    : { ...parts, headers: { authorization: basicOf(id, secret) }, body }
}

function basicOf(id: unknown, secret: unknown): string | undefined {
  if (typeof id !== 'string' || typeof secret !== 'string') return undefined
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

function fromHeader(header: unknown): Record<string, unknown> {
  const [, encoded] = /^Basic (\S+)$/.exec(typeof header === 'string' ? header : '') ?? []
  if (encoded === undefined) return {}
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return { client_id: id, client_secret: secret.join(':') }
}

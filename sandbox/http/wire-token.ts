import type { RequestParts } from '../../src/contract/wire/request.ts'
import type { WireProfile } from '../../src/contract/wire-profile.ts'

type TokenEndpoint = WireProfile['token']['partner']

/** A token request as the contract says it, from what came; undefined where something is missing that the profile adds. */
export function restoreTokenRequest(
  { auth, extra, names }: TokenEndpoint,
  interfaceName: 'partner' | 'developer',
  parts: RequestParts,
): RequestParts | undefined {
  const given = (parts.body ?? {}) as Record<string, unknown>
  const fields = { [names.grant_type]: 'client_credentials', ...extra }
  if (Object.entries(fields).some(([name, value]) => given[name] !== value)) return undefined
  const [id, secret] =
    auth === 'basic'
      ? fromHeader(parts.headers['authorization'])
      : [given[names.client_id], given[names.client_secret]]
  const body = { grant_type: 'client_credentials' }
  return interfaceName === 'partner'
    ? { ...parts, body: { ...body, client_id: id, client_secret: secret } }
    : { ...parts, headers: { authorization: basicOf(id, secret) }, body }
}

function basicOf(id: unknown, secret: unknown): string | undefined {
  if (typeof id !== 'string' || typeof secret !== 'string') return undefined
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

function fromHeader(header: unknown): readonly unknown[] {
  const [, encoded] = /^Basic (\S+)$/.exec(typeof header === 'string' ? header : '') ?? []
  if (encoded === undefined) return []
  const [id, ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return [id, secret.join(':')]
}

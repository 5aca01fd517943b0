import type { Operation } from '../../src/contract/operation.ts'
import { translateAnswer } from '../../src/contract/wire/answer.ts'
import { isMeant } from '../../src/contract/wire/request-fields.ts'
import {
  carriesBody,
  tokenInterfaces,
  translateRequest,
  wireAddress,
  type RequestParts,
} from '../../src/contract/wire/request.ts'
import type { WireProfile } from '../../src/contract/wire-profile.ts'
import { account, country, locations } from '../seeds/clinics.ts'

export type SpokenOperation = ReturnType<typeof speak>

/** Returns the value of a secret header that the sandbox wants, unless it is given another. */
export const sandboxSecret = (name: string): string => `sandbox-${name}-not-a-secret`

/** Returns the wire form of an operation by a profile. */
export function speak(
  profile: WireProfile,
  operation: Operation,
  secretOf: (name: string) => string,
) {
  const { method, path } = wireAddress(profile, operation)
  const request = translateRequest(profile, operation)
  const answer = translateAnswer(profile, operation)
  const isOwn = (pattern: string) => isMeant(pattern, operation)
  const own = profile.headers.filter(({ operations }) => operations.some(isOwn))
  const asks = tokenInterfaces[operation.id]
  const token = asks && profile.token[asks]
  return {
    method,
    /** With `{name}` for its parameters. */
    path,
    /** Headers that a request must carry beside the bearer. */
    required: own.map(({ name, value, secret = '' }) => [name, value ?? secretOf(secret)] as const),
    hasBody: carriesBody(profile, operation),
    bodyType: token?.body ?? 'json',
    params: (given: Readonly<Record<string, string>>) => withOwnPlace(operation, given),
    /** Restores a request to the contract; undefined if a part that the profile adds is missing. */
    request: (parts: RequestParts): RequestParts | undefined =>
      asks && token
        ? restoreTokenRequest(token, asks, parts)
        : inPages(profile, request.fromWire(parts, country)),
    answer: (value: unknown): unknown => answer.toWire(withoutPatient(profile, operation, value)),
    refusal: (value: unknown) => refusalOf(profile, operation, value),
  }
}

function withOwnPlace({ params }: Operation, given: Readonly<Record<string, string>>) {
  const known = Object.keys(params?.shape ?? {})
  const usual = { accountId: String(account.id), locationId: String(locations[0]?.id) }
  const missing = Object.entries(usual).filter(([name]) => known.includes(name))
  return { ...Object.fromEntries(missing), ...given }
}

function inPages({ lists }: WireProfile, parts: RequestParts | undefined) {
  const limit = Number(parts?.query['limit'] ?? 0)
  return lists.pageSize !== null && limit > lists.pageSize ? undefined : parts
}

/** Removes the patient from rows if the profile trusts the list to hold only the requested patient's rows. */
function withoutPatient({ lists }: WireProfile, { id }: Operation, value: unknown): unknown {
  if (!lists.trustPatientFilter || id !== 'partner.formPackets.list') return value
  const { items, ...page } = value as { readonly items: readonly Record<string, unknown>[] }
  return { items: items.map(({ patientId: _, ...row }) => row), ...page }
}

function refusalOf({ lists, proof }: WireProfile, { id }: Operation, value: unknown) {
  const { result, items } = (value ?? {}) as { readonly result?: unknown; readonly items?: unknown }
  if (id === 'partner.identityProof.verify' && result === 'INCORRECT')
    return proof.wrongCodeStatuses[0]
  return Array.isArray(items) && items.length === 0 ? lists.emptyStatuses[0] : undefined
}

function restoreTokenRequest(
  { auth, extra, names }: WireProfile['token']['partner'],
  interfaceName: 'partner' | 'developer',
  parts: RequestParts,
): RequestParts | undefined {
  const given = (parts.body ?? {}) as Record<string, unknown>
  const fields = { [names.grant_type]: 'client_credentials', ...extra }
  if (Object.entries(fields).some(([name, value]) => given[name] !== value)) return undefined
  const named = [given[names.client_id], given[names.client_secret]]
  const [id, secret] = auth === 'basic' ? fromBasic(parts.headers['authorization']) : named
  const body = { grant_type: 'client_credentials' }
  return interfaceName === 'partner'
    ? { ...parts, body: { ...body, client_id: id, client_secret: secret } }
    : { ...parts, headers: { authorization: basicOf(id, secret) }, body }
}

function basicOf(id: unknown, secret: unknown): string | undefined {
  if (typeof id !== 'string' || typeof secret !== 'string') return undefined
  return `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
}

/** Reads the id and the secret of Basic credentials (RFC 7617); none of another header. */
export function fromBasic(header: unknown): readonly string[] {
  const [, encoded] = /^Basic (\S+)$/.exec(typeof header === 'string' ? header : '') ?? []
  if (encoded === undefined) return []
  const [id = '', ...secret] = Buffer.from(encoded, 'base64').toString().split(':')
  return [id, secret.join(':')]
}

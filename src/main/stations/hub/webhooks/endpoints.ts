import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { parseJson } from '../../../base/parse-json.ts'

const secret = z.string().check(z.minLength(16), z.maxLength(500), z.regex(/^[\x21-\x7e]+$/))

/** Credentials with which a delivery to one endpoint of the service proves itself. */
const webhookEndpoint = z
  .strictObject({
    /** The endpoint's `secretToken`. */
    token: z.optional(secret),
    /** The service showed it once, when the endpoint was made. */
    signingSecret: z.optional(secret),
  })
  .check(z.refine(({ token, signingSecret }) => token !== undefined || signingSecret !== undefined))
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>

const given = z.union([
  webhookEndpoint,
  z.array(webhookEndpoint).check(z.minLength(1), z.maxLength(8)),
])

/**
 * Reads the accepted endpoints from JSON: one, or a list for several or while secrets change. The error is an
 * administrator's text, without values.
 */
export function readEndpoints(text: string): Result<readonly WebhookEndpoint[], string> {
  const parsed = given.safeParse(parseJson(text))
  if (!parsed.success)
    return err(
      'JSON such as {"token": "…", "signingSecret": "…"}, or a list of such: one of the two or both, at least 16 characters without a space each',
    )
  return ok([parsed.data].flat())
}

const digest = (text: string) => createHash('sha256').update(text).digest()

/** Of each endpoint's token; made once. */
const digests = new WeakMap<WebhookEndpoint, Buffer>()

function tokenDigest(endpoint: WebhookEndpoint, token: string): Buffer {
  const known = digests.get(endpoint) ?? digest(token)
  digests.set(endpoint, known)
  return known
}

/** Compares signatures in constant time, which reveals nothing about their differences; the length is no secret. */
function isSignature(given: string | undefined, right: string): boolean {
  const [one, other] = [Buffer.from(given ?? ''), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** Returns the endpoints whose token a delivery brings; an endpoint without one takes any. */
export function endpointsOfToken(
  endpoints: readonly WebhookEndpoint[],
  token: string | undefined,
): readonly WebhookEndpoint[] {
  // Digests are compared, in a time that says nothing of where texts differ, nor of their lengths.
  const given = digest(token ?? '')
  return endpoints.filter(
    (endpoint) =>
      endpoint.token === undefined || timingSafeEqual(tokenDigest(endpoint, endpoint.token), given),
  )
}

/** Returns the signature of a body, as the service is assumed to write it (`webhook-deliveries`). */
export function signatureOf(body: Uint8Array, signingSecret: string): string {
  return `sha256=${createHmac('sha256', signingSecret).update(body).digest('hex')}`
}

/** Returns the first endpoint whose signature a body carries; one without a signing secret asks for none. */
export function endpointOfSignature(
  endpoints: readonly WebhookEndpoint[],
  body: Uint8Array,
  signature: string | undefined,
): WebhookEndpoint | undefined {
  return endpoints.find(
    ({ signingSecret }) =>
      signingSecret === undefined || isSignature(signature, signatureOf(body, signingSecret)),
  )
}

import { createHash, timingSafeEqual } from 'node:crypto'
import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import type { Audience } from '../credentials.ts'
import { unauthorized } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import type { SandboxContext } from '../sandbox-context.ts'
import { tokenLifetimeSeconds } from './tokens.ts'

function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

async function exchange(
  sandbox: SandboxContext,
  audience: Audience,
  clientId: string,
  secret: string,
) {
  const own = sandbox.credentials[audience]
  if (!sameText(clientId, own.clientId) || !sameText(secret, own.clientSecret)) {
    return unauthorized('invalid_client', 'The client id or the client secret is wrong.')
  }
  return ok({
    access_token: await sandbox.tokens.issue(audience),
    token_type: 'Bearer',
    expires_in: tokenLifetimeSeconds,
  })
}

/** Both token requests. */
export const authRoutes = [
  route(contract.auth.partnerToken, ({ sandbox, body }) =>
    exchange(sandbox, 'partner', body.client_id, body.client_secret),
  ),
  route(contract.auth.developerToken, ({ sandbox, headers }) => {
    const pair = Buffer.from(headers.authorization.slice('Basic '.length), 'base64').toString()
    const [clientId = '', ...secret] = pair.split(':')
    return exchange(sandbox, 'developer', clientId, secret.join(':'))
  }),
]

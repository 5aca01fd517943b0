import { randomUUID } from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'
import type { SandboxClock } from '../clock.ts'
import { credentials } from '../credentials.ts'

/** The interface that a token opens. */
export type Audience = keyof typeof credentials

/** Life of an access token in seconds. */
export const tokenLifetimeSeconds = 3600

const issuer = 'foyer-sandbox'

/** The sandbox's identity provider: signs access tokens and checks them by the sandbox clock. */
export interface Tokens {
  issue(audience: Audience): Promise<string>
  /** Whether `token` is one of ours for this interface, unexpired and not withdrawn. */
  accepts(token: string, audience: Audience): Promise<boolean>
  /** Withdraws every token issued so far. */
  expireAll(): void
}

/** Tokens signed with `key`. */
export function createTokens(clock: SandboxClock, key: Uint8Array): Tokens {
  const valid = new Set<string>()
  return {
    issue: (audience) => {
      const now = Math.floor(clock.now() / 1000)
      const jti = randomUUID()
      valid.add(jti)
      return new SignJWT({ client_id: credentials[audience].clientId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(jti)
        .setIssuedAt(now)
        .setExpirationTime(now + tokenLifetimeSeconds)
        .sign(key)
    },
    accepts: async (token, audience) => {
      try {
        const { payload } = await jwtVerify(token, key, {
          issuer,
          audience,
          algorithms: ['HS256'],
          currentDate: new Date(clock.now()),
        })
        return (
          payload.jti !== undefined &&
          valid.has(payload.jti) &&
          payload['client_id'] === credentials[audience].clientId
        )
      } catch {
        return false
      }
    },
    expireAll: () => {
      valid.clear()
    },
  }
}

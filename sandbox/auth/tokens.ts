import { randomUUID } from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'
import type { SandboxClock } from '../clock.ts'
import type { Audience, SandboxCredentials } from '../credentials.ts'

/** Life of an access token in seconds. */
export const tokenLifetimeSeconds = 3600

const issuer = 'foyer-sandbox'

/** The sandbox's identity provider: signs access tokens and checks them by the sandbox clock. */
export interface Tokens {
  issue(audience: Audience): Promise<string>
  /** Checks that `token` is one of ours for this interface, unexpired and not withdrawn. */
  accepts(token: string, audience: Audience): Promise<boolean>
  /** Withdraws every token issued so far. */
  expireAll(): void
  /** Returns every token issued so far, oldest first. */
  issued(): readonly string[]
}

/** Tokens signed with `key`, for the owners of `credentials`. */
export function createTokens(
  clock: SandboxClock,
  key: Uint8Array,
  credentials: SandboxCredentials,
): Tokens {
  const valid = new Set<string>()
  const issued: string[] = []
  return {
    issue: async (audience) => {
      const now = Math.floor(clock.now() / 1000)
      const jti = randomUUID()
      valid.add(jti)
      const token = await new SignJWT({ client_id: credentials[audience].clientId })
        .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
        .setIssuer(issuer)
        .setAudience(audience)
        .setJti(jti)
        .setIssuedAt(now)
        .setExpirationTime(now + tokenLifetimeSeconds)
        .sign(key)
      issued.push(token)
      return token
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
    issued: () => issued,
  }
}

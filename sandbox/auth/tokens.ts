import { randomUUID } from 'node:crypto'
import { SignJWT, jwtVerify } from 'jose'
import type { SandboxClock } from '../clock.ts'
import type { Audience, SandboxCredentials } from '../credentials.ts'

export const tokenLifetimeSeconds = 3600

const issuer = 'foyer-sandbox'

/** Tokens signed with `key`, for the owners of `credentials`. */
export function createTokens(
  clock: SandboxClock,
  key: Uint8Array,
  credentials: SandboxCredentials,
) {
  const valid = new Set<string>()
  const issued: string[] = []
  return {
    issue: async (audience: Audience): Promise<string> => {
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
    /** Checks that `token` is one of ours for this interface, unexpired and not withdrawn. */
    accepts: async (token: string, audience: Audience): Promise<boolean> => {
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
    expireAll: () => valid.clear(),
    issued: (): readonly string[] => issued,
  }
}

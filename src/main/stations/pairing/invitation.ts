import { createHmac, randomBytes } from 'node:crypto'
import type { Clock } from '../../base/clock.ts'
import type { StationKind } from '../../../shared/bus/messages.ts'
import { isSame, keysOf, rootOf, type ExchangeKeys } from './exchange.ts'
import { newCode } from './invitation-text.ts'
import type { FinishRequest } from './messages.ts'

/** Reason for a refused pairing, for this side's audit; the other side does not learn it. */
export type PairingRefusal =
  | 'wrongCode'
  | 'expired'
  | 'used'
  | 'tooManyTries'
  | 'noInvitation'
  /** The code is right, but the station met another certificate: an attacker is in between. */
  | 'anotherBroker'
  | 'staleExchange'
  /** It is another kind of station than was invited. */
  | 'anotherKind'
  | 'unreadable'

// A code has 60 random bits: no number of tries finds it, and so none ends it for others.
/** ms for which a code can be used, wrong tries of one address, and how long one exchange may take. */
export const invitationMs = 10 * 60_000
const mostTries = 10
const mostAddresses = 10_000
const exchangeMs = 60_000

/** One code, from when it is shown until it is used or too old. */
export type Invitation = Awaited<ReturnType<typeof createInvitation>>

/** Makes an invitation of one station of that kind. `fingerprint`: of this side's certificate. */
export async function createInvitation({
  kind,
  fingerprint,
  clock,
}: {
  readonly kind: StationKind
  readonly fingerprint: string
  readonly clock: Pick<Clock, 'now'>
}) {
  const code = newCode()
  const salt = randomBytes(16).toString('base64url')
  const nonceKey = randomBytes(32)
  const root = await rootOf(code, salt)
  const until = clock.now() + invitationMs
  const wrong = new Map<string, number>()
  let over: PairingRefusal | undefined

  const end = () => over ?? (clock.now() < until ? undefined : 'expired')
  const seal = (made: string, kioskNonce: string) =>
    `${made}.${createHmac('sha256', nonceKey).update(`${made}.${kioskNonce}`).digest('base64url')}`

  /** True if this side made the nonce for the other one recently: exchanges that only begin are not remembered. */
  function isFresh(hubNonce: string, kioskNonce: string): boolean {
    const made = hubNonce.split('.').slice(0, 2).join('.')
    const at = Number.parseInt(made.split('.')[1] ?? '', 36)
    return isSame(seal(made, kioskNonce), hubNonce) && clock.now() - at < exchangeMs
  }

  return {
    code,
    /** Returns the first values that both sides of an exchange need. */
    begin: (kioskNonce: string) => {
      const made = `${randomBytes(24).toString('base64url')}.${Math.floor(clock.now()).toString(36)}`
      return { salt, nonce: seal(made, kioskNonce) }
    },
    /** Looks at a proof from an address; the keys come back once only, and end the invitation. */
    finish(request: FinishRequest, address: string): ExchangeKeys | PairingRefusal {
      const { kioskNonce, hubNonce, name, kind: shown, seen, proof } = request
      const tries = wrong.get(address) ?? 0
      const refusal = end() ?? (tries < mostTries ? undefined : 'tooManyTries')
      if (refusal) return refusal
      if (!isFresh(hubNonce, kioskNonce)) return 'staleExchange'
      const about = { salt, kioskNonce, hubNonce, name, kind: shown }
      const keys = keysOf(root, { ...about, fingerprint: seen })
      if (!isSame(keys.kioskProof, proof)) {
        if (wrong.size < mostAddresses) wrong.set(address, tries + 1)
        return 'wrongCode'
      }
      over = 'used'
      if (shown !== kind) return 'anotherKind'
      return isSame(seen, fingerprint) ? keys : 'anotherBroker'
    },
    /** Tells whether the code can still be used. */
    stands: () => end() === undefined,
    withdraw: () => void (over ??= 'noInvitation'),
  }
}

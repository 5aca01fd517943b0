import * as z from 'zod/mini'
import { locale } from '../locale.ts'
import { emergencyRole, memberId, type SecretWeakness } from './members.ts'
import { reasonLength } from './limits.ts'
import type { NeededIdentifiers, PatientField } from './patients.ts'

const reason = z
  .string()
  .check(z.trim(), z.minLength(reasonLength.least), z.maxLength(reasonLength.most))
const secret = z.string().check(z.maxLength(500))
const operationName = z.string().check(z.maxLength(60))

const sessionAct = z.discriminatedUnion('act', [
  z.strictObject({ act: z.literal('setUp'), name: z.string().check(z.maxLength(200)), secret }),
  z.strictObject({ act: z.literal('signIn'), memberId, secret }),
  z.strictObject({ act: z.literal('changeSecret'), present: secret, next: secret }),
  z.strictObject({ act: z.literal('emergency'), role: emergencyRole, reason }),
  z.strictObject({ act: z.literal('chooseLanguage'), locale }),
  z.strictObject({ act: z.literal('singleKeys'), areOn: z.boolean() }),
  /** `activity`: somebody is there, and the desk does not lock yet. */
  z.strictObject({ act: z.enum(['lock', 'endVisit', 'activity']) }),
])
export type SessionAct = z.infer<typeof sessionAct>

/** Every message that a desk's page may send to main. Each operation's own schema checks its input. */
export const deskMessage = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('query'), name: operationName, input: z.unknown() }),
  z.strictObject({
    type: z.literal('command'),
    name: operationName,
    input: z.unknown(),
    reason: z.optional(reason),
  }),
  z.strictObject({ type: z.literal('session'), session: sessionAct }),
])
export type DeskMessage = z.infer<typeof deskMessage>

export type DeskRefusal =
  /** It is no message, or no operation of that name takes it. */
  | { readonly kind: 'malformed' }
  | { readonly kind: 'notAllowed' }
  | { readonly kind: 'locked' }
  | { readonly kind: 'noRight' }
  | { readonly kind: 'reasonNeeded' }
  | { readonly kind: 'unknownReference' }
  | { readonly kind: 'offline' }
  | { readonly kind: 'refusedByService' }
  /** `waitMs` passes before another try is looked at. */
  | { readonly kind: 'wrongSecret'; readonly waitMs: number }
  | { readonly kind: 'mustWait'; readonly waitMs: number }
  /** It was taken away: an administrator gives a new one. */
  | { readonly kind: 'noSecret' }
  | { readonly kind: 'badSecret'; readonly why: SecretWeakness | 'same' }
  | { readonly kind: 'badName' }
  | { readonly kind: 'nameTaken' }
  | { readonly kind: 'noRole' }
  | { readonly kind: 'lastAdministrator' }
  | { readonly kind: 'ownSecret' }
  /** Another administrator looks at what one took oneself. */
  | { readonly kind: 'ownEmergency' }
  | { readonly kind: 'notConfirmed'; readonly triesLeft: number }
  | { readonly kind: 'otherIdentifiers'; readonly needs: NeededIdentifiers }
  | { readonly kind: 'tooManyTries' }
  | { readonly kind: 'tooManySearches' }
  | { readonly kind: 'badPatient'; readonly field: PatientField }
  /** No form of the packet lists one of these to be filled in beforehand. */
  | { readonly kind: 'notAsked' }
  | { readonly kind: 'kiosksUnheard' }
  | { readonly kind: 'noKiosk' }
  /** Somebody stands in front of that kiosk, or it serves nobody now. */
  | { readonly kind: 'kioskBusy' }
  | { readonly kind: 'kioskSilent' }
  | { readonly kind: 'tooManyCodes' }
  | { readonly kind: 'packetClosed' }
  /** A patient has this desk's screen, or is just being given it. */
  | { readonly kind: 'withPatient' }
  | { readonly kind: 'noScreen' }
  | { readonly kind: 'failed' }

/** Main's answer to a message. */
export type DeskReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: DeskRefusal }

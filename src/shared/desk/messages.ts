import * as z from 'zod/mini'
import { locale } from '../locale.ts'
import { emergencyRole, memberId, type SecretWeakness } from './members.ts'
import { reasonLength } from './limits.ts'
import type { NeededIdentifiers, PatientField } from './patients.ts'

const reason = z
  .string()
  .check(z.trim(), z.minLength(reasonLength.least), z.maxLength(reasonLength.most))
/** Text typed to sign in; main decides if it is right or can be chosen. */
const secret = z.string().check(z.maxLength(500))
const operationName = z.string().check(z.maxLength(60))

/** Acts on the session itself, not on a record. */
const sessionAct = z.discriminatedUnion('act', [
  /** At the first start: makes the first administrator. */
  z.strictObject({
    act: z.literal('setUp'),
    name: z.string().check(z.maxLength(200)),
    secret,
  }),
  z.strictObject({ act: z.literal('signIn'), memberId, secret }),
  /** Change of the signed-in member's own secret. */
  z.strictObject({ act: z.literal('changeSecret'), present: secret, next: secret }),
  /** Takes a role for a while, in an emergency. */
  z.strictObject({ act: z.literal('emergency'), role: emergencyRole, reason }),
  z.strictObject({ act: z.literal('lock') }),
  /** Ends the visit of the patient on this desk's screen; no effect without one. */
  z.strictObject({ act: z.literal('endVisit') }),
  z.strictObject({ act: z.literal('chooseLanguage'), locale }),
  /** Setting of single-key shortcuts for the signed-in member; kept for them. */
  z.strictObject({ act: z.literal('singleKeys'), areOn: z.boolean() }),
  /** Somebody is there: the desk does not lock yet. */
  z.strictObject({ act: z.literal('activity') }),
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

/** Reason that main refused. */
export type DeskRefusal =
  /** It is no message, or no operation of that name takes it. */
  | { readonly kind: 'malformed' }
  /** It does not come from the desk's own page. */
  | { readonly kind: 'notAllowed' }
  /** Nobody is signed in. */
  | { readonly kind: 'locked' }
  /** The signed-in member lacks the right. */
  | { readonly kind: 'noRight' }
  | { readonly kind: 'reasonNeeded' }
  /** The page was shown no such record. */
  | { readonly kind: 'unknownReference' }
  /** The service cannot be reached, or answers nobody now. */
  | { readonly kind: 'offline' }
  /** The service says no, or has no such record any more. */
  | { readonly kind: 'refusedByService' }
  /** `waitMs` passes before another try is looked at. */
  | { readonly kind: 'wrongSecret'; readonly waitMs: number }
  /** Not looked at: too many were wrong. */
  | { readonly kind: 'mustWait'; readonly waitMs: number }
  /** It was taken away: an administrator gives a new one. */
  | { readonly kind: 'noSecret' }
  /** This one cannot be chosen. */
  | { readonly kind: 'badSecret'; readonly why: SecretWeakness | 'same' }
  | { readonly kind: 'badName' }
  /** Another member has it. */
  | { readonly kind: 'nameTaken' }
  | { readonly kind: 'noRole' }
  | { readonly kind: 'lastAdministrator' }
  /** Nobody resets their own. */
  | { readonly kind: 'ownSecret' }
  /** Another administrator looks at what one took oneself. */
  | { readonly kind: 'ownEmergency' }
  /** The answer does not fit the record; the number of tries left for it. */
  | { readonly kind: 'notConfirmed'; readonly triesLeft: number }
  /** Other identifiers must be asked for, or one more. */
  | { readonly kind: 'otherIdentifiers'; readonly needs: NeededIdentifiers }
  /** Not looked at: too much was said that does not fit. */
  | { readonly kind: 'tooManyTries' }
  /** Not looked for: there were too many searches by what opens a chart. */
  | { readonly kind: 'tooManySearches' }
  /** Of a patient's record this cannot be written. */
  | { readonly kind: 'badPatient'; readonly field: PatientField }
  /** No form of the packet lists one of these to be filled in beforehand. */
  | { readonly kind: 'notAsked' }
  /** This desk cannot reach kiosks now, in either direction. */
  | { readonly kind: 'kiosksUnheard' }
  /** No kiosk of this desk is on. */
  | { readonly kind: 'noKiosk' }
  /** Somebody stands in front of that kiosk, or it serves nobody now. */
  | { readonly kind: 'kioskBusy' }
  /** That kiosk did not answer. */
  | { readonly kind: 'kioskSilent' }
  /** So many codes wait to be typed that no other one is made. */
  | { readonly kind: 'tooManyCodes' }
  /** The packet is completed or put away. */
  | { readonly kind: 'packetClosed' }
  /** A patient has this desk's screen, or is just being given it. */
  | { readonly kind: 'withPatient' }
  /** No window for a patient could be opened on this desk's screen. */
  | { readonly kind: 'noScreen' }
  | { readonly kind: 'failed' }

/** Main's answer to a message. */
export type DeskReply =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly error: DeskRefusal }

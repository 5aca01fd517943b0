import * as z from 'zod/mini'
import { locale } from '../locale.ts'
import { emergencyRole, memberId, reasonLength } from './members.ts'
import { neededIdentifiers, patientField } from './patients.ts'

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
const deskRefusal = z.discriminatedUnion('kind', [
  /** It is no message, or no operation of that name takes it. */
  z.strictObject({ kind: z.literal('malformed') }),
  /** It does not come from the desk's own page. */
  z.strictObject({ kind: z.literal('notAllowed') }),
  /** Nobody is signed in. */
  z.strictObject({ kind: z.literal('locked') }),
  /** The signed-in member lacks the right. */
  z.strictObject({ kind: z.literal('noRight') }),
  z.strictObject({ kind: z.literal('reasonNeeded') }),
  /** The page was shown no such record. */
  z.strictObject({ kind: z.literal('unknownReference') }),
  /** The service cannot be reached, or answers nobody now. */
  z.strictObject({ kind: z.literal('offline') }),
  /** The service says no, or has no such record any more. */
  z.strictObject({ kind: z.literal('refusedByService') }),
  /** `waitMs` passes before another try is looked at. */
  z.strictObject({ kind: z.literal('wrongSecret'), waitMs: z.number() }),
  /** Not looked at: too many were wrong. */
  z.strictObject({ kind: z.literal('mustWait'), waitMs: z.number() }),
  /** It was taken away: an administrator gives a new one. */
  z.strictObject({ kind: z.literal('noSecret') }),
  /** This one cannot be chosen. */
  z.strictObject({
    kind: z.literal('badSecret'),
    why: z.enum(['tooShort', 'tooLong', 'tooEasy', 'ownName', 'same']),
  }),
  z.strictObject({ kind: z.literal('badName') }),
  /** Another member has it. */
  z.strictObject({ kind: z.literal('nameTaken') }),
  z.strictObject({ kind: z.literal('noRole') }),
  z.strictObject({ kind: z.literal('lastAdministrator') }),
  /** Nobody resets their own. */
  z.strictObject({ kind: z.literal('ownSecret') }),
  /** Another administrator looks at what one took oneself. */
  z.strictObject({ kind: z.literal('ownEmergency') }),
  /** The answer does not fit the record; the number of tries left for it. */
  z.strictObject({ kind: z.literal('notConfirmed'), triesLeft: z.number() }),
  /** Other identifiers must be asked for, or one more. */
  z.strictObject({ kind: z.literal('otherIdentifiers'), needs: neededIdentifiers }),
  /** Not looked at: too much was said that does not fit. */
  z.strictObject({ kind: z.literal('tooManyTries') }),
  /** Not looked for: there were too many searches by what opens a chart. */
  z.strictObject({ kind: z.literal('tooManySearches') }),
  /** Of a patient's record this cannot be written. */
  z.strictObject({ kind: z.literal('badPatient'), field: patientField }),
  /** No form of the packet lists one of these to be filled in beforehand. */
  z.strictObject({ kind: z.literal('notAsked') }),
  /** This desk cannot reach kiosks now, in either direction. */
  z.strictObject({ kind: z.literal('kiosksUnheard') }),
  /** No kiosk of this desk is on. */
  z.strictObject({ kind: z.literal('noKiosk') }),
  /** Somebody stands in front of that kiosk, or it serves nobody now. */
  z.strictObject({ kind: z.literal('kioskBusy') }),
  /** That kiosk did not answer. */
  z.strictObject({ kind: z.literal('kioskSilent') }),
  /** So many codes wait to be typed that no other one is made. */
  z.strictObject({ kind: z.literal('tooManyCodes') }),
  /** The packet is completed or put away. */
  z.strictObject({ kind: z.literal('packetClosed') }),
  /** A patient has this desk's screen, or is just being given it. */
  z.strictObject({ kind: z.literal('withPatient') }),
  /** No window for a patient could be opened on this desk's screen. */
  z.strictObject({ kind: z.literal('noScreen') }),
  z.strictObject({ kind: z.literal('failed') }),
])
export type DeskRefusal = z.infer<typeof deskRefusal>

/** Main's answer to a message. */
export const deskReply = z.discriminatedUnion('ok', [
  z.strictObject({ ok: z.literal(true), value: z.unknown() }),
  z.strictObject({ ok: z.literal(false), error: deskRefusal }),
])
export type DeskReply = z.infer<typeof deskReply>

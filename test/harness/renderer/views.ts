import { standardDisplay } from '../../../src/shared/display.ts'
import type { Clinic } from '../../../src/shared/clinic.ts'
import type { Screen, View } from '../../../src/shared/ipc.ts'
import {
  typingInto,
  arrival,
  ending,
  contact,
  deskCode,
  code,
  lockedBy,
  birthDate,
  ownPhone,
  packets,
} from './sample-screens.ts'
import { shownClinic } from '../../../src/main/visit/view/shown-clinic.ts'
import type { Overlay } from '../../../src/shared/overlay.ts'

/** A clinic with a name of ordinary length. */
export const clinic: Clinic = {
  name: 'Harbor View Family Clinic',
  color: '#0b5c6b',
  logoLetter: 'H',
  logoLetterColor: '#ffffff',
  locales: ['en', 'es'],
}

/** A clinic whose name tries the layout. */
export const longClinic: Clinic = {
  ...clinic,
  name: 'Centro Comunitario de Salud Familiar y Rehabilitación Nuestra Señora de Guadalupe, Westside',
  logoLetter: 'ÑW',
}

/** Colours that a clinic could choose to its patients' harm. */
export const hostileColors = ['#ffff99', '#000000', '#ffffff', '#777777'] as const

/** Every screen in every state in which it looks different. */
export const screens: Readonly<Record<string, Screen>> = {
  welcome: { name: 'welcome' },
  'contact-phone': contact('sms'),
  'contact-phone-or-desk-code': { ...contact('sms'), canUseDeskCode: true },
  'contact-email-or-desk-code': { ...contact('email'), canUseDeskCode: true },
  'desk-code': deskCode,
  'desk-code-wrong': { ...deskCode, error: 'wrong', errorCount: 1 },
  'desk-code-wrong-last-try': { ...deskCode, error: 'wrong', errorCount: 4, lastTry: true },
  'desk-code-last-try': { ...deskCode, lastTry: true },
  'desk-code-incomplete': { ...deskCode, error: 'incomplete', errorCount: 1 },
  'desk-code-unheard': { ...deskCode, error: 'unheard', errorCount: 1 },
  'desk-code-pause': { ...deskCode, error: 'wrong', errorCount: 3, waitMs: 40_000 },
  'checking-desk-code': { name: 'checkingDeskCode' },
  'contact-phone-empty': { ...contact('sms'), error: 'empty', errorCount: 1 },
  'contact-phone-not-valid': { ...contact('sms'), error: 'notValid', errorCount: 1 },
  'contact-phone-not-served': { ...contact('sms'), error: 'notServed', errorCount: 1 },
  'contact-phone-not-sent': { ...contact('sms'), error: 'notSent', errorCount: 1 },
  'contact-phone-of-two': {
    ...contact('sms'),
    ...{ step: { current: 1, total: 2 }, canUseOtherChannel: false },
  },
  'contact-email': contact('email'),
  'contact-email-empty': { ...contact('email'), error: 'empty', errorCount: 1 },
  'contact-email-not-valid': { ...contact('email'), error: 'notValid', errorCount: 1 },
  'contact-email-not-sent': { ...contact('email'), error: 'notSent', errorCount: 1 },
  'contact-email-of-two': {
    ...contact('email'),
    ...{ step: { current: 2, total: 2 }, canUseOtherChannel: false },
  },
  'sending-phone': { name: 'sending', channel: 'sms', waitMs: 0 },
  'sending-email': { name: 'sending', channel: 'email', waitMs: 0 },
  'sending-phone-wait': { name: 'sending', channel: 'sms', waitMs: 95_000 },
  'code-phone': code('sms'),
  'code-email': code('email'),
  'code-shown': {
    ...code('sms'),
    sentTo: { masked: '01', whole: '+1 415 555 0101', canShow: false },
  },
  'code-last-try': { ...code('email'), error: 'wrong', errorCount: 4, lastTry: true },
  'code-letters': { ...code('sms'), length: 8, alphabet: 'alphanumeric' },
  'code-letters-incomplete': {
    ...code('email'),
    length: 8,
    alphabet: 'alphanumeric',
    error: 'incomplete',
    errorCount: 1,
  },
  'code-incomplete': { ...code('sms'), error: 'incomplete', errorCount: 1 },
  'code-wrong': { ...code('sms'), error: 'wrong', errorCount: 1 },
  'code-wrong-wait': {
    ...code('sms'),
    error: 'wrong',
    errorCount: 3,
    waitMs: 60_000,
    resendInMs: 120_000,
  },
  'code-expired': { ...code('email'), error: 'expired', errorCount: 1, resendInMs: 0 },
  'code-resent': { ...code('sms'), resent: true },
  'code-call-offered': { ...code('sms'), resendInMs: 0, canCall: true },
  'code-called': { ...code('sms'), resent: true, canCall: true, called: true },
  'code-resend-ready': { ...code('sms'), resendInMs: 0 },
  checking: { name: 'checking', channel: 'sms' },
  matching: { name: 'matching' },
  'birth-date': birthDate({}),
  'birth-date-of-another': birthDate({ isForAnother: true }),
  locked: { name: 'locked', error: null, errorCount: 0, lastTry: false },
  'locked-not-matched': { name: 'locked', error: 'notMatched', errorCount: 1, lastTry: true },
  'locked-by-phone': lockedBy('sms'),
  'locked-by-phone-not-matched': { ...lockedBy('sms'), error: 'notMatched', lastTry: true },
  'locked-by-email': lockedBy('email'),
  'birth-date-not-a-date': birthDate({ error: 'notADate', errorCount: 1 }),
  'birth-date-not-matched': birthDate({ error: 'notMatched', errorCount: 1, lastTry: true }),
  'arrival-due': arrival('due'),
  'arrival-due-unnamed': arrival('due', { with: null, what: null }),
  'arrival-late': arrival('late'),
  'arrival-several': {
    ...{ name: 'arrival', kind: 'several' },
    visits: ['10:30', '11:15', '12:00'].map((time, index) => ({
      ...{ key: String(index + 1), time, place: null },
      with: index === 2 ? null : ['Dr. Chen', 'Joan Whitaker, NP'][index]!,
      what: index === 1 ? null : ['New patient visit', '', 'Blood draw'][index]!,
    })),
  },
  'arrival-early': arrival('early'),
  'arrival-elsewhere': arrival('elsewhere', { place: 'Lakeside Pediatrics' }),
  'arrival-elsewhere-unnamed': arrival('elsewhere'),
  'arrival-telehealth': arrival('telehealth', { what: 'Video follow-up' }),
  'arrival-cancelled': arrival('cancelled'),
  'arrival-arrived': arrival('arrived'),
  'finding-forms': { name: 'findingForms' },
  'choose-packet': { name: 'choosePacket', packets: packets(3) },
  'choose-packet-many': { name: 'choosePacket', packets: packets(9) },
  'where-to-fill-in': { name: 'whereToFillIn', canUseOwnPhone: true },
  'where-to-fill-in-here': { name: 'whereToFillIn', canUseOwnPhone: false },
  'own-phone': ownPhone(37),
  'own-phone-long-address': ownPhone(117),
  'public-forms-offer': { name: 'publicFormsOffer' },
  'offline-name': { name: 'offlineName', error: null, errorCount: 0 },
  'offline-name-missing': { name: 'offlineName', error: 'lastMissing', errorCount: 1 },
  opening: { name: 'opening' },
  completing: { name: 'completing', packetName: 'New patient forms', completion: 'open' },
  'completing-unnamed': { name: 'completing', packetName: null, completion: 'unknown' },
  'completing-complete': {
    name: 'completing',
    packetName: 'New patient forms',
    completion: 'complete',
  },
  'completing-paper': {
    name: 'completing',
    packetName: 'New patient forms',
    completion: 'open',
    paper: true,
  },
  'completing-offline': { name: 'completing', packetName: null, completion: 'offline' },
  'completing-typing': typingInto({ kind: 'text', isHidden: false }),
  'completing-typing-email': typingInto({ kind: 'email', isHidden: false }),
  'completing-typing-number': typingInto({ kind: 'decimal', isHidden: false }),
  'completing-keys-hidden': typingInto({ kind: 'text', isHidden: true }),
  'completing-files': {
    name: 'completing',
    packetName: 'New patient forms',
    completion: 'open',
    note: 'files',
  },
  'completing-handout': {
    name: 'completing',
    packetName: 'New patient forms',
    completion: 'open',
    note: 'handout',
  },
  'completing-files-keys-hidden': {
    ...typingInto({ kind: 'text', isHidden: true }),
    note: 'files',
  },
  'cut-off': { name: 'cutOff' },
  'cut-off-offline': { name: 'cutOff', canGoOffline: true },
  confirming: { name: 'confirming' },
  unfinished: { name: 'unfinished', formsLeft: null },
  'unfinished-one': { name: 'unfinished', formsLeft: 1 },
  'unfinished-two': { name: 'unfinished', formsLeft: 2 },
  'finished-kept': { name: 'finished', kind: 'kept', closesInMs: 20_000 },
  'finished-kept-expected': {
    ...{ name: 'finished', kind: 'kept', closesInMs: 20_000 },
    expected: { time: '10:30', with: 'Dr. Maximiliana Fernández-Oyarzún' },
  },
  'finished-own-phone': { name: 'finished', kind: 'ownPhone', closesInMs: 20_000 },
  'finished-own-phone-arrived': {
    ...{ name: 'finished', kind: 'ownPhone', closesInMs: 20_000 },
    arrival: ending('checkedIn'),
  },
  'finished-complete-arrived': {
    ...{ name: 'finished', kind: 'complete', closesInMs: 20_000 },
    arrival: ending('checkedIn'),
  },
  'finished-complete-desk': {
    ...{ name: 'finished', kind: 'complete', closesInMs: 20_000 },
    arrival: ending('desk'),
  },
  'finished-complete-none': {
    ...{ name: 'finished', kind: 'complete', closesInMs: 20_000 },
    arrival: ending('none'),
  },
  'finished-saved-arrived': {
    ...{ name: 'finished', kind: 'saved', closesInMs: 20_000 },
    arrival: { ...ending('checkedIn'), directions: null },
  },
  'finished-kept-arrived': {
    ...{ name: 'finished', kind: 'kept', closesInMs: 20_000 },
    arrival: ending('checkedIn'),
  },
  'finished-complete': { name: 'finished', kind: 'complete', closesInMs: 20_000 },
  'finished-saved': { name: 'finished', kind: 'saved', closesInMs: 20_000 },
  'finished-closed': { name: 'finished', kind: 'closed', closesInMs: 20_000 },
  'ask-staff': { name: 'askStaff', helpNumber: '4 271', closesInMs: 20_000 },
  'too-many-tries': { name: 'tooManyTries', helpNumber: '4 271', closesInMs: 20_000 },
  'nothing-waiting-arrived': {
    ...{ name: 'nothingWaiting', closesInMs: 20_000 },
    arrival: ending('checkedIn'),
  },
  'nothing-waiting-early': {
    ...{ name: 'nothingWaiting', closesInMs: 20_000 },
    arrival: ending('early'),
  },
  'nothing-waiting-remote': {
    ...{ name: 'nothingWaiting', closesInMs: 20_000 },
    arrival: ending('remote'),
  },
  'nothing-waiting': { name: 'nothingWaiting', closesInMs: 20_000 },
  unavailable: { name: 'unavailable', retrying: false, helpNumber: '4 271' },
  'unavailable-retrying': { name: 'unavailable', retrying: true, helpNumber: '4 271' },
  'out-of-service': { name: 'outOfService' },
}

/** Every overlay. */
export const overlays: Readonly<Record<string, Overlay>> = {
  help: { name: 'help', helpNumber: '4 271' },
  'help-told': { name: 'help', helpNumber: '4 271', heard: 'told' },
  'help-coming': { name: 'help', helpNumber: '4 271', heard: 'coming' },
  'idle-warning': { name: 'idleWarning', closesInMs: 30_000 },
  'start-over': { name: 'startOver' },
  'form-says': { name: 'formAsks', number: 1, kind: 'alert', text: 'Saved.', typed: '' },
  'form-says-much': {
    name: 'formAsks',
    number: 1,
    kind: 'alert',
    text: `${'Please read this to the end. '.repeat(20)}${'x'.repeat(20)}`,
    typed: '',
  },
  'form-asks': {
    name: 'formAsks',
    number: 1,
    kind: 'confirm',
    text: 'Send your forms now?\n\nPress OK to send them.',
    typed: '',
  },
  'form-asks-for-text': {
    name: 'formAsks',
    number: 1,
    kind: 'prompt',
    text: 'Who is with you today? '.repeat(8),
    typed: 'Nobody',
  },
  'form-asks-to-leave': { name: 'formAsks', number: 1, kind: 'leave', text: '', typed: '' },
  camera: { name: 'camera', number: 1 },
  display: { name: 'display' },
  'visit-ends': { name: 'visitEnds', closesInMs: 30_000, canExtend: true, helpNumber: '4 271' },
  'visit-ends-last': {
    name: 'visitEnds',
    closesInMs: 30_000,
    canExtend: false,
    helpNumber: '4 271',
  },
  'staff-locks': { name: 'staffLocks', locksInMs: 20_000, staysByTouch: true },
  'staff-ends': { name: 'staffLocks', locksInMs: 60_000, staysByTouch: false },
}

let sequence = 0

/** A view as main would send it, with a sequence number above all earlier ones. */
export function viewOf(
  screen: Screen,
  {
    clinic: shown = clinic,
    ...rest
  }: Partial<Pick<View, 'overlay' | 'locale' | 'assisted' | 'helpHeard' | 'display'>> & {
    readonly clinic?: Clinic
  } = {},
): View {
  sequence += 1
  const usual = { locale: 'en', display: standardDisplay, overlay: null } as const
  return { sequence, ...usual, ...rest, clinic: shownClinic(shown), screen }
}

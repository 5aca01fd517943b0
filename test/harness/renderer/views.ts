import { standardDisplay } from '../../../src/shared/display.ts'
import type { FieldKind } from '../../../src/shared/focused-field.ts'
import type { Clinic, Overlay, Screen, View } from '../../../src/shared/ipc.ts'

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
  'code-resend-ready': { ...code('sms'), resendInMs: 0 },
  checking: { name: 'checking', channel: 'sms' },
  matching: { name: 'matching' },
  'birth-date': birthDate({}),
  'birth-date-of-another': birthDate({ isForAnother: true }),
  locked: { name: 'locked', error: null, errorCount: 0, lastTry: false },
  'locked-not-matched': { name: 'locked', error: 'notMatched', errorCount: 1, lastTry: true },
  'birth-date-not-a-date': birthDate({ error: 'notADate', errorCount: 1 }),
  'birth-date-not-matched': birthDate({ error: 'notMatched', errorCount: 1, lastTry: true }),
  'finding-forms': { name: 'findingForms' },
  'choose-packet': { name: 'choosePacket', packets: packets(3) },
  'choose-packet-many': { name: 'choosePacket', packets: packets(9) },
  'public-forms-offer': { name: 'publicFormsOffer' },
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
  confirming: { name: 'confirming' },
  unfinished: { name: 'unfinished', formsLeft: null },
  'unfinished-one': { name: 'unfinished', formsLeft: 1 },
  'unfinished-two': { name: 'unfinished', formsLeft: 2 },
  'finished-complete': { name: 'finished', kind: 'complete', closesInMs: 20_000 },
  'finished-saved': { name: 'finished', kind: 'saved', closesInMs: 20_000 },
  'finished-closed': { name: 'finished', kind: 'closed', closesInMs: 20_000 },
  'ask-staff': { name: 'askStaff', helpNumber: '4 271', closesInMs: 20_000 },
  'too-many-tries': { name: 'tooManyTries', helpNumber: '4 271', closesInMs: 20_000 },
  'nothing-waiting': { name: 'nothingWaiting', closesInMs: 20_000 },
  unavailable: { name: 'unavailable', retrying: false, helpNumber: '4 271' },
  'unavailable-retrying': { name: 'unavailable', retrying: true, helpNumber: '4 271' },
  'out-of-service': { name: 'outOfService' },
}

/** Every overlay. */
export const overlays: Readonly<Record<string, Overlay>> = {
  help: { name: 'help', helpNumber: '4 271' },
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
  rest: Partial<Pick<View, 'overlay' | 'locale' | 'clinic' | 'assisted' | 'display'>> = {},
): View {
  sequence += 1
  const usual = { locale: 'en', display: standardDisplay, clinic, overlay: null } as const
  return { sequence, ...usual, ...rest, screen }
}

function typingInto({ kind, isHidden }: { kind: FieldKind; isHidden: boolean }) {
  return {
    name: 'completing',
    packetName: 'New patient forms',
    completion: 'open',
    typing: { token: '1', kind, hides: false, lang: '', enter: 'enter', isHidden },
  } satisfies Screen
}

function contact(channel: 'sms' | 'email'): Extract<Screen, { name: 'contact' }> {
  return {
    name: 'contact',
    channel,
    step: null,
    phoneRegion: 'US',
    canUseOtherChannel: true,
    error: null,
    errorCount: 0,
  }
}

function code(channel: 'sms' | 'email'): Extract<Screen, { name: 'code' }> {
  return {
    name: 'code',
    channel,
    length: 6,
    alphabet: 'digits',
    error: null,
    errorCount: 0,
    waitMs: 0,
    resendInMs: 30_000,
    resent: false,
    sentTo: {
      masked: channel === 'sms' ? '01' : 'm…@a-long-name-of-a-mail-provider.example',
      whole: null,
      canShow: true,
    },
    lastTry: false,
  }
}

function birthDate(
  more: Partial<Extract<Screen, { name: 'dateOfBirth' }>>,
): Extract<Screen, { name: 'dateOfBirth' }> {
  return {
    ...{ name: 'dateOfBirth', isForAnother: false, error: null, errorCount: 0, lastTry: false },
    ...more,
  }
}

function packets(count: number): Extract<Screen, { name: 'choosePacket' }>['packets'] {
  const names = [
    'New patient forms',
    'Consent for treatment and acknowledgement of privacy practices for minors and their guardians',
    'Knee follow-up',
  ]
  return Array.from({ length: count }, (_, index) => ({
    key: String(index + 1),
    name: names[index % names.length]!,
    dueDate: index % 3 === 2 ? null : `2026-0${(index % 9) + 1}-14`,
    started: index % 3 === 1,
  }))
}

import type { ArrivalEnding } from '../../../src/shared/arrival.ts'
import type { FieldKind } from '../../../src/shared/focused-field.ts'
import type { Screen, View } from '../../../src/shared/ipc.ts'
import { drawQrCode } from '../../../src/main/base/draw-qr-code.ts'
import { screenWith, type Of } from './blank.ts'
import { standardDisplay } from '../../../src/shared/display.ts'
import type { Clinic } from '../../../src/shared/clinic.ts'
import { shownClinic } from '../../../src/main/kiosk/visit/view/view-frame.ts'
import type { Overlay } from '../../../src/shared/overlay.ts'

type Arrival = Of<'arrival'>

function arrival(kind: Arrival['kind'], more: Partial<Arrival['visits'][number]> = {}): Arrival {
  const named = { with: 'Dr. Chen', what: 'New patient visit', place: null }
  return { name: 'arrival', kind, visits: [{ key: '1', time: '10:30', ...named, ...more }] }
}

function ending(state: ArrivalEnding['state']): ArrivalEnding {
  const directions = 'Please sit in the blue area, next to the fish tank. We will call your name.'
  return { state, time: state === 'early' ? '15:30' : null, directions }
}

/** The code for a phone, of an address of so many characters. */
const ownPhone = (length: number) =>
  screenWith('ownPhone', {
    code: drawQrCode('https://intake.example.com/'.padEnd(length, 'a')),
    closesInMs: 60_000,
  })

export const deskCode = screenWith('deskCode', { length: 6 })

const contact = (channel: 'sms' | 'email') =>
  screenWith('contact', { channel, phoneRegion: 'US', canUseOtherChannel: true })
const contactOfTwo = (channel: 'sms' | 'email', current: number) =>
  screenWith('contact', { channel, phoneRegion: 'US', step: { current, total: 2 } })

const code = (channel: 'sms' | 'email') =>
  screenWith('code', {
    channel,
    length: 6,
    resendInMs: 30_000,
    sentTo: {
      masked: channel === 'sms' ? '01' : 'm…@a-long-name-of-a-mail-provider.example',
      whole: null,
      canShow: true,
    },
  })

const lockedBy = (channel: 'sms' | 'email') =>
  screenWith('lockedByContact', { channel, ...(channel === 'sms' && { phoneRegion: 'US' }) })

const birthDate = (more?: Partial<Of<'dateOfBirth'>>) => screenWith('dateOfBirth', more)

function packets(count: number): Of<'choosePacket'>['packets'] {
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

/** A clinic with a name of ordinary length. */
export const clinic: Clinic = {
  name: 'Harbor View Family Clinic',
  areaCode: '202',
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

export const completing = (more: Partial<Of<'completing'>> = {}) =>
  screenWith('completing', { packetName: 'New patient forms', ...more })
const typingInto = (kind: FieldKind, isHidden = false) =>
  completing({ typing: { token: '1', kind, hides: false, lang: '', enter: 'enter', isHidden } })
const finished = (kind: Of<'finished'>['kind'], more: Partial<Of<'finished'>> = {}) =>
  screenWith('finished', { kind, closesInMs: 20_000, ...more })
const nothingWaiting = (more: Partial<Of<'nothingWaiting'>> = {}) =>
  screenWith('nothingWaiting', { closesInMs: 20_000, ...more })
/** A screen with each of these errors, by its name and theirs. */
const failing = (
  name: string,
  screen: Screen,
  ...errors: string[]
): Readonly<Record<string, Screen>> =>
  Object.fromEntries(
    errors.map((error) => [
      `${name}-${error.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      { ...screen, error, errorCount: 1 } as Screen,
    ]),
  )
const letters = { length: 8, alphabet: 'alphanumeric' } as const
const keysHidden = typingInto('text', true)

/** Every screen in every state in which it looks different. */
export const screens: Readonly<Record<string, Screen>> = {
  welcome: { name: 'welcome' },
  'welcome-resting': { name: 'welcome', isResting: true },
  'contact-phone': contact('sms'),
  'contact-phone-or-desk-code': { ...contact('sms'), canUseDeskCode: true },
  'contact-email-or-desk-code': { ...contact('email'), canUseDeskCode: true },
  'desk-code': deskCode,
  ...failing('desk-code', deskCode, 'wrong', 'incomplete', 'unheard'),
  'desk-code-wrong-last-try': { ...deskCode, error: 'wrong', errorCount: 4, lastTry: true },
  'desk-code-last-try': { ...deskCode, lastTry: true },
  'desk-code-pause': { ...deskCode, error: 'wrong', errorCount: 3, waitMs: 40_000 },
  'checking-desk-code': { name: 'checkingDeskCode' },
  ...failing('contact-phone', contact('sms'), 'empty', 'notValid', 'notServed', 'notSent'),
  'contact-phone-of-two': contactOfTwo('sms', 1),
  'contact-email': contact('email'),
  ...failing('contact-email', contact('email'), 'empty', 'notValid', 'notSent'),
  'contact-email-of-two': contactOfTwo('email', 2),
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
  'code-letters': { ...code('sms'), ...letters },
  ...failing('code-letters', { ...code('email'), ...letters }, 'incomplete'),
  ...failing('code', code('sms'), 'incomplete', 'wrong'),
  'code-wrong-wait': {
    ...code('sms'),
    error: 'wrong',
    errorCount: 3,
    waitMs: 60_000,
    resendInMs: 120_000,
  },
  ...failing('code', { ...code('email'), resendInMs: 0 }, 'expired'),
  'code-resent': { ...code('sms'), resent: true },
  'code-call-offered': { ...code('sms'), resendInMs: 0, canCall: true },
  'code-called': { ...code('sms'), resent: true, canCall: true, called: true },
  'code-resend-ready': { ...code('sms'), resendInMs: 0 },
  checking: { name: 'checking', channel: 'sms' },
  matching: { name: 'matching' },
  'birth-date': birthDate(),
  'birth-date-of-another': birthDate({ isForAnother: true }),
  locked: screenWith('locked'),
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
    name: 'arrival',
    kind: 'several',
    visits: ['10:30', '11:15', '12:00'].map((time, index) => ({
      key: String(index + 1),
      time,
      place: null,
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
  'own-phone': ownPhone(80),
  'own-phone-long-address': ownPhone(950),
  'public-forms-offer': { name: 'publicFormsOffer' },
  'offline-name': screenWith('fullName', { offline: true }),
  'full-name': screenWith('fullName'),
  'offline-name-missing': { name: 'fullName', offline: true, error: 'lastMissing', errorCount: 1 },
  opening: { name: 'opening' },
  completing: completing(),
  'completing-unnamed': completing({ packetName: null, completion: 'unknown' }),
  'completing-complete': completing({ completion: 'complete' }),
  'completing-paper': completing({ paper: true }),
  'completing-offline': completing({ packetName: null, completion: 'offline' }),
  'completing-typing': typingInto('text'),
  'completing-typing-email': typingInto('email'),
  'completing-typing-number': typingInto('decimal'),
  'completing-keys-hidden': keysHidden,
  'completing-files': completing({ note: 'files' }),
  'completing-handout': completing({ note: 'handout' }),
  'completing-unheard': completing({ note: 'unheard' }),
  'completing-expired': completing({ note: 'expired' }),
  'completing-files-keys-hidden': { ...keysHidden, note: 'files' },
  'cut-off': { name: 'cutOff' },
  'cut-off-offline': { name: 'cutOff', canGoOffline: true },
  confirming: { name: 'confirming' },
  unfinished: { name: 'unfinished', formsLeft: null },
  'unfinished-one': { name: 'unfinished', formsLeft: 1 },
  'unfinished-two': { name: 'unfinished', formsLeft: 2 },
  'finished-kept': finished('kept'),
  'finished-kept-expected': finished('kept', {
    expected: { time: '10:30', with: 'Dr. Maximiliana Fernández-Oyarzún' },
  }),
  'finished-own-phone': finished('ownPhone'),
  'finished-own-phone-arrived': finished('ownPhone', { arrival: ending('checkedIn') }),
  'finished-complete-arrived': finished('complete', { arrival: ending('checkedIn') }),
  'finished-complete-desk': finished('complete', { arrival: ending('desk') }),
  'finished-complete-none': finished('complete', { arrival: ending('none') }),
  'finished-saved-arrived': finished('saved', {
    arrival: { ...ending('checkedIn'), directions: null },
  }),
  'finished-kept-arrived': finished('kept', { arrival: ending('checkedIn') }),
  'finished-complete': finished('complete'),
  'finished-shared': finished('complete', { canCheckInAnother: true }),
  'finished-saved': finished('saved'),
  'finished-closed': finished('closed'),
  'ask-staff': { name: 'askStaff', helpNumber: '4 271', closesInMs: 20_000 },
  'too-many-tries': { name: 'tooManyTries', helpNumber: '4 271', closesInMs: 20_000 },
  'nothing-waiting-arrived': nothingWaiting({ arrival: ending('checkedIn') }),
  'nothing-waiting-early': nothingWaiting({ arrival: ending('early') }),
  'nothing-waiting-remote': nothingWaiting({ arrival: ending('remote') }),
  'nothing-waiting': nothingWaiting(),
  unavailable: { name: 'unavailable', retrying: false, helpNumber: '4 271' },
  'unavailable-retrying': { name: 'unavailable', retrying: true, helpNumber: '4 271' },
  'out-of-service': { name: 'outOfService' },
}

const formAsks = (kind: 'alert' | 'confirm' | 'prompt' | 'leave', text = '', typed = '') =>
  ({ name: 'formAsks', number: 1, kind, text, typed }) satisfies Overlay
const visitEnds = (canExtend: boolean) =>
  ({ name: 'visitEnds', closesInMs: 30_000, canExtend, helpNumber: '4 271' }) satisfies Overlay

export const overlays: Readonly<Record<string, Overlay>> = {
  help: { name: 'help', helpNumber: '4 271' },
  'help-told': { name: 'help', helpNumber: '4 271', heard: 'told' },
  'help-coming': { name: 'help', helpNumber: '4 271', heard: 'coming' },
  'idle-warning': { name: 'idleWarning', closesInMs: 30_000 },
  'start-over': { name: 'startOver' },
  'form-says': formAsks('alert', 'Saved.'),
  'form-says-much': formAsks(
    ...(['alert', `${'Please read this to the end. '.repeat(20)}${'x'.repeat(20)}`] as const),
  ),
  'form-asks': formAsks('confirm', 'Send your forms now?\n\nPress OK to send them.'),
  'form-asks-for-text': formAsks('prompt', 'Who is with you today? '.repeat(8), 'Nobody'),
  'form-asks-to-leave': formAsks('leave'),
  camera: { name: 'camera', number: 1 },
  display: { name: 'display' },
  'visit-ends': visitEnds(true),
  'visit-ends-last': visitEnds(false),
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

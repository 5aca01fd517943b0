import type {
  HelpCallRow,
  KioskInvitation,
  KioskRow,
  KiosksGlance,
  WaitingIntakeRow,
} from '../../../src/shared/desk/kiosks.ts'
import type { DeskReply } from '../../../src/shared/desk/messages.ts'
import type { DeskView } from '../../../src/shared/desk/view.ts'
import { ana } from './fake-desk-main.ts'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const refused = (kind: 'failed'): DeskReply => ({ ok: false, error: { kind } })
const never = () => new Promise<DeskReply>(() => undefined)
const minute = 60_000
const at = Date.UTC(2026, 2, 4, 15, 6, 7)

/** Calls for help of each kind, the first `now` (ms since 1970) and older. */
export const sampleCalls = (now: number): HelpCallRow[] => [
  {
    ...{ kind: 'asked', call: 'helpCall-1', number: '417', kiosk: 'Front door' },
    ...{ at: now - 4 * minute, language: 'es', screen: 'dateOfBirth', coming: null },
  },
  {
    ...{ kind: 'sent', call: 'sentCall-2', number: '88', kiosk: 'Back door' },
    ...{ at: now - 2 * minute, language: 'en', reason: 'severalMatches' },
  },
  {
    ...{ kind: 'asked', call: 'helpCall-3', number: '5', kiosk: null, at: now },
    ...{ language: 'en', screen: 'ofANewerKiosk', coming: 'Ben Cole' },
  },
]

type Presence = NonNullable<KioskRow['presence']>
const presenceOf = (more: Partial<Presence>): Presence => ({
  ...{ state: 'free', version: '0.1.0', connection: 'online', since: at },
  intakes: { waiting: 0, needPerson: 0 },
  ...more,
})

/** A kiosk that is free, but for what is said otherwise. */
export const sampleKiosk = (name: string, number: number, more: Partial<KioskRow>): KioskRow => ({
  ...{ kiosk: `kiosk-${number}`, name, pairedAt: at, presence: presenceOf({}), sent: null },
  ...more,
})

/** Kiosks in every state. */
export const sampleKiosks: readonly KioskRow[] = [
  sampleKiosk('Back door', 1, {
    presence: presenceOf({
      ...{ state: 'outOfService', connection: 'offline' },
      intakes: { waiting: 3, needPerson: 1 },
    }),
    sent: { act: 'takeOutOfService', by: 'Ana Ruiz', at, outcome: 'done' },
  }),
  sampleKiosk('Front door', 2, { presence: presenceOf({ state: 'inUse', connection: 'slow' }) }),
  sampleKiosk('Hall', 3, { presence: presenceOf({ state: 'gone' }) }),
  sampleKiosk('Second floor, beside the window', 4, { presence: null }),
  sampleKiosk('Stairs', 5, {
    presence: presenceOf({ state: 'staff', intakes: { waiting: 2, needPerson: 0 } }),
    sent: { act: 'restart', by: 'Ben Cole', at, outcome: null },
  }),
]

/** What pairs a kiosk. */
export const sampleInvitation: KioskInvitation = {
  ...{ code: 'ABCD-EFGH-JKLM', address: '192.0.2.17:8884', until: Date.UTC(2100, 0, 1) },
  qr: { size: 21, path: 'M0 0h1v1h-1zM4 4h1v1h-1z' },
  isThisMachineAlone: false,
}

/** Intakes that need a person. */
const sampleIntakes: readonly WaitingIntakeRow[] = [
  { kiosk: 'Back door', reason: 'severalMatches', since: at },
  { kiosk: null, reason: 'ofANewerKiosk', since: at + minute },
]

type Answers = Record<string, () => DeskReply | Promise<DeskReply>>
type Place = 'help' | 'kiosks' | 'intakes'

/** Answers of main with something on every page. */
export const kioskAnswers = (): Answers => ({
  helpCalls: () => ok(sampleCalls(Date.now())),
  kiosks: () => ok(sampleKiosks),
  waitingIntakes: () => ok(sampleIntakes),
  pinUses: () => ok([]),
})

const unheard = {
  en: 'Kiosks cannot be heard at this desk now.',
  es: 'Esta recepción no puede oír a los quioscos ahora.',
}

/** Each state of the pages that show what kiosks told, and what stands there then. */
export const kioskPages: Record<
  string,
  {
    readonly place: Place
    readonly answers?: Answers
    readonly hears?: KiosksGlance['hears']
    readonly says: { readonly en: string; readonly es: string }
  }
> = {
  'help, while the desk begins to hear': {
    ...{ place: 'help', hears: 'opening' },
    says: { en: 'Looking who needs help…', es: 'Buscando quién necesita ayuda…' },
  },
  'help, loading': {
    ...{ place: 'help', answers: { helpCalls: never } },
    says: { en: 'Looking who needs help…', es: 'Buscando quién necesita ayuda…' },
  },
  'help, empty': {
    ...{ place: 'help', answers: { helpCalls: () => ok([]) } },
    says: { en: 'Nobody needs help now.', es: 'Nadie necesita ayuda ahora.' },
  },
  'help, failed': {
    ...{ place: 'help', answers: { helpCalls: () => refused('failed') } },
    says: {
      en: 'It could not be read who needs help.',
      es: 'No se pudo leer quién necesita ayuda.',
    },
  },
  'help, unheard': { place: 'help', hears: 'no', says: unheard },
  'help, full': {
    place: 'help',
    says: {
      en: 'Asked for help with the date of birth',
      es: 'Pidió ayuda con la fecha de nacimiento',
    },
  },
  'kiosks, loading': {
    ...{ place: 'kiosks', answers: { kiosks: never } },
    says: { en: 'Reading the kiosks…', es: 'Leyendo los quioscos…' },
  },
  'kiosks, empty': {
    ...{ place: 'kiosks', answers: { kiosks: () => ok([]) } },
    says: {
      en: 'No kiosk is paired with this desk yet.',
      es: 'Todavía no hay quioscos emparejados con esta recepción.',
    },
  },
  'kiosks, failed': {
    ...{ place: 'kiosks', answers: { kiosks: () => refused('failed') } },
    says: { en: 'The kiosks could not be read.', es: 'No se pudieron leer los quioscos.' },
  },
  'kiosks, unheard': { place: 'kiosks', hears: 'no', says: unheard },
  'kiosks, full': {
    place: 'kiosks',
    says: { en: 'Out of service', es: 'Fuera de servicio' },
  },
  'intakes, loading': {
    ...{ place: 'intakes', answers: { waitingIntakes: never } },
    says: { en: 'Reading the check-ins…', es: 'Leyendo los registros…' },
  },
  'intakes, empty': {
    ...{ place: 'intakes', answers: { waitingIntakes: () => ok([]) } },
    says: {
      en: 'No check-in needs a person.',
      es: 'Ningún registro necesita a una persona.',
    },
  },
  'intakes, failed': {
    ...{ place: 'intakes', answers: { waitingIntakes: () => refused('failed') } },
    says: { en: 'The check-ins could not be read.', es: 'No se pudieron leer los registros.' },
  },
  'intakes, unheard': { place: 'intakes', hears: 'no', says: unheard },
  'intakes, full': {
    place: 'intakes',
    says: { en: 'The kiosk says why', es: 'El quiosco dice por qué' },
  },
}

/** Who sees all of them. */
export const asBoth: DeskView['session'] = {
  ...{ state: 'open', member: ana('reception', 'administrator') },
}

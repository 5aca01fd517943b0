import type {
  HelpCallRow,
  KioskInvitation,
  KioskRow,
  WaitingIntakeRow,
} from '../../../src/shared/desk/kiosks.ts'
import type { DeskReply } from '../../../src/shared/desk/messages.ts'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
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

/** Answers of main with something on every page. */
export const kioskAnswers = (): Record<string, () => DeskReply> => ({
  helpCalls: () => ok(sampleCalls(Date.now())),
  kiosks: () => ok(sampleKiosks),
  waitingIntakes: () => ok(sampleIntakes),
  pinUses: () => ok([]),
})

import type { DeskReply } from '../../../src/shared/desk/messages.ts'
import { intakesAtDesk } from '../renderer/intake-views.ts'
import { ok } from './chart-pages.ts'

const at = Date.UTC(2026, 2, 4, 15, 6, 7)

const row = (webhook: string, more: object) => ({
  webhook,
  name: 'Front desk',
  url: 'https://hooks.clinic.example/front-desk',
  eventTypes: ['appointment.created', 'appointment.updated'],
  isEnabled: true,
  createdAt: at,
  lastSuccessAt: at,
  lastFailureAt: null,
  successCount24h: 12,
  failureCount24h: 0,
  ...more,
})

export const sampleWebhooks = {
  rows: [
    row('accountWebhook-1', {}),
    row('accountWebhook-2', {
      name: null,
      url: `https://hooks.clinic.example/${'a-long-way/'.repeat(12)}`,
      eventTypes: ['form.completed'],
      lastFailureAt: at + 1,
      failureCount24h: 3,
    }),
    row('accountWebhook-3', { name: 'Results', isEnabled: false }),
    row('accountWebhook-4', {
      name: 'New',
      lastSuccessAt: null,
      successCount24h: null,
      failureCount24h: null,
    }),
  ],
  eventTypes: [
    { name: 'appointment.created', description: 'An appointment was booked.' },
    { name: 'form.completed', description: null },
  ],
  readAt: at,
}

const entry = (seq: number, more: object) => ({
  seq,
  at,
  group: 'others',
  kind: 'ofAnotherFoyer',
  member: null,
  about: null,
  patient: null,
  details: [],
  ...more,
})
const fainted = 'Somebody fainted in the waiting room'

export const sampleAudit = {
  entries: [
    entry(9, {
      group: 'calls',
      kind: 'call',
      member: 'Ben Cole',
      patient: 'auditedPatient-3',
      details: [
        { what: 'operation', value: 'partner.patients.get' },
        { what: 'outcome', value: 'ok' },
      ],
    }),
    entry(8, {
      group: 'emergencies',
      kind: 'emergencyTaken',
      member: 'Ben Cole',
      details: [{ what: 'reason', value: fainted }],
    }),
    entry(7, {
      group: 'administration',
      kind: 'memberCreated',
      member: 'Ana Ruiz',
      about: 'Ben Cole',
    }),
    entry(6, {}),
  ],
  next: null,
}

/** A link whose code is drawn as stripes. */
const link = {
  address: 'https://forms.example/public/8d2c8f7e-3c1f-4a43-9d1a-2f2f7f5f3a10',
  size: 25,
  path: Array.from({ length: 12 }, (_, row) => `M0 ${2 * row}h25v1h-25z`).join(''),
}
const templates = [
  { template: 'template-1', name: 'Consent to treatment', isActive: true, isStaffOnly: false },
  { template: 'template-2', name: 'Health history', isActive: true, isStaffOnly: false },
  { template: 'template-3', name: 'Triage notes', isActive: true, isStaffOnly: true },
  { template: 'template-4', name: 'Old consent', isActive: false, isStaffOnly: false },
].map((each, index) => ({ ...each, version: index + 1 }))

const lakeside = {
  name: 'Lakeside Pediatrics',
  timeZone: 'America/New_York',
  phoneNumber: '+12065550202',
  address1: '480 Shore Road',
  address2: 'Suite 3',
  city: 'Rochester',
  postalCode: '14604',
  state: { state: 'state-2', name: 'New York' },
  staff: null,
}
const group = {
  name: 'New patient forms',
  isActive: true,
  location: 'Harbor Family Clinic',
  practitioner: 401,
  templates: templates.slice(0, 2),
  link,
}
const template = {
  name: 'Health history',
  isActive: true,
  isStaffOnly: false,
  isFillablePdf: true,
  link,
  sections: [
    {
      name: 'About you',
      fields: [
        { label: 'Do you take any medicine?', isRequired: true },
        { label: 'Which ones?', isRequired: false },
      ],
    },
    { name: 'Your signature', fields: [] },
  ],
}

const locations = [
  ['Harbor Family Clinic', 'America/Los_Angeles'],
  ['Lakeside Pediatrics', 'America/New_York'],
  ['Sunrise Physical Therapy', null],
].map(([name, timeZone], index) => ({
  location: `location-${index + 1}`,
  name,
  timeZone,
  isHere: index === 0,
}))
const { templates: _, link: __, ...groupRow } = group
const groups = [
  groupRow,
  { ...groupRow, name: 'Old forms', isActive: false },
  { ...groupRow, name: 'Check-up', practitioner: null, location: null },
].map((row, index) => ({ ...row, group: `group-${index + 1}` }))

/** Main's answers about a clinic with everything in it, by query. */
export const clinicAnswers: Readonly<Record<string, () => DeskReply>> = {
  clinicLocations: () => ok(locations),
  clinicLocation: () => ok(lakeside),
  clinicStates: () =>
    ok([
      { state: 'state-1', name: 'Colorado' },
      { state: 'state-2', name: 'New York' },
    ]),
  clinicGroups: () => ok(groups),
  clinicGroup: () => ok(group),
  clinicTemplates: () => ok(templates),
  clinicTemplate: () => ok(template),
}

const minute = 60_000

/** Calls for help of each kind, the first `now` (ms since 1970) and older. */
export const sampleCalls = (now: number) => [
  {
    kind: 'asked',
    call: 'helpCall-1',
    number: '417',
    kiosk: 'Front door',
    at: now - 4 * minute,
    language: 'es',
    screen: 'dateOfBirth',
    coming: null,
  },
  {
    kind: 'sent',
    call: 'sentCall-2',
    number: '88',
    kiosk: 'Back door',
    at: now - 2 * minute,
    language: 'en',
    reason: 'severalMatches',
  },
  { kind: 'alarm', call: 'kioskAlarm-4', kiosk: 'Back door', at: now - minute, what: 'arrivals' },
  {
    kind: 'asked',
    call: 'helpCall-3',
    number: '5',
    kiosk: null,
    at: now,
    language: 'en',
    screen: 'ofANewerKiosk',
    coming: 'Ben Cole',
  },
]

const presenceOf = (more: object) => ({
  state: 'free',
  version: '0.1.0',
  connection: 'online',
  since: at,
  intakes: { waiting: 0, needPerson: 0 },
  ...more,
})

/** A kiosk that is free, but for what is said otherwise. */
export const sampleKiosk = (name: string, number: number, more: object) => ({
  kiosk: `kiosk-${number}`,
  name,
  pairedAt: at,
  isSignInShut: false,
  presence: presenceOf({}),
  sent: null,
  ...more,
})

export const sampleKiosks = [
  sampleKiosk('Back door', 1, {
    presence: presenceOf({
      state: 'outOfService',
      connection: 'offline',
      intakes: { waiting: 3, needPerson: 1 },
    }),
    sent: { act: 'takeOutOfService', by: 'Ana Ruiz', at, outcome: 'done' },
  }),
  sampleKiosk('Front door', 2, { presence: presenceOf({ state: 'inUse', connection: 'slow' }) }),
  sampleKiosk('Hall', 3, { isSignInShut: true, presence: presenceOf({ state: 'gone' }) }),
  sampleKiosk('Second floor, beside the window', 4, { presence: null }),
  sampleKiosk('Stairs', 5, {
    presence: presenceOf({ state: 'staff', intakes: { waiting: 2, needPerson: 0 } }),
    sent: { act: 'restart', by: 'Ben Cole', at, outcome: null },
  }),
]

export const sampleInvitation = {
  code: 'ABCD-EFGH-JKLM',
  address: '192.0.2.17:8884',
  until: Date.UTC(2100, 0, 1),
  qr: { size: 21, path: 'M0 0h1v1h-1zM4 4h1v1h-1z' },
  isThisMachineAlone: false,
}

const sampleIntakes = [
  { intake: 'intake-1', kiosk: 'Back door', reason: 'severalMatches', since: at },
  { intake: 'intake-2', kiosk: null, reason: 'ofANewerKiosk', since: at + minute },
]

/** Answers of main with something on every page. */
export const kioskAnswers = (): Record<string, () => DeskReply> => ({
  helpCalls: () => ok(sampleCalls(Date.now())),
  kiosks: () => ok(sampleKiosks),
  waitingIntakes: () => ok(sampleIntakes),
  kioskIntakes: () => ok(intakesAtDesk.kioskIntakes),
  kioskIntake: () => ok(intakesAtDesk.kioskIntake),
  kioskIntakeAnswers: () => ok(intakesAtDesk.kioskIntakeAnswers),
  pinUses: () => ok([]),
})

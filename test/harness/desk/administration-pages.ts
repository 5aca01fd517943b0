import type { AuditPage } from '../../../src/shared/desk/audit.ts'
import type { DeskReply } from '../../../src/shared/desk/messages.ts'
import type { DeskView } from '../../../src/shared/desk/view.ts'
import type { WebhookList, WebhookRow } from '../../../src/shared/desk/webhooks.ts'
import { ana } from './fake-desk-main.ts'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const refused = (kind: 'offline' | 'failed' | 'refusedByService'): DeskReply => ({
  ok: false,
  error: { kind },
})
const at = Date.UTC(2026, 2, 4, 15, 6, 7)

const row = (webhook: string, more: Partial<WebhookRow>): WebhookRow => ({
  ...{ webhook, name: 'Front desk', url: 'https://hooks.clinic.example/front-desk' },
  ...{ eventTypes: ['appointment.created', 'appointment.updated'], isEnabled: true },
  ...{ createdAt: at, lastSuccessAt: at, lastFailureAt: null, successes24h: 12, failures24h: 0 },
  ...more,
})

/** Endpoints in every state. */
export const sampleWebhooks: WebhookList = {
  rows: [
    row('accountWebhook-1', {}),
    row('accountWebhook-2', {
      ...{ name: null, url: `https://hooks.clinic.example/${'a-long-way/'.repeat(12)}` },
      ...{ eventTypes: ['form.completed'], lastFailureAt: at + 1, failures24h: 3 },
    }),
    row('accountWebhook-3', { name: 'Results', isEnabled: false }),
    row('accountWebhook-4', {
      name: 'New',
      lastSuccessAt: null,
      successes24h: null,
      failures24h: null,
    }),
  ],
  eventTypes: [
    { name: 'appointment.created', description: 'An appointment was booked.' },
    { name: 'form.completed', description: null },
  ],
  readAt: at,
}

/** Entries of each kind that looks different. */
export const sampleAudit: AuditPage = {
  entries: [
    {
      ...{ seq: 9, at, group: 'calls', kind: 'call', member: 'Ben Cole', about: null },
      patient: 'auditedPatient-3',
      details: [
        { what: 'operation', value: 'partner.patients.get' },
        { what: 'outcome', value: 'ok' },
      ],
    },
    {
      ...{ seq: 8, at, group: 'emergencies', kind: 'emergencyTaken', member: 'Ben Cole' },
      ...{ about: null, patient: null },
      details: [{ what: 'reason', value: 'Somebody fainted in the waiting room' }],
    },
    {
      ...{ seq: 7, at, group: 'administration', kind: 'memberCreated', member: 'Ana Ruiz' },
      ...{ about: 'Ben Cole', patient: null, details: [] },
    },
    {
      ...{ seq: 6, at, group: 'others', kind: 'ofAnotherFoyer', member: null, about: null },
      ...{ patient: null, details: [] },
    },
  ],
  next: null,
}

type Answers = Record<string, () => DeskReply | Promise<DeskReply>>
const never = () => new Promise<DeskReply>(() => undefined)

/** Each state of the pages for administrators, and what stands there then. */
export const administrationPages: Record<
  string,
  {
    readonly place: 'integrations' | 'audit'
    readonly answers: Answers
    readonly says: { readonly en: string; readonly es: string }
  }
> = {
  'integrations, loading': {
    place: 'integrations',
    answers: { webhooks: never },
    says: { en: 'Reading the addresses…', es: 'Leyendo las direcciones…' },
  },
  'integrations, empty': {
    place: 'integrations',
    answers: { webhooks: () => ok({ ...sampleWebhooks, rows: [] }) },
    says: { en: 'No address yet.', es: 'Todavía no hay direcciones.' },
  },
  'integrations, failed': {
    place: 'integrations',
    answers: { webhooks: () => refused('failed') },
    says: {
      en: 'The addresses could not be read.',
      es: 'No se pudieron leer las direcciones.',
    },
  },
  'integrations, not shown by the service': {
    place: 'integrations',
    answers: { webhooks: () => refused('refusedByService') },
    says: {
      en: 'The service does not show these addresses to this connection.',
      es: 'El servicio no muestra estas direcciones a esta conexión.',
    },
  },
  'integrations, offline': {
    place: 'integrations',
    answers: { webhooks: () => refused('offline') },
    says: { en: 'The service cannot be reached.', es: 'No hay conexión con el servicio.' },
  },
  'integrations, full': {
    place: 'integrations',
    answers: { webhooks: () => ok(sampleWebhooks) },
    says: { en: 'Does not arrive', es: 'No llega' },
  },
  'audit, loading': {
    place: 'audit',
    answers: { auditEntries: never },
    says: { en: 'Reading the audit…', es: 'Leyendo la auditoría…' },
  },
  'audit, empty': {
    place: 'audit',
    answers: { auditEntries: () => ok({ entries: [], next: null }) },
    says: { en: 'Nothing stands in the audit.', es: 'No hay nada en la auditoría.' },
  },
  'audit, failed': {
    place: 'audit',
    answers: { auditEntries: () => refused('failed') },
    says: { en: 'The audit could not be read.', es: 'No se pudo leer la auditoría.' },
  },
  'audit, full': {
    place: 'audit',
    answers: { auditEntries: () => ok(sampleAudit) },
    says: { en: 'Took emergency access', es: 'Tomó acceso de emergencia' },
  },
}

/** Who sees these pages. */
export const asAdministrator: DeskView['session'] = {
  state: 'open',
  member: ana('administrator'),
}

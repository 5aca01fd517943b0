import type { AuditPage } from '../../../src/shared/desk/audit.ts'
import type { WebhookList, WebhookRow } from '../../../src/shared/desk/webhooks.ts'

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
      ...{ name: 'New', lastSuccessAt: null, successes24h: null, failures24h: null },
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

import type { DeskReply } from '../../../src/shared/desk/messages.ts'
import type {
  DeskAllergy,
  DeskMedication,
  DeskProblem,
} from '../../../src/shared/desk/operations/health-profile.ts'
import type { DeskInvoice, DeskInvoiceLine } from '../../../src/shared/desk/operations/invoices.ts'
import type { DeskLab, DeskLabResult } from '../../../src/shared/desk/operations/labs.ts'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const day = (text: string) => Date.parse(`${text}T12:00:00`)

const invoice = (index: number, fields: Partial<DeskInvoice>): DeskInvoice => ({
  ...{ invoice: `invoice-${index}`, number: `INV-250${index}`, status: 'OPEN' },
  ...{ paymentStatus: 'UNPAID', currency: 'USD', total: 1189.7, paid: 0 },
  ...{ dueDate: '2026-12-03', createdAt: day('2026-11-03'), paidAt: null, cancelledAt: null },
  ...fields,
})
/** Invoices in every state, one with words and fields that nobody knows. */
export const sampleInvoices: readonly DeskInvoice[] = [
  invoice(1, {}),
  invoice(2, { paymentStatus: 'PARTIALLY_PAID', total: 312.49, paid: 156.24 }),
  invoice(3, {
    ...{ status: 'PAID', paymentStatus: 'PAID', total: 185.5, paid: 185.5 },
    paidAt: day('2026-10-09'),
  }),
  invoice(4, { status: 'CANCELLED', total: 4.2, cancelledAt: day('2026-09-02') }),
  invoice(5, { number: null, status: 'IN_COLLECTION', currency: null, total: null, dueDate: null }),
]
const line = (index: number, fields: Partial<DeskInvoiceLine>): DeskInvoiceLine => ({
  ...{ line: `line-${index}`, description: 'Office visit, new patient', quantity: 1 },
  ...{ unitPrice: 185.5, amount: 185.5, billingCodes: ['99203'] },
  ...fields,
})
const sampleLines: readonly DeskInvoiceLine[] = [
  line(1, {
    ...{ description: 'Therapeutic exercise, 15 minutes', quantity: 3, unitPrice: 42.33 },
    amount: 126.99,
  }),
  line(2, {}),
  line(3, { description: null, quantity: null, unitPrice: null, amount: 0.35, billingCodes: [] }),
]

const lab = (index: number, fields: Partial<DeskLab>): DeskLab => ({
  ...{ lab: `lab-${index}`, name: 'Blood work', status: 'RESULTED' },
  ...{ orderedAt: day('2026-10-14'), resultedAt: day('2026-10-15') },
  ...fields,
})
const sampleLabs: readonly DeskLab[] = [
  lab(1, { status: 'ORDERED', resultedAt: null, orderedAt: day('2026-11-22') }),
  lab(2, {}),
  lab(3, { name: null, status: 'CANCELLED', resultedAt: null }),
]
const samplePanels = [
  { panel: 'panel-1', name: 'Basic metabolic panel' },
  { panel: 'panel-2', name: 'Lipid panel' },
]
const result = (index: number, fields: Partial<DeskLabResult>): DeskLabResult => ({
  ...{ result: `result-${index}`, panel: 'panel-1', name: 'Glucose', value: '106.3' },
  ...{ unit: 'mg/dL', range: '70 - 99', isNormal: true, remark: null },
  ...fields,
})
const sampleResults: readonly DeskLabResult[] = [
  result(1, { isNormal: false }),
  result(2, { name: 'Sodium', value: '138.0', unit: 'mmol/L', range: '135 - 145' }),
  result(3, {
    ...{ name: 'Potassium', value: '6.9', isNormal: null, remark: 'Critical high', unit: 'mmol/L' },
    range: '3.5 - 5.1',
  }),
  result(4, {
    ...{ name: 'LDL cholesterol', value: null, panel: 'panel-2', isNormal: null, range: '0 - 99' },
  }),
  result(5, {
    ...{ name: 'Culture', value: 'Negative', unit: null, range: null, panel: null, isNormal: null },
  }),
]

const recordedAt = '2025-10-19'
const sampleAllergies: readonly DeskAllergy[] = [
  {
    ...{ entry: 'allergy-1', name: 'Penicillin', status: 'ACTIVE', severity: 'SEVERE' },
    reactions: ['Hives', 'Trouble breathing'],
    recordedAt,
  },
  {
    ...{ entry: 'allergy-2', name: 'Pollen', status: 'ACTIVE', severity: 'MILD' },
    reactions: ['Sneezing'],
    recordedAt,
  },
  {
    ...{ entry: 'allergy-3', name: 'Eggs', status: 'RESOLVED', severity: null, reactions: [] },
    recordedAt: null,
  },
]
const sampleMedications: readonly DeskMedication[] = [
  {
    ...{ entry: 'medication-1', name: 'Loratadine 10 mg', status: 'ACTIVE' },
    ...{ dosage: 'One tablet a day.', startedAt: '2026-01-27', endedAt: null },
  },
  {
    ...{ entry: 'medication-2', name: 'Amoxicillin 500 mg', status: 'INACTIVE' },
    ...{ dosage: 'One capsule three times a day for 7 days.', startedAt: '2025-09-29' },
    endedAt: '2025-10-06',
  },
]
const sampleProblems: readonly DeskProblem[] = [
  {
    ...{ entry: 'problem-1', name: 'Allergic rhinitis', status: 'ACTIVE', icd10Code: 'J30.1' },
    recordedAt,
  },
  {
    ...{ entry: 'problem-2', name: 'Ankle sprain', status: 'RESOLVED', icd10Code: 'S93.401A' },
    recordedAt,
  },
]

const page = (rows: readonly unknown[]) => () => ok({ rows, after: null })

/** All parts of a chart with something in them. */
export const fullChart: Readonly<Record<string, () => DeskReply>> = {
  invoices: page(sampleInvoices),
  invoice: () => ok(sampleInvoices[1]),
  invoiceLines: page(sampleLines),
  invoiceLine: () => ok(sampleLines[0]),
  labs: page(sampleLabs),
  lab: () => ok({ ...sampleLabs[1], panels: samplePanels }),
  labResults: page(sampleResults),
  labResult: () => ok(sampleResults[0]),
  allergies: page(sampleAllergies),
  allergy: () => ok(sampleAllergies[0]),
  medications: page(sampleMedications),
  medication: () => ok(sampleMedications[0]),
  problems: page(sampleProblems),
  problem: () => ok(sampleProblems[0]),
}

import * as z from 'zod/mini'
import { type DeskOperations, see } from './operation.ts'
import { deskPdf } from './pdf.ts'
import { amount, recordDate, said, texts, written } from './record-fields.ts'
import { reference } from './references.ts'

const ofChart = z.strictObject({ chart: reference, after: z.optional(reference) })

/** A page of a list of records; `after` asks for the next one, and is null on the last. */
const recordPage = <T extends z.ZodMiniType>(row: T) =>
  z.strictObject({ rows: z.array(row), after: z.nullable(reference) })

/** Fields that pages show of each kind of record, by the contract's names. */
const entry = { name: said, status: said }
export const chartFields = {
  invoice: {
    invoiceNumber: said,
    status: said,
    paymentStatus: said,
    currency: said,
    totalAmount: amount,
    paidAmount: amount,
    dueDate: recordDate,
    createdAt: recordDate,
    paidAt: recordDate,
    cancelledAt: recordDate,
  },
  line: { description: said, quantity: amount, unitPrice: amount, amount, billingCodes: texts },
  lab: { name: said, status: said, orderedAt: recordDate, resultedAt: recordDate },
  result: { name: said, value: written, unit: said, referenceRange: said },
  allergy: { ...entry, severity: said, reactions: texts, recordedAt: recordDate },
  medication: { ...entry, dosageInstructions: said, startedAt: recordDate, endedAt: recordDate },
  problem: { ...entry, icd10Code: said, recordedAt: recordDate },
}

const invoice = z.strictObject({ invoice: reference, ...chartFields.invoice })
export type DeskInvoice = z.infer<typeof invoice>

const invoiceLine = z.strictObject({ line: reference, ...chartFields.line })
export type DeskInvoiceLine = z.infer<typeof invoiceLine>

const inInvoice = { chart: reference, invoice: reference }

const lab = z.strictObject({ lab: reference, ...chartFields.lab })
export type DeskLab = z.infer<typeof lab>

const labWithPanels = z.strictObject({
  ...lab.shape,
  panels: z.array(z.strictObject({ panel: reference, name: said })),
})

const labResult = z.strictObject({
  result: reference,
  panel: z.nullable(reference),
  ...chartFields.result,
  /** True if it is normal; null if the service gives no known word for it. */
  isNormal: z.nullable(z.boolean()),
  remark: said,
})
export type DeskLabResult = z.infer<typeof labResult>

const inLab = { chart: reference, lab: reference }

const allergy = z.strictObject({ entry: reference, ...chartFields.allergy })
export type DeskAllergy = z.infer<typeof allergy>

const medication = z.strictObject({ entry: reference, ...chartFields.medication })
export type DeskMedication = z.infer<typeof medication>

const problem = z.strictObject({ entry: reference, ...chartFields.problem })
export type DeskProblem = z.infer<typeof problem>

const one = z.strictObject({ chart: reference, entry: reference })

export const chartRecordOperations = {
  queries: {
    invoices: see('invoices', ofChart, recordPage(invoice)),
    invoice: see('invoices', inInvoice, invoice),
    invoiceLines: see(
      'invoices',
      { ...inInvoice, after: z.optional(reference) },
      recordPage(invoiceLine),
    ),
    invoiceLine: see('invoices', { ...inInvoice, line: reference }, invoiceLine),
    invoicePdf: see('invoices', inInvoice, deskPdf),
    labs: see('labs', ofChart, recordPage(lab)),
    lab: see('labs', inLab, labWithPanels),
    labResults: see('labs', { ...inLab, after: z.optional(reference) }, recordPage(labResult)),
    labResult: see('labs', { ...inLab, result: reference }, labResult),
    allergies: see('healthProfile', ofChart, recordPage(allergy)),
    allergy: see('healthProfile', one, allergy),
    medications: see('healthProfile', ofChart, recordPage(medication)),
    medication: see('healthProfile', one, medication),
    problems: see('healthProfile', ofChart, recordPage(problem)),
    problem: see('healthProfile', one, problem),
  },
  commands: {},
} satisfies DeskOperations

import { isoDate } from '../../shared/calendar-date.ts'
import type { Id } from '../values.ts'
import { readDate, readMoment } from './dates.ts'
import {
  find,
  objectsIn,
  pick,
  readId,
  readNumber,
  readText,
  readTextOrNumber,
  readTexts,
  readWord,
  type Fields,
} from './fields.ts'
import { at, readersOf, recordOf, type Values } from './records.ts'

/** Fields that every record of a patient's chart has. */
export interface ReadChartRecord {
  readonly id: Id
  /** Undefined where it does not say whose it is. */
  readonly patientId: Id | undefined
}

/** Every row must be readable: staff would take an omitted one for a record that does not exist. */
const chartRecord = <const V extends Values>(list: string, one: string, name: string, values: V) =>
  readersOf(
    { list: `${list} with ids`, one, name },
    'every',
    recordOf({ patientId: at('patientId', readId), ...values }),
  )

/** Reads a text; null where there is none. */
const text = (field: string) => at(field, readText, null)

/** Reads a text or a number as it was written; null where there is none. */
const written = (field: string) => at(field, readTextOrNumber, null)

/** Reads a date as ms since 1970, or as a day (YYYY-MM-DD) where no time, or no zone, is said; null where there is none. */
const date = (field: string) => at(field, readWhen, null)

/** Reads a decimal number; null where there is none. */
const amount = (field: string) => at(field, readNumber, null)

/** Reads all texts of a list. */
const texts = (field: string) => at(field, readTexts, [])

const entry = { name: text('name'), status: text('status') }

/** Invoices, labs and the health profile of a patient. */
export const chartReaders = {
  invoice: chartRecord('invoices', 'invoice', 'invoice', {
    number: text('invoiceNumber'),
    status: text('status'),
    paymentStatus: text('paymentStatus'),
    currency: text('currency'),
    total: amount('totalAmount'),
    paid: amount('paidAmount'),
    dueDate: date('dueDate'),
    createdAt: date('createdAt'),
    paidAt: date('paidAt'),
    cancelledAt: date('cancelledAt'),
  }),
  line: chartRecord('invoice lines', 'line', 'lineItem', {
    description: text('description'),
    quantity: amount('quantity'),
    unitPrice: amount('unitPrice'),
    amount: amount('amount'),
    billingCodes: texts('billingCodes'),
  }),
  lab: chartRecord('labs', 'lab', 'lab', {
    name: text('name'),
    status: text('status'),
    orderedAt: date('orderedAt'),
    resultedAt: date('resultedAt'),
    panels: panelsIn,
  }),
  result: chartRecord('lab results', 'lab result', 'testComponent', {
    panelId: at('testPanelId', readId),
    name: text('name'),
    value: written('value'),
    unit: text('unit'),
    range: text('referenceRange'),
    isNormal,
    /** The service's own word where it leaves a doubt. */
    remark: (layers) => (isNormal(layers) === null ? text('indicator')(layers) : null),
  }),
  allergy: chartRecord('allergies', 'allergy', 'allergy', {
    ...entry,
    severity: text('severity'),
    reactions: texts('reactions'),
    recordedAt: date('recordedAt'),
  }),
  medication: chartRecord('medications', 'medication', 'medication', {
    ...entry,
    dosage: text('dosageInstructions'),
    startedAt: date('startedAt'),
    endedAt: date('endedAt'),
  }),
  problem: chartRecord('problems', 'problem', 'problem', {
    ...entry,
    icd10Code: text('icd10Code'),
    recordedAt: date('recordedAt'),
  }),
}

/** Years in which something of a living patient can be: 0001 is how some programs write that there is no date. */
const [firstYear, lastYear] = [1880, 2200]

function readWhen(value: unknown): number | string | undefined {
  const moment = readMoment(value)
  const day = moment === undefined ? readDate(value) : undefined
  const year = moment === undefined ? day?.year : new Date(moment).getUTCFullYear()
  if (year === undefined || year < firstYear || year > lastYear) return undefined
  return moment ?? (day && isoDate(day))
}

/** Null for any word but the two that leave no doubt. */
function isNormal(layers: readonly Fields[]): boolean | null {
  const word = find(layers, 'indicator', (value) => readWord(value, ['NORMAL', 'ABNORMAL']))
  return word === undefined ? null : word === 'NORMAL'
}

function panelsIn(layers: readonly Fields[]) {
  return objectsIn(layers, 'testPanels').flatMap((panel) => {
    const id = readId(pick(panel, 'id'))
    return id === undefined ? [] : [{ id, name: readText(pick(panel, 'name')) ?? null }]
  })
}

import { z } from 'zod'
import { model, record } from '../mark.ts'
import { get, operations, list } from '../operation.ts'
import { dateRangeQuery, filter, id, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/lab'

const labStatus = z.enum(['ORDERED', 'IN_PROGRESS', 'RESULTED', 'CANCELLED'])

const testComponent = model('TestComponent', 'lab-shape', {
  id,
  testPanelId: id.nullish(),
  name: z.string().nullish(),
  value: z.string().nullish().describe('Text, for a result need not be a number.'),
  unit: z.string().nullish(),
  referenceRange: z.string().nullish(),
  indicator: z.string().nullish().describe('NORMAL or ABNORMAL.'),
})
const testPanel = record('TestPanel', {
  id,
  name: z.string().nullish(),
  testComponents: z.array(testComponent).nullish(),
})
const fields = {
  id,
  name: z.string().nullish(),
  patientId: id.nullish(),
  practitionerId: id.nullish(),
  locationId: id.nullish(),
  status: z
    .string()
    .nullish()
    .describe(`${labStatus.options.join(', ')}; another one is no error.`),
  orderedAt: timestamp.nullish(),
  resultedAt: timestamp.nullish(),
}
const labSummary = model('LabSummary', 'lab-shape', fields)
const lab = model('Lab', 'lab-shape', { ...fields, testPanels: z.array(testPanel).nullish() })

export const labs = operations('partner.labs', 'Labs', {
  /** A page of labs, newest first. */
  list: list(
    base,
    'List lab orders and results; filter by patient, status and date range.',
    labSummary,
    { filters: { ...dateRangeQuery, patientId: filter(id), status: filter(labStatus) } },
  ),

  get: get(`${base}/{labId}`, 'One lab with panels and components.', { answer: lab }),

  listTestComponents: list(
    `${base}/{labId}/test-component`,
    'List the test components (results) of a lab.',
    testComponent,
  ),

  getTestComponent: get(
    `${base}/{labId}/test-component/{componentId}`,
    'One test component of a lab.',
    { answer: testComponent },
  ),
})

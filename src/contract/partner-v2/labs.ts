import { z } from 'zod'
import { assumed } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { dateRangeQuery, filter, id, pageOf, pageQuery, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}/location/{locationId}/lab'

/** States of a lab, from its order to its result. */
const labStatus = z.enum(['ORDERED', 'IN_PROGRESS', 'RESULTED', 'CANCELLED'])

const testComponent = assumed(
  z.looseObject({
    id,
    testPanelId: id.nullish(),
    name: z.string().nullish(),
    value: z.string().nullish().describe('Text, for a result need not be a number.'),
    unit: z.string().nullish(),
    referenceRange: z.string().nullish(),
    indicator: z.string().nullish().describe('NORMAL or ABNORMAL.'),
  }),
  'lab-shape',
).meta({ id: 'TestComponent' })
const testPanel = z
  .looseObject({
    id,
    name: z.string().nullish(),
    testComponents: z.array(testComponent).nullish(),
  })
  .meta({ id: 'TestPanel' })
const fields = z.looseObject({
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
})
const labSummary = assumed(fields, 'lab-shape').meta({ id: 'LabSummary' })
const lab = assumed(fields.extend({ testPanels: z.array(testPanel).nullish() }), 'lab-shape').meta({
  id: 'Lab',
})

/** Lab orders and results of a location. */
export const labs = operations('partner.labs', 'Labs', {
  /** A page of labs, newest first. */
  list: get(base, 'List lab orders and results; filter by patient, status and date range.', {
    query: z.strictObject({
      ...pageQuery,
      ...dateRangeQuery,
      patientId: filter(id),
      status: filter(labStatus),
    }),
    answer: pageOf(labSummary),
  }),

  get: get(`${base}/{labId}`, 'One lab with panels and components.', { answer: lab }),

  listTestComponents: get(
    `${base}/{labId}/test-component`,
    'List the test components (results) of a lab.',
    { query: z.strictObject(pageQuery), answer: pageOf(testComponent) },
  ),

  getTestComponent: get(
    `${base}/{labId}/test-component/{componentId}`,
    'One test component of a lab.',
    { answer: testComponent },
  ),
})

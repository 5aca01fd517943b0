import { z } from 'zod'
import { assumed } from '../mark.ts'
import { get, operations } from '../operation.ts'
import { colour, id, pageOf, pageQuery, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}'
const paged = z.strictObject(pageQuery)

const category = assumed(
  z.looseObject({
    id,
    name: z.string().nullish(),
    description: z.string().nullish(),
    isCrmTracked: z.boolean().nullish().describe('False for a plain grouping.'),
    crmStatusGroupId: id.nullish(),
    isActive: z.boolean().nullish(),
  }),
  'category-shape',
).meta({ id: 'Category' })

/** Service categories of an account. */
export const categories = operations('partner.categories', 'Categories', {
  list: get(`${base}/category`, 'List categories.', {
    query: paged,
    answer: pageOf(category),
  }),

  get: get(`${base}/category/{categoryId}`, 'One category.', { answer: category }),
})

const crmStatusGroup = assumed(
  z.looseObject({
    id,
    name: z.string().nullish(),
    description: z.string().nullish(),
    isActive: z.boolean().nullish(),
  }),
  'crm-shape',
).meta({ id: 'CrmStatusGroup' })
const crmStatus = assumed(
  z.looseObject({
    id,
    crmStatusGroupId: id.nullish(),
    name: z.string().nullish(),
    color: colour.nullish(),
    sortOrder: z.int().nullish(),
  }),
  'crm-shape',
).meta({ id: 'CrmStatus' })

/** Reusable pipelines and their stages. */
export const crmStatusGroups = operations('partner.crmStatusGroups', 'CRM status groups', {
  list: get(`${base}/crm-status-group`, 'List CRM status groups.', {
    query: paged,
    answer: pageOf(crmStatusGroup),
  }),

  get: get(`${base}/crm-status-group/{groupId}`, 'One CRM status group.', {
    answer: crmStatusGroup,
  }),

  listStatuses: get(
    `${base}/crm-status-group/{groupId}/status`,
    'List the statuses of a CRM status group.',
    {
      query: paged,
      answer: pageOf(crmStatus),
    },
  ),

  getStatus: get(
    `${base}/crm-status-group/{groupId}/status/{statusId}`,
    'One status of a CRM status group.',
    {
      answer: crmStatus,
    },
  ),
})

const patientCategory = assumed(
  z.looseObject({
    id,
    patientId: id.nullish(),
    categoryId: id.nullish(),
    crmStatusId: id.nullish(),
    assignedAt: timestamp.nullish(),
  }),
  'patient-category-shape',
).meta({ id: 'PatientCategory' })
const transition = assumed(
  z.looseObject({
    id,
    patientId: id.nullish(),
    fromCategoryId: id.nullish(),
    toCategoryId: id.nullish(),
    fromCrmStatusId: id.nullish(),
    toCrmStatusId: id.nullish(),
    transitionedAt: timestamp.nullish(),
    note: z.string().nullish(),
  }),
  'patient-category-shape',
).meta({ id: 'PatientCategoryTransition' })

/** The category that a patient is enrolled in, and how they came there. */
export const patientCategories = operations(
  'partner.patientCategories',
  'Patients and health profile',
  {
    get: get(`${base}/patients/{patientId}/category`, 'Current category assignment of a patient.', {
      answer: patientCategory,
    }),

    listTransitions: get(
      `${base}/patients/{patientId}/category/transition`,
      'Category transition history of a patient.',
      {
        query: paged,
        answer: pageOf(transition),
      },
    ),

    getTransition: get(
      `${base}/patients/{patientId}/category/transition/{transitionId}`,
      'One category transition of a patient.',
      { answer: transition },
    ),
  },
)

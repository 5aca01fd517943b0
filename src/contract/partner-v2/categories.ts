import { z } from 'zod'
import { model } from '../mark.ts'
import { get, operations, list } from '../operation.ts'
import { colour, id, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}'

const category = model('Category', 'category-shape', {
  id,
  name: z.string().nullish(),
  description: z.string().nullish(),
  isCrmTracked: z.boolean().nullish().describe('False for a plain grouping.'),
  crmStatusGroupId: id.nullish(),
  isActive: z.boolean().nullish(),
})

export const categories = operations('partner.categories', 'Categories', {
  list: list(`${base}/category`, 'List categories.', category),

  get: get(`${base}/category/{categoryId}`, 'One category.', { answer: category }),
})

const crmStatusGroup = model('CrmStatusGroup', 'crm-shape', {
  id,
  name: z.string().nullish(),
  description: z.string().nullish(),
  isActive: z.boolean().nullish(),
})
const crmStatus = model('CrmStatus', 'crm-shape', {
  id,
  crmStatusGroupId: id.nullish(),
  name: z.string().nullish(),
  color: colour.nullish(),
  sortOrder: z.int().nullish(),
})

export const crmStatusGroups = operations('partner.crmStatusGroups', 'CRM status groups', {
  list: list(`${base}/crm-status-group`, 'List CRM status groups.', crmStatusGroup),

  get: get(`${base}/crm-status-group/{groupId}`, 'One CRM status group.', {
    answer: crmStatusGroup,
  }),

  listStatuses: list(
    `${base}/crm-status-group/{groupId}/status`,
    'List the statuses of a CRM status group.',
    crmStatus,
  ),

  getStatus: get(
    `${base}/crm-status-group/{groupId}/status/{statusId}`,
    'One status of a CRM status group.',
    { answer: crmStatus },
  ),
})

const patientCategory = model('PatientCategory', 'patient-category-shape', {
  id,
  patientId: id.nullish(),
  categoryId: id.nullish(),
  crmStatusId: id.nullish(),
  assignedAt: timestamp.nullish(),
})
const transition = model('PatientCategoryTransition', 'patient-category-shape', {
  id,
  patientId: id.nullish(),
  fromCategoryId: id.nullish(),
  toCategoryId: id.nullish(),
  fromCrmStatusId: id.nullish(),
  toCrmStatusId: id.nullish(),
  transitionedAt: timestamp.nullish(),
  note: z.string().nullish(),
})

export const patientCategories = operations(
  'partner.patientCategories',
  'Patients and health profile',
  {
    get: get(`${base}/patients/{patientId}/category`, 'Current category assignment of a patient.', {
      answer: patientCategory,
    }),

    listTransitions: list(
      `${base}/patients/{patientId}/category/transition`,
      'Category transition history of a patient.',
      transition,
    ),

    getTransition: get(
      `${base}/patients/{patientId}/category/transition/{transitionId}`,
      'One category transition of a patient.',
      { answer: transition },
    ),
  },
)

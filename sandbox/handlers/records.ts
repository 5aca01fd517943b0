import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { signedPdfUrl } from '../files/files.ts'
import { notFound } from '../http/refusal.ts'
import { getRoute, partRoutes, readRoutes, recordRoute, type Resource } from '../http/resource.ts'
import { route } from '../http/route.ts'
import { takeId } from '../state/lookup.ts'
import type { RecordTables, StoredRecord } from '../seeds/records.ts'
import type { AppointmentType, Patient } from '../state/types.ts'

const {
  appointmentTypes,
  categories,
  crmStatusGroups,
  healthProfile,
  invoices,
  labs,
  patientCategories,
  remoteCareConversions,
} = contract.partner

type Records = Resource<StoredRecord>

const recordsOf = (
  table: keyof RecordTables,
  name: string,
  more: Omit<Records, 'name' | 'table'> = {},
): Records => ({ name, table: (state) => state[table], ...more })

const patient: Resource<Patient> = { name: 'patient', table: ({ patients }) => patients }
const ofPatient = { ...patient, param: 'patientId', field: 'patientId' }
const group = recordsOf('crmStatusGroups', 'CRM status group')
const ofGroup = { ...group, param: 'groupId', field: 'crmStatusGroupId' }

const bookable: Resource<AppointmentType> = {
  name: 'appointment type',
  table: (state) => state.appointmentTypes,
  isListed: ({ isActive }) => isActive,
}
const category = recordsOf('categories', 'category', {
  view: (each) => ({ ...each, isCrmTracked: each['crmStatusGroupId'] !== null }),
})
const status = recordsOf('crmStatuses', 'CRM status', { sortBy: 'sortOrder', parent: ofGroup })
const transition = recordsOf('categoryTransitions', 'transition', {
  sortBy: 'transitionedAt',
  newestFirst: true,
  parent: ofPatient,
})
const allergy = recordsOf('allergies', 'allergy', { parent: ofPatient })
const medication = recordsOf('medications', 'medication', { parent: ofPatient })
const problem = recordsOf('problems', 'problem', { parent: ofPatient })
const lab = recordsOf('labs', 'lab', { sortBy: 'orderedAt', newestFirst: true })
const invoice = recordsOf('invoices', 'invoice', { sortBy: 'createdAt', newestFirst: true })
const conversion = recordsOf('conversions', 'conversion')

type Parts = readonly { readonly id: number }[]
const componentsOf = ({ testPanels }: StoredRecord) =>
  (testPanels as readonly { readonly testComponents: Parts }[]).flatMap(
    ({ testComponents }) => testComponents,
  )
const linesOf = ({ lineItems }: StoredRecord) => lineItems as Parts

export const recordRoutes = [
  ...readRoutes(appointmentTypes, bookable),
  ...readRoutes(categories, category),
  ...readRoutes(crmStatusGroups, group),
  ...readRoutes({ list: crmStatusGroups.listStatuses, get: crmStatusGroups.getStatus }, status),
  ...readRoutes(
    { list: patientCategories.listTransitions, get: patientCategories.getTransition },
    transition,
  ),
  ...readRoutes({ list: healthProfile.listAllergies, get: healthProfile.getAllergy }, allergy),
  ...readRoutes(
    { list: healthProfile.listMedications, get: healthProfile.getMedication },
    medication,
  ),
  ...readRoutes({ list: healthProfile.listProblems, get: healthProfile.getProblem }, problem),
  ...readRoutes(labs, lab),
  ...partRoutes(
    { list: labs.listTestComponents, get: labs.getTestComponent },
    lab,
    'test component',
    componentsOf,
  ),
  ...readRoutes(invoices, invoice),
  ...partRoutes(
    { list: invoices.listLineItems, get: invoices.getLineItem },
    invoice,
    'line item',
    linesOf,
  ),

  recordRoute(invoices.getPdf, invoice, ({ id }, { sandbox }) =>
    ok(signedPdfUrl(sandbox, `invoices/${id}`)),
  ),

  recordRoute(patientCategories.get, patient, ({ id }, { state }) => {
    const [latest] = [...state.categoryTransitions.values()]
      .filter(({ patientId }) => patientId === id)
      .sort((a, b) => (String(a['transitionedAt']) < String(b['transitionedAt']) ? 1 : -1))
    if (typeof latest?.['toCategoryId'] !== 'number') return notFound('category of this patient')
    return ok({
      ...latest,
      categoryId: latest['toCategoryId'],
      crmStatusId: latest['toCrmStatusId'] as number | null,
      assignedAt: String(latest['transitionedAt']),
    })
  }),

  route(remoteCareConversions.create, ({ state, account, location, body, now }) => {
    const made = {
      id: takeId(state, 'conversion'),
      accountId: account.id,
      locationId: location.id,
      // In progress from the first change on. Nothing in the documents says when a patient is converted.
      status: 'INITIALIZED',
      patient: body.patient ?? {},
      selectedServices: body.selectedServices ?? [],
      attemptLinks: body.attemptLinks ?? [],
      createdAt: iso(now),
      updatedAt: iso(now),
    }
    state.conversions.set(made.id, made)
    return ok(made)
  }),
  getRoute(remoteCareConversions.get, conversion),
  recordRoute(remoteCareConversions.update, conversion, (record, { body, now }) => {
    const known = { ...(record['patient'] as object), ...body.patient }
    const updated = { status: 'IN_PROGRESS', updatedAt: iso(now), patient: known }
    return ok(Object.assign(record, body, updated))
  }),
]

import { contract } from '../../src/contract/index.ts'
import { ok } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { signedPdfUrl } from '../files/files.ts'
import { notFound } from '../http/refusal.ts'
import { getRoute, listRoute, partRoutes, recordRoute, type Resource } from '../http/resource.ts'
import { route } from '../http/route.ts'
import { takeId } from '../state/lookup.ts'
import type {
  AppointmentType,
  Patient,
  RemoteCareConversion,
  StoredRecord,
} from '../state/types.ts'

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

const patient: Resource<Patient> = { name: 'patient', table: ({ patients }) => patients }
const ofPatient: Records['parent'] = {
  ...patient,
  param: 'patientId',
  field: 'patientId',
}
const ofGroup: Records['parent'] = {
  name: 'CRM status group',
  table: (state) => state.crmStatusGroups,
  param: 'groupId',
  field: 'crmStatusGroupId',
}

const bookable: Resource<AppointmentType> = {
  name: 'appointment type',
  table: (state) => state.appointmentTypes,
  isListed: ({ isActive }) => isActive,
}
const category: Records = {
  name: 'category',
  table: (state) => state.categories,
  view: (each) => ({ ...each, isCrmTracked: each['crmStatusGroupId'] !== null }),
}
const group: Records = { name: 'CRM status group', table: (state) => state.crmStatusGroups }
const status: Records = {
  name: 'CRM status',
  table: (state) => state.crmStatuses,
  sortBy: 'sortOrder',
  parent: ofGroup,
}
const transition: Records = {
  name: 'transition',
  table: (state) => state.categoryTransitions,
  sortBy: 'transitionedAt',
  newestFirst: true,
  parent: ofPatient,
}
const allergy: Records = {
  name: 'allergy',
  table: (state) => state.allergies,
  parent: ofPatient,
}
const medication: Records = {
  name: 'medication',
  table: (state) => state.medications,
  parent: ofPatient,
}
const problem: Records = { name: 'problem', table: (state) => state.problems, parent: ofPatient }
const lab: Records = {
  name: 'lab',
  table: (state) => state.labs,
  sortBy: 'orderedAt',
  newestFirst: true,
}
const invoice: Records = {
  name: 'invoice',
  table: (state) => state.invoices,
  sortBy: 'createdAt',
  newestFirst: true,
}
const conversion: Resource<RemoteCareConversion> = {
  name: 'conversion',
  table: (state) => state.conversions,
}

type Parts = readonly { readonly id: number }[]
const componentsOf = ({ testPanels }: StoredRecord) =>
  (testPanels as readonly { readonly testComponents: Parts }[]).flatMap(
    ({ testComponents }) => testComponents,
  )
const linesOf = ({ lineItems }: StoredRecord) => lineItems as Parts

/** Records that the service keeps for others to read, and remote-care conversions. */
export const recordRoutes = [
  listRoute(appointmentTypes.list, bookable),
  getRoute(appointmentTypes.get, bookable),
  listRoute(categories.list, category),
  getRoute(categories.get, category),
  listRoute(crmStatusGroups.list, group),
  getRoute(crmStatusGroups.get, group),
  listRoute(crmStatusGroups.listStatuses, status),
  getRoute(crmStatusGroups.getStatus, status),
  listRoute(patientCategories.listTransitions, transition),
  getRoute(patientCategories.getTransition, transition),
  listRoute(healthProfile.listAllergies, allergy),
  getRoute(healthProfile.getAllergy, allergy),
  listRoute(healthProfile.listMedications, medication),
  getRoute(healthProfile.getMedication, medication),
  listRoute(healthProfile.listProblems, problem),
  getRoute(healthProfile.getProblem, problem),
  listRoute(labs.list, lab),
  getRoute(labs.get, lab),
  ...partRoutes(
    { list: labs.listTestComponents, get: labs.getTestComponent },
    lab,
    'test component',
    componentsOf,
  ),
  listRoute(invoices.list, invoice),
  getRoute(invoices.get, invoice),
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
    const made: RemoteCareConversion = {
      id: takeId(state, 'conversion'),
      accountId: account.id,
      locationId: location.id,
      status: 'INITIALIZED',
      patient: body.patient ?? {},
      selectedServices: body.selectedServices ?? [],
      attemptLinks: body.attemptLinks ?? [],
      createdAt: iso(now),
      updatedAt: iso(now),
    }
    state.conversions.set(made.id, made)
    return ok({ ...made })
  }),
  getRoute(remoteCareConversions.get, conversion),
  recordRoute(remoteCareConversions.update, conversion, (record, { body, now }) => {
    const known = { ...record.patient, ...body.patient }
    const updated = { status: 'IN_PROGRESS', updatedAt: iso(now), patient: known } as const
    Object.assign(record, body, updated)
    return ok({ ...record })
  }),
]

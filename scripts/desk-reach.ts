import { contract } from '../src/contract/index.ts'
import type { Operation } from '../src/contract/operation.ts'
import type { auditOperations } from '../src/shared/desk/audit.ts'
import type { draftOperations } from '../src/shared/desk/drafts.ts'
import type { kioskOperations } from '../src/shared/desk/kiosks.ts'
import type { CommandName, QueryName } from '../src/shared/desk/operations.ts'
import type { memberOperations } from '../src/shared/desk/member-operations.ts'

const { appointments, appointmentTypes, formPackets, patients, remoteCareConversions } =
  contract.partner
const { healthProfile, invoices, labs, accountWebhooks, webhooks } = contract.partner
const { categories, crmStatusGroups, patientCategories } = contract.partner
const { formTemplates, formTemplateGroups } = contract.partner
const { locations, stateProvinces, patients: people } = contract.developer
const { formTemplates: templates, formTemplateGroups: groups } = contract.developer

/** Returns the named operations of both scopes. */
const both = (...names: (keyof typeof webhooks)[]) =>
  names.flatMap((name): Operation[] => [accountWebhooks[name], webhooks[name]])

const readsTemplate = [formTemplates.get, formTemplates.listElements, formTemplates.listAttributes]

type Named<O extends { readonly queries: object; readonly commands: object }> =
  keyof (O['queries'] & O['commands'])
/** Queries and commands that call no operation of the service. */
type OfThisClinic =
  | Named<typeof kioskOperations>
  | Named<typeof memberOperations>
  | Named<typeof auditOperations>
  | Named<typeof draftOperations>
  | 'exportToday'

/** Operations of the service that each query and command of the desk calls; contract tests let each make no other. */
export const deskReach: Readonly<
  Record<Exclude<QueryName | CommandName, OfThisClinic>, readonly Operation[]>
> = {
  today: [
    appointments.list,
    appointments.get,
    appointmentTypes.list,
    formPackets.list,
    // Only where the appointment does not name its patient.
    patients.get,
  ],
  markArrived: [appointments.get, appointments.update],
  undoArrival: [appointments.get, appointments.update],
  cancelAppointment: [appointments.get, appointments.update],
  otherAppointments: [patients.list, people.list, locations.list, appointments.list, locations.get],
  invoices: [invoices.list],
  invoice: [invoices.get],
  invoiceLines: [invoices.listLineItems],
  invoiceLine: [invoices.getLineItem],
  invoicePdf: [invoices.get, invoices.getPdf],
  labs: [labs.list],
  lab: [labs.get],
  labResults: [labs.listTestComponents],
  labResult: [labs.getTestComponent],
  allergies: [healthProfile.listAllergies],
  allergy: [healthProfile.getAllergy],
  medications: [healthProfile.listMedications],
  medication: [healthProfile.getMedication],
  problems: [healthProfile.listProblems],
  problem: [healthProfile.getProblem],
  // The list of all is looked through only where a search finds nobody.
  findPatients: [patients.list, people.search, people.list],
  patientChart: [patients.get, people.get, people.listTags, stateProvinces.list],
  openChart: [patients.get, people.search],
  openChartOfAppointment: [appointments.get, patients.get, people.search],
  createPatient: [patients.list, people.search, patients.create],
  changePatient: [patients.update, patients.get],
  removePatient: [patients.delete, patients.get],
  webhooks: both('list', 'listEventTypes'),
  webhook: both('get'),
  createWebhook: both('list', 'create'),
  // A change, of this and of the clinic, looks afterwards only where its answer was lost.
  changeWebhook: both('update', 'get'),
  testWebhook: both('test'),
  deleteWebhook: both('delete'),
  clinicLocations: [locations.list],
  clinicLocation: [locations.get],
  clinicStates: [stateProvinces.list],
  clinicGroups: [groups.list, groups.listByPractitioner, locations.list],
  clinicGroup: [groups.get, locations.list],
  clinicTemplates: [templates.list],
  clinicTemplate: [templates.get],
  createLocation: [stateProvinces.list, locations.list, locations.create],
  changeLocation: [stateProvinces.list, locations.update, locations.get, locations.list],
  createGroup: [groups.list, groups.create],
  changeGroup: [groups.update, groups.get],
  deactivateGroup: [groups.delete, groups.get],
  patientCategory: [
    patientCategories.get,
    patientCategories.listTransitions,
    categories.list,
    // Only for a category that is not listed.
    categories.get,
    crmStatusGroups.get,
    crmStatusGroups.listStatuses,
  ],
  categoryTransition: [patientCategories.getTransition, categories.list, crmStatusGroups.getStatus],
  crmPipelines: [crmStatusGroups.list, crmStatusGroups.listStatuses],
  remoteCare: [remoteCareConversions.get],
  startRemoteCare: [patients.get, remoteCareConversions.create],
  openRemoteCare: [patients.get, remoteCareConversions.get],
  changeRemoteCare: [remoteCareConversions.update, remoteCareConversions.get],
  // A packet itself only where a row does not say whose it is.
  packets: [formPackets.list, formPackets.get],
  packet: [formPackets.get],
  packetPdf: [formPackets.get, formPackets.getPdf],
  templateChoices: [
    formTemplates.list,
    formTemplateGroups.listForLocation,
    formTemplateGroups.list,
  ],
  templateGroup: [formTemplateGroups.getForLocation, formTemplateGroups.get],
  template: readsTemplate,
  // The packet and its group are read where an answer is missing; templates where values are given for them.
  createPacket: [
    ...readsTemplate,
    formPackets.list,
    formPackets.create,
    formPackets.get,
    formTemplateGroups.getForLocation,
  ],
  changeDueDate: [formPackets.get, formPackets.update],
  addForms: [formPackets.get, formPackets.update],
  prefillPacket: [formPackets.get, ...readsTemplate, formPackets.prefill],
  archivePacket: [formPackets.get, formPackets.archive],
  showPacketAddress: [formPackets.get, formPackets.getUrl],
  // The appointment where one stands for its patient; the packet only where it is for one.
  deskCode: [appointments.get],
  makeDeskCode: [appointments.get, formPackets.get],
  beginAtKiosk: [appointments.get, formPackets.get],
  beginHere: [appointments.get, formPackets.get, formTemplateGroups.listForLocation],
  withdrawDeskCode: [appointments.get],
  // An appointment itself where a row does not name whose it is, or with whom.
  appointments: [appointments.list, appointments.get, appointmentTypes.list],
  appointment: [appointments.get, appointmentTypes.list],
  bookingChoices: [appointments.list, appointments.get, appointmentTypes.list],
  appointmentType: [appointmentTypes.get],
  busyTimes: [appointments.list, appointmentTypes.list],
  // Types, to tell whether a refused time is taken.
  bookAppointment: [
    appointments.list,
    appointments.create,
    appointments.get,
    appointmentTypes.list,
  ],
  moveAppointment: [
    appointments.get,
    appointments.update,
    appointments.list,
    appointmentTypes.list,
  ],
}

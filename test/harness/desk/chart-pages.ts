import type { AppointmentState } from '../../../src/shared/desk/appointments.ts'
import type { DeskReply } from '../../../src/shared/desk/messages.ts'

// The stand-in for main checks each by the schema of its operation.
export const ok = (value: unknown): DeskReply => ({ ok: true, value })
const day = (text: string) => Date.parse(`${text}T12:00:00`)

const invoice = (index: number, fields: object) => ({
  invoice: `invoice-${index}`,
  invoiceNumber: `INV-250${index}`,
  status: 'OPEN',
  paymentStatus: 'UNPAID',
  currency: 'USD',
  totalAmount: 1189.7,
  paidAmount: 0,
  dueDate: '2026-12-03',
  createdAt: day('2026-11-03'),
  paidAt: null,
  cancelledAt: null,
  ...fields,
})
/** Invoices in every state, one with words and fields that nobody knows. */
export const sampleInvoices = [
  invoice(1, {}),
  invoice(2, { paymentStatus: 'PARTIALLY_PAID', totalAmount: 312.49, paidAmount: 156.24 }),
  invoice(3, {
    status: 'PAID',
    paymentStatus: 'PAID',
    totalAmount: 185.5,
    paidAmount: 185.5,
    paidAt: day('2026-10-09'),
  }),
  invoice(4, { status: 'CANCELLED', totalAmount: 4.2, cancelledAt: day('2026-09-02') }),
  invoice(5, {
    invoiceNumber: null,
    status: 'IN_COLLECTION',
    currency: null,
    totalAmount: null,
    dueDate: null,
  }),
]
const line = (index: number, fields: object) => ({
  line: `line-${index}`,
  description: 'Office visit, new patient',
  quantity: 1,
  unitPrice: 185.5,
  amount: 185.5,
  billingCodes: ['99203'],
  ...fields,
})
const sampleLines = [
  line(1, {
    description: 'Therapeutic exercise, 15 minutes',
    quantity: 3,
    unitPrice: 42.33,
    amount: 126.99,
  }),
  line(2, {}),
  line(3, { description: null, quantity: null, unitPrice: null, amount: 0.35, billingCodes: [] }),
]

const lab = (index: number, fields: object) => ({
  lab: `lab-${index}`,
  name: 'Blood work',
  status: 'RESULTED',
  orderedAt: day('2026-10-14'),
  resultedAt: day('2026-10-15'),
  ...fields,
})
const sampleLabs = [
  lab(1, { status: 'ORDERED', resultedAt: null, orderedAt: day('2026-11-22') }),
  lab(2, {}),
  lab(3, { name: null, status: 'CANCELLED', resultedAt: null }),
]
const samplePanels = [
  { panel: 'panel-1', name: 'Basic metabolic panel' },
  { panel: 'panel-2', name: 'Lipid panel' },
]
const result = (index: number, fields: object) => ({
  result: `result-${index}`,
  panel: 'panel-1',
  name: 'Glucose',
  value: '106.3',
  unit: 'mg/dL',
  referenceRange: '70 - 99',
  isNormal: true,
  remark: null,
  ...fields,
})
const sampleResults = [
  result(1, { isNormal: false }),
  result(2, { name: 'Sodium', value: '138.0', unit: 'mmol/L', referenceRange: '135 - 145' }),
  result(3, {
    name: 'Potassium',
    value: '6.9',
    isNormal: null,
    remark: 'Critical high',
    unit: 'mmol/L',
    referenceRange: '3.5 - 5.1',
  }),
  result(4, {
    name: 'LDL cholesterol',
    value: null,
    panel: 'panel-2',
    isNormal: null,
    referenceRange: '0 - 99',
  }),
  result(5, {
    name: 'Culture',
    value: 'Negative',
    unit: null,
    referenceRange: null,
    panel: null,
    isNormal: null,
  }),
]

const recordedAt = '2025-10-19'
const allergy = (index: number, fields: object) => ({
  entry: `allergy-${index}`,
  name: 'Penicillin',
  status: 'ACTIVE',
  severity: 'SEVERE',
  reactions: ['Hives', 'Trouble breathing'],
  recordedAt,
  ...fields,
})
const resolved = { status: 'RESOLVED', severity: null, reactions: [], recordedAt: null }
const sampleAllergies = [
  allergy(1, {}),
  allergy(2, { name: 'Pollen', severity: 'MILD', reactions: ['Sneezing'] }),
  allergy(3, { name: 'Eggs', ...resolved }),
]
const loratadine = {
  entry: 'medication-1',
  name: 'Loratadine 10 mg',
  status: 'ACTIVE',
  dosageInstructions: 'One tablet a day.',
  startedAt: '2026-01-27',
  endedAt: null,
}
const over = { status: 'INACTIVE', endedAt: '2025-10-06' }
const sampleMedications = [loratadine, { ...loratadine, entry: 'medication-2', ...over }]
const rhinitis = {
  entry: 'problem-1',
  name: 'Allergic rhinitis',
  status: 'ACTIVE',
  icd10Code: 'J30.1',
  recordedAt,
}
const sprain = { entry: 'problem-2', name: 'Ankle sprain', status: 'RESOLVED' }
const sampleProblems = [rhinitis, { ...rhinitis, ...sprain }]

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

/** Packets of a patient in every state, on 31 May 2030. */
export const samplePackets = {
  today: '2030-05-31',
  notShown: 0,
  rows: [
    { packet: 'packet-1', name: 'New patient forms', state: 'started', dueDate: '2030-05-30' },
    { packet: 'packet-2', name: 'Yearly update', state: 'open', dueDate: '2030-05-31' },
    { packet: 'packet-3', name: null, state: 'open', dueDate: null },
    { packet: 'packet-4', name: 'Consent', state: 'completed', dueDate: '2030-05-01' },
    { packet: 'packet-5', name: 'Yearly update, 2029', state: 'archived', dueDate: null },
  ],
}

const samplePacket = {
  packet: 'packet-1',
  name: 'New patient forms',
  state: 'started',
  dueDate: '2030-05-30',
  forms: [
    {
      name: 'About you',
      template: 'template-1',
      state: 'completed',
      answers: [
        { question: 'First name', answer: { kind: 'text', text: 'Rosa' } },
        { question: 'I agree to be treated here.', answer: { kind: 'flag', isYes: true } },
        { question: 'Your signature', answer: { kind: 'drawn' } },
        { question: null, answer: { kind: 'text', text: 'Text message' } },
      ],
    },
    { name: 'Health history', template: 'template-2', state: 'open', answers: [] },
  ],
}

const sampleChoices = {
  templates: [
    { template: 'template-1', name: 'About you', isStaffOnly: false },
    { template: 'template-2', name: 'Health history', isStaffOnly: false },
    { template: 'template-3', name: 'Intake review', isStaffOnly: true },
  ],
  groups: [
    { group: 'group-1', name: 'New patient forms', isHere: true },
    { group: 'group-2', name: 'Yearly update', isHere: true },
    { group: 'groupelsewhere-1', name: 'Pediatrics', isHere: false },
  ],
}

export const sampleGroup = { templates: sampleChoices.templates.slice(0, 2) }

const question = (label: string, kind: string, options: string[] = []) => ({
  label,
  kind,
  options,
})
const questions = [
  question('What brings you in today?', 'textArea'),
  question('How long?', 'dropdown', ['A few days', 'A few weeks']),
]
const attributes = ['reason_for_visit', 'how_long']

export const sampleTemplate = {
  name: 'Health history',
  version: 2,
  sections: [
    {
      name: "Today's visit",
      elements: questions.map((each, index) => ({
        ...each,
        isRequired: index === 0,
        isForStaff: false,
      })),
    },
  ],
  attributes: questions.map((each, index) => ({ ...each, attribute: attributes[index]! })),
}

/** Main's answers about a patient's forms, and about those that can be given, by query. */
export const packetAnswers: Readonly<Record<string, () => DeskReply>> = Object.fromEntries(
  Object.entries({
    packets: samplePackets,
    packet: samplePacket,
    templateChoices: sampleChoices,
    templateGroup: sampleGroup,
    template: sampleTemplate,
  }).map(([query, value]) => [query, () => ok(value)]),
)

const hour = 60 * 60_000
const dayMs = 24 * hour

const visit = (number: number, startsAt: number, more: object) => ({
  visit: `visit-${number}`,
  today: null,
  startsAt,
  practitioner: 'Dr. Maya Chen',
  type: 'Check-up',
  isTelehealth: false,
  state: 'open',
  saidAt: null,
  ...more,
})

/** Appointments of a patient around `now` (ms since 1970). */
export const sampleAppointments = (now: number) => ({
  readAt: now,
  notShown: 0,
  rows: [
    visit(1, now - 30 * dayMs, { state: 'completed' }),
    visit(2, now + 2 * dayMs, { type: 'Follow-up' }),
    visit(3, now + 9 * dayMs, { practitioner: null, type: null, isTelehealth: true }),
  ],
})

/** The same with the second one in a minute, in this state. */
export function appointmentsWithOneToday(now: number, state: AppointmentState = 'open') {
  const { rows, ...list } = sampleAppointments(now)
  const today = { startsAt: now + 60_000, today: 'appointment-7', state }
  return { ...list, rows: rows.map((row, at) => (at === 1 ? { ...row, ...today } : row)) }
}

export const sampleAppointment = (now: number) => ({
  ...visit(2, now + 2 * dayMs, { type: 'Follow-up' }),
  endsAt: now + 2 * dayMs + hour / 2,
  location: 'Harbor Clinic',
  typeReference: 'visittype-2',
  practitionerReference: 'practitioner-1',
})

export const sampleBooking = {
  types: [
    { type: 'visittype-1', name: 'Check-up' },
    { type: 'visittype-2', name: 'Follow-up' },
  ],
  practitioners: [
    { practitioner: 'practitioner-1', name: 'Dr. Maya Chen' },
    { practitioner: 'practitioner-2', name: 'Dr. Sam Bell' },
  ],
}

export const sampleType = {
  name: 'Follow-up',
  minutes: 20,
  isTelehealth: false,
  description: 'A short visit about what was begun before.',
}

/** Calendar where Dr. Chen is busy from `at` (ms since 1970). */
export const sampleBusy = (at: number) => ({
  times: [
    { startsAt: at, endsAt: at + hour / 2, practitioner: 'practitioner-1', type: 'Check-up' },
    { startsAt: at + hour, endsAt: at + 2 * hour, practitioner: 'practitioner-2', type: null },
  ],
})

const at = Date.parse('2030-05-31T10:30:00Z')

const journey = {
  name: 'New patient journey',
  description: 'Until the first visit.',
  isActive: true,
  stages: ['Asked about us', 'Called back', 'Booked', 'Seen'],
}
const category = {
  current: {
    category: 'New patients',
    description: 'Until the first visit is over.',
    since: at,
    pipeline: journey,
    stage: 2,
  },
  history: [
    { transition: 'transition-2', at, to: { category: 'New patients', stage: 'Booked' } },
    { transition: 'transition-1', at: null, to: null },
  ],
}
const step = {
  at,
  note: 'Booked online.',
  from: { category: 'New patients', stage: 'Called back' },
  to: { category: 'New patients', stage: 'Booked' },
}

/** Main's answers about a patient in a category, by query. */
export const categoryAnswers: Readonly<Record<string, () => DeskReply>> = {
  patientCategory: () => ok(category),
  categoryTransition: () => ok(step),
  crmPipelines: () =>
    ok([journey, { ...journey, name: 'Recall list', isActive: false, stages: [] }]),
}

const row = (number: number, name: string, more: object = {}) => ({
  patient: `patient-${number}`,
  name,
  birthYear: 1980 + number,
  phoneEnd: `${10 + number}`,
  isActive: true,
  ...more,
})

/** Patients of whom two have the same name, one is not active, and one has nothing but a name. */
export const samplePatients = [
  row(1, 'Grace Kim'),
  row(2, 'Daniel Kim'),
  row(3, 'Grace Kim', { birthYear: 1950, phoneEnd: '77' }),
  row(4, 'Soo-Jin Kim', { isActive: false }),
  row(5, 'Min Kim', { birthYear: null, phoneEnd: null }),
]

/** The chart of a mother of one, with an address and two notes. */
const sampleChart = {
  name: 'Grace Kim',
  firstName: 'Grace',
  lastName: 'Kim',
  birthDate: '1981-02-16',
  phone: '+1 206 555 0110',
  email: 'grace.kim@example.com',
  isActive: true,
  address: ['12 Pine Street', 'Seattle, Washington 98101'],
  homeAddress: {
    address1: '12 Pine Street',
    city: 'Seattle',
    stateProvince: 'WA',
    postalCode: '98101',
  },
  parents: [],
  children: [row(2, 'Daniel Kim')],
  practitioners: ['Dr. Maya Chen'],
  tags: [
    { note: 'Needs an interpreter', color: '#b25f2f' },
    { note: 'Prefers mornings', color: null },
  ],
}

/** Main's answers where `samplePatients` are found, and the chart of Grace Kim opens for every request. */
export const patientAnswers: Readonly<Record<string, () => DeskReply>> = {
  findPatients: () => ok({ rows: samplePatients, more: null }),
  openChart: () => ok({ chart: 'chart-7' }),
  patientChart: () => ok(sampleChart),
}

import type {
  AppointmentDetails,
  AppointmentList,
  AppointmentRow,
  BookingChoices,
  BusyTimes,
  TypeDetails,
} from '../../../src/shared/desk/appointments.ts'
import type { DeskReply } from '../../../src/shared/desk/messages.ts'
import type {
  PacketDetails,
  PacketList,
  TemplateChoices,
  TemplateDetails,
} from '../../../src/shared/desk/packets.ts'

/** Packets of a patient in every state, on 31 May 2030. */
export const samplePackets: PacketList = {
  ...{ today: '2030-05-31', notShown: 0 },
  rows: [
    { packet: 'packet-1', name: 'New patient forms', state: 'started', dueDate: '2030-05-30' },
    { packet: 'packet-2', name: 'Yearly update', state: 'open', dueDate: '2030-05-31' },
    { packet: 'packet-3', name: null, state: 'open', dueDate: null },
    { packet: 'packet-4', name: 'Consent', state: 'completed', dueDate: '2030-05-01' },
    { packet: 'packet-5', name: 'Yearly update, 2029', state: 'archived', dueDate: null },
  ],
}

const samplePacket: PacketDetails = {
  ...{ packet: 'packet-1', name: 'New patient forms', state: 'started', dueDate: '2030-05-30' },
  forms: [
    {
      ...{ name: 'About you', template: 'template-1', state: 'completed' },
      answers: [
        { question: 'First name', answer: { kind: 'text', text: 'Rosa' } },
        { question: 'I agree to be treated here.', answer: { kind: 'flag', isYes: true } },
        { question: 'Your signature', answer: { kind: 'drawn' } },
        { question: null, answer: { kind: 'text', text: 'Text message' } },
      ],
    },
    { ...{ name: 'Health history', template: 'template-2', state: 'open' }, answers: [] },
  ],
}

const sampleChoices: TemplateChoices = {
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

export const sampleTemplate: TemplateDetails = {
  ...{ name: 'Health history', version: 2 },
  sections: [
    {
      name: "Today's visit",
      elements: [
        {
          ...{ label: 'What brings you in today?', kind: 'textArea', isRequired: true },
          ...{ isForStaff: false, options: [] },
        },
        {
          ...{ label: 'How long?', kind: 'dropdown', isRequired: false, isForStaff: false },
          options: ['A few days', 'A few weeks'],
        },
      ],
    },
  ],
  attributes: [
    {
      ...{ attribute: 'reason_for_visit', label: 'What brings you in today?' },
      ...{ kind: 'textArea', options: [] },
    },
    {
      ...{ attribute: 'how_long', label: 'How long?', kind: 'dropdown' },
      options: ['A few days', 'A few weeks'],
    },
  ],
}

/** What main answers of a patient's forms, and of what can be given, by query. */
export const packetAnswers: Readonly<Record<string, () => DeskReply>> = Object.fromEntries(
  Object.entries({
    ...{ packets: samplePackets, packet: samplePacket, templateChoices: sampleChoices },
    ...{ templateGroup: sampleGroup, template: sampleTemplate },
  }).map(([query, value]) => [query, () => ({ ok: true, value })]),
)

const hour = 60 * 60_000
const dayMs = 24 * hour

const visit = (number: number, startsAt: number, more: Partial<AppointmentRow>) => ({
  ...{ visit: `visit-${number}`, today: null, startsAt, practitioner: 'Dr. Maya Chen' },
  ...{ type: 'Check-up', isTelehealth: false, state: 'open' as const },
  ...more,
})

/** Appointments of a patient around `now` (ms since 1970). */
export const sampleAppointments = (now: number): AppointmentList => ({
  ...{ readAt: now, notShown: 0 },
  rows: [
    visit(1, now - 30 * dayMs, { state: 'completed' }),
    visit(2, now + 2 * dayMs, { type: 'Follow-up' }),
    visit(3, now + 9 * dayMs, { practitioner: null, type: null, isTelehealth: true }),
  ],
})

export const sampleAppointment = (now: number): AppointmentDetails => ({
  ...visit(2, now + 2 * dayMs, { type: 'Follow-up' }),
  ...{ endsAt: now + 2 * dayMs + hour / 2, location: 'Harbor Clinic' },
  ...{ typeReference: 'visittype-2', practitionerReference: 'practitioner-1' },
})

export const sampleBooking: BookingChoices = {
  types: [
    { type: 'visittype-1', name: 'Check-up' },
    { type: 'visittype-2', name: 'Follow-up' },
  ],
  practitioners: [
    { practitioner: 'practitioner-1', name: 'Dr. Maya Chen' },
    { practitioner: 'practitioner-2', name: 'Dr. Sam Bell' },
  ],
}

export const sampleType: TypeDetails = {
  ...{ name: 'Follow-up', minutes: 20, isTelehealth: false },
  description: 'A short visit about what was begun before.',
}

/** When Dr. Chen is busy from `at` (ms since 1970). */
export const sampleBusy = (at: number): BusyTimes => ({
  times: [
    { startsAt: at, endsAt: at + hour / 2, practitioner: 'practitioner-1' },
    { startsAt: at + hour, endsAt: at + 2 * hour, practitioner: 'practitioner-2' },
  ],
})

import { isDeepStrictEqual } from 'node:util'
import type { PacketStatus } from '../../src/contract/partner-v2/form-packets.ts'
import { answerValue } from '../../src/shared/answer-schema.ts'
import type { AnswerValue } from '../../src/forms/model.ts'
import { iso } from '../clock.ts'
import { takeId, templateOf } from './lookup.ts'
import { publish } from '../webhooks/deliveries.ts'
import type { Form, Packet, State, Template, TemplateElement } from './types.ts'

/** Returns all elements of a template, children after their parent. */
export function elementsOf(template: Template): TemplateElement[] {
  return template.formTemplateSections
    .flatMap((section) => section.formElements)
    .flatMap((element) => [element, ...(element.children ?? [])])
}

/** Checks if a patient has begun any form of a packet. */
export function isBegun({ forms }: Packet): boolean {
  return forms.some((form) => form.startedAt ?? form.submittedAt)
}

/** Returns the status of a packet's forms, archived or not. */
export function statusOf(packet: Packet): PacketStatus {
  if (completedAt(packet)) return 'COMPLETED'
  return isBegun(packet) ? 'IN_PROGRESS' : 'NOT_STARTED'
}

/** Returns the time of a packet's last submission; null while a form is open. */
export function completedAt(packet: Packet): string | null {
  const times = packet.forms.map((form) => form.submittedAt)
  return times.includes(null) ? null : (times.toSorted().at(-1) ?? null)
}

const isBlank = (value: AnswerValue | undefined) => (value ?? '') === ''

/** Converts a prefilled value to an answer: a number to its text, a value that no field can hold to nothing. */
function answerOf(value: unknown): AnswerValue | undefined {
  if (value === undefined) return undefined
  return answerValue.safeParse(typeof value === 'number' ? String(value) : value).data
}

/** Writes values into unanswered fields that carry their attribute, in every open form. Answers the found attributes. */
export function fill(
  state: State,
  forms: readonly Form[],
  values: Readonly<Record<string, unknown>>,
): Set<string> {
  const filled = new Set<string>()
  for (const form of forms.filter(({ submittedAt }) => !submittedAt)) {
    for (const { id, attribute } of elementsOf(templateOf(state, form))) {
      if (!attribute || !isBlank(form.answers[id])) continue
      const value = answerOf(values[attribute])
      if (value === undefined || isBlank(value)) continue
      form.answers[id] = value
      filled.add(attribute)
    }
  }
  return filled
}

/** Collects a new form's initial values: the caller's values before kept ones before the record. */
function prefillFor(state: State, packet: Packet, given: Readonly<Record<string, unknown>>) {
  const patient = state.patients.get(packet.patientId ?? -1)
  if (!patient) return given
  const { homeAddress, attributes } = patient
  return {
    first_name: patient.firstName,
    last_name: patient.lastName,
    date_of_birth: patient.dateOfBirth,
    email: patient.email,
    mobile_phone: patient.mobilePhone,
    home_address: homeAddress && { ...homeAddress, address2: '' },
    ...attributes,
    ...given,
  }
}

/** Adds a form of each template to a packet, prefilled. */
export function addForms(
  state: State,
  packet: Packet,
  templates: readonly Template[],
  given: Readonly<Record<string, unknown>> = {},
): void {
  const forms = templates.map((template) => ({
    id: takeId(state, 'form'),
    templateId: template.id,
    version: template.version,
    answers: {},
    startedAt: null,
    submittedAt: null,
  }))
  packet.forms.push(...forms)
  fill(state, forms, prefillFor(state, packet, given))
}

/** Creates a packet with one prefilled form of each template. `at` in ms. */
export function createPacket(
  state: State,
  fields: Pick<Packet, 'accountId' | 'locationId' | 'patientId' | 'name' | 'dueDate'>,
  templates: readonly Template[],
  at: number,
  given: Readonly<Record<string, unknown>> = {},
): Packet {
  const packet: Packet = {
    id: takeId(state, 'packet'),
    ...fields,
    createdAt: iso(at),
    archivedAt: null,
    forms: [],
  }
  state.packets.set(packet.id, packet)
  addForms(state, packet, templates, given)
  return packet
}

/** Submits a form: fills other open forms, keeps `Patient` answers, tells webhooks of what is new. `at` in ms. */
export function submitForm(state: State, packet: Packet, form: Form, at: number): void {
  form.submittedAt = iso(at)
  const patient = state.patients.get(packet.patientId ?? -1)
  const shared: Record<string, AnswerValue> = {}
  for (const { id, attribute, lifecycle } of elementsOf(templateOf(state, form))) {
    const value = form.answers[id]
    if (!attribute || value === undefined || isBlank(value)) continue
    if (lifecycle === 'Patient') {
      if (patient) patient.attributes[attribute] = value
    } else shared[attribute] = value
  }
  fill(state, packet.forms, shared)
  if (isDeepStrictEqual(form.toldAnswers, form.answers) && !completedAt(packet)) return
  form.toldAnswers = structuredClone(form.answers)
  const data = {
    formId: form.id,
    formTemplateId: form.templateId,
    formPacketId: packet.id,
    formPacketStatus: statusOf(packet),
    locationId: packet.locationId,
    patientId: packet.patientId,
    completedAt: form.submittedAt,
  }
  publish(state, { type: 'form.completed', accountId: packet.accountId, data }, at)
}

function presentForm(state: State, form: Form) {
  const open = form.startedAt ? 'IN_PROGRESS' : 'NOT_STARTED'
  return {
    id: form.id,
    formTemplateId: form.templateId,
    version: form.version,
    name: templateOf(state, form).name,
    status: form.submittedAt ? 'COMPLETED' : open,
    submittedAt: form.submittedAt,
  }
}

/** Presents a packet as in lists. */
export function presentPacket(state: State, packet: Packet) {
  return {
    ...packet,
    status: statusOf(packet),
    completedAt: completedAt(packet),
    forms: packet.forms.map((form) => presentForm(state, form)),
  }
}

/** Presents a packet with its answers. */
export function presentPacketInFull(state: State, packet: Packet) {
  return {
    ...presentPacket(state, packet),
    forms: packet.forms.map((form) => ({
      ...presentForm(state, form),
      answers: elementsOf(templateOf(state, form)).flatMap(({ id, attribute, label }) => {
        const value = form.answers[id]
        return value === undefined || value === null
          ? []
          : [{ elementId: id, attribute: attribute ?? null, label, value }]
      }),
    })),
  }
}

import { addDays, dateIn, iso } from '../clock.ts'
import { createPacket, elementsOf, submitForm } from '../state/packets.ts'
import { templateOf } from '../state/lookup.ts'
import type { Form, Packet, State, Template } from '../state/types.ts'
import * as cases from './cases.ts'
import { account, foreignAccount, locations } from './clinics.ts'
import { aboutYou, aboutYouBefore, consent, healthHistory } from './templates/new-patient.ts'
import { everyField, insurance, pain } from './templates/further.ts'

const hour = 3_600_000
const newPatientForms = [aboutYou, healthHistory, consent]

interface Extra {
  /** The first location unless told otherwise. */
  readonly locationId?: number
  /** How many of the forms are submitted. */
  readonly submitted?: number
  readonly archived?: boolean
}

/** Answers that any field takes, so that a seeded form can be submitted. */
function answerAll(state: State, form: Form): void {
  for (const element of elementsOf(templateOf(state, form))) {
    if (!element.patientViewable || !element.required || element.showWhen) continue
    const fallback = element.elementType === 4 ? true : 'No concerns'
    const option = element.options?.find((each) => each === 'No') ?? element.options?.[0]
    form.answers[element.id] ??= option ?? fallback
  }
}

/** Lets packets wait for a patient who is none of the seeded ones. */
export function seedPacketsOf(
  state: State,
  patient: { readonly id: number; readonly packets: number },
  start: number,
): void {
  state.nextIds.packet = patient.id + 1
  for (let count = 1; count <= patient.packets; count++) {
    const what = {
      accountId: account.id,
      locationId: 301,
      patientId: patient.id,
      name: `New patient forms ${count}`,
      dueDate: null,
    }
    createPacket(state, what, newPatientForms, start - 26 * hour)
  }
}

/** Puts the seeded packets into `state`; `start` (ms) is when the sandbox began. */
export function seedPackets(state: State, start: number): void {
  const at = start - 26 * hour
  const today = dateIn(locations[0]?.timeZone ?? 'UTC', start)
  const packet = (
    patientId: number,
    name: string,
    templates: readonly Template[],
    dueInDays: number | null,
    more: Extra = {},
  ): Packet => {
    const made = createPacket(
      state,
      {
        accountId: account.id,
        locationId: more.locationId ?? 301,
        patientId,
        name,
        dueDate: dueInDays === null ? null : addDays(today, dueInDays),
      },
      templates,
      at,
    )
    for (const [index, form] of made.forms.slice(0, more.submitted ?? 0).entries()) {
      answerAll(state, form)
      form.startedAt = iso(at + (index + 1) * 60_000)
      submitForm(state, made, form, at + (index + 2) * 60_000)
    }
    if (more.archived) made.archivedAt = iso(at + hour)
    return made
  }

  const waiting = [
    cases.onePacket,
    cases.bothChannels,
    cases.inactivePatient,
    cases.longName,
    cases.minor.parent,
    cases.minor.child,
    cases.noDateOfBirth,
    ...cases.familyPhone.members,
    ...cases.sharedEmail.members,
    ...cases.manyScripts,
  ]
  for (const { id } of waiting) packet(id, 'New patient forms', newPatientForms, 3)

  const { id: busy } = cases.threePackets
  packet(busy, 'Every kind of field', [everyField], null)
  packet(busy, 'Yearly update', [aboutYou, insurance], 14)
  packet(busy, 'Physical therapy forms', [pain, consent], 2)
  packet(busy, 'Yearly update, last year', [aboutYouBefore], -360, { submitted: 1, archived: true })
  packet(busy, 'Pediatrics update', [insurance], 5, { locationId: 302 })

  packet(cases.completedPacket.id, 'New patient forms', newPatientForms, 1, { submitted: 3 })

  const half = packet(cases.halfDone.id, 'New patient forms', newPatientForms, 1, { submitted: 1 })
  const second = half.forms[1]
  if (second) {
    second.startedAt = iso(at + hour)
    second.answers[602001] = 'A cough that does not go away'
  }

  const ordinary = [...state.patients.keys()].filter((id) => id >= 5040 && id < 9000)
  for (const [index, id] of ordinary.entries()) {
    const locationId = 301 + (index % 3)
    const submitted = index % 4
    packet(id, 'New patient forms', newPatientForms, index % 9, { locationId, submitted })
    if (index % 5 === 0) {
      packet(id, 'Yearly update', [aboutYou, insurance], -30, { locationId, archived: true })
    }
  }

  createPacket(
    state,
    {
      accountId: foreignAccount.id,
      locationId: 901,
      patientId: 9001,
      name: 'Theirs',
      dueDate: null,
    },
    [consent],
    at,
  )
  packet(cases.shortForm.id, 'Before you see the therapist', [pain], 0)
  for (const { id } of Object.values(cases.arrivals))
    if (id !== cases.arrivals.nothingWaits.id) packet(id, 'New patient forms', newPatientForms, 3)
}

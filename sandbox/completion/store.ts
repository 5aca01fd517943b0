import { askedAnswers, flatten, missingInForm } from '../../src/forms/completeness.ts'
import { toFormModel } from '../../src/forms/template.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { dateIn } from '../../src/shared/time-zone.ts'
import { iso } from '../clock.ts'
import { country } from '../seeds/clinics.ts'
import type { CompletionError, CompletionStore } from '../../src/patient-page/store.ts'
import { stateProvinces } from '../seeds/state-provinces.ts'
import { templateOf } from '../state/lookup.ts'
import { completedAt, submitForm } from '../state/packets.ts'
import type { Form, Packet } from '../state/types.ts'
import type { SandboxContext } from '../sandbox-context.ts'

const seedLanguage = 'en'

/** Presents the sandbox's state as a store for the patient page. */
export function createCompletionStore(sandbox: SandboxContext): CompletionStore {
  const packetOf = (token: string): Packet | undefined => {
    const packet = sandbox.state.packets.get(sandbox.state.completionTokens.get(token) ?? -1)
    return packet?.archivedAt ? undefined : packet
  }
  const modelOf = (form: Form) => toFormModel(templateOf(sandbox.state, form), seedLanguage)
  const isForPatients = (form: Form) => !templateOf(sandbox.state, form).isStaffOnly

  const elementIdsOf = (form: Form) =>
    modelOf(form).sections.flatMap(({ elements }) => flatten(elements).map(({ id }) => String(id)))
  const forgetWhatIsNotAsked = (form: Form) => {
    const asked = askedAnswers(modelOf(form), form.answers)
    for (const id of elementIdsOf(form)) if (!(id in asked)) delete form.answers[id]
  }

  const openForm = (
    token: string,
    formId: number,
  ): Result<{ packet: Packet; form: Form }, CompletionError> => {
    const packet = packetOf(token)
    const form = packet?.forms.find(({ id }) => id === formId)
    if (!packet || !form || !isForPatients(form)) return err({ kind: 'unknownLink' })
    return completedAt(packet) ? err({ kind: 'alreadySubmitted' }) : ok({ packet, form })
  }

  return {
    open: (token) => {
      const packet = packetOf(token)
      const location = packet && sandbox.state.locations.get(packet.locationId)
      if (!packet || !location) return undefined
      return {
        clinicName: location.branding.logoName,
        color: location.branding.logoCircleColor,
        packetName: packet.name,
        firstName: sandbox.state.patients.get(packet.patientId ?? -1)?.firstName ?? null,
        completed: completedAt(packet) !== null,
        nextWaits: sandbox.nextWaits,
        turnsWait: false,
        facts: {
          today: dateIn(location.timeZone, sandbox.clock.now()),
          country,
          states: stateProvinces.map(({ name, shortName }) => ({ name, shortName })),
        },
        forms: packet.forms.filter(isForPatients).map((form) => ({
          formId: form.id,
          submitted: form.submittedAt !== null,
          started: form.startedAt !== null,
          form: modelOf(form),
          answers: { ...form.answers },
        })),
      }
    },

    saveAnswers: (token, formId, answers) => {
      const found = openForm(token, formId)
      if (!found.ok) return found
      const { form } = found.value
      const known = new Set(elementIdsOf(form))
      const unknown = Object.keys(answers).find((id) => !known.has(id))
      if (unknown !== undefined) return err({ kind: 'unknownElement', elementId: unknown })
      Object.assign(form.answers, answers)
      form.submittedAt = null
      form.startedAt ??= iso(sandbox.clock.now())
      return ok(null)
    },

    submit: (token, formId) => {
      const found = openForm(token, formId)
      if (!found.ok) return found
      const { packet, form } = found.value
      if (form.submittedAt) return err({ kind: 'alreadySubmitted' })
      const missing = missingInForm(modelOf(form), form.answers)
      if (missing.length > 0) return err({ kind: 'missingAnswers', elementIds: missing })
      forgetWhatIsNotAsked(form)
      submitForm(sandbox.state, packet, form, sandbox.clock.now())
      return ok({ packetCompleted: completedAt(packet) !== null })
    },
  }
}

import { flatten } from '../../src/forms/completeness.ts'
import { toFormModel } from '../../src/forms/template.ts'
import { dateIn } from '../../src/shared/time-zone.ts'
import { iso } from '../clock.ts'
import { country } from '../seeds/clinics.ts'
import { createCompletionStore, type CompletionStore } from '../../src/patient-page/store.ts'
import { stateProvinces } from '../seeds/state-provinces.ts'
import { templateOf } from '../state/lookup.ts'
import { completedAt, submitForm } from '../state/packets.ts'
import type { Form, Packet } from '../state/types.ts'
import type { SandboxContext } from '../sandbox-context.ts'

const seedLanguage = 'en'

/** Presents the sandbox's state as a store for the patient page. */
export function openCompletionStore(sandbox: SandboxContext): CompletionStore {
  const packetOf = (token: string): Packet | undefined => {
    const packet = sandbox.state.packets.get(sandbox.state.completionTokens.get(token) ?? -1)
    return packet?.archivedAt ? undefined : packet
  }
  const modelOf = (form: Form) => toFormModel(templateOf(sandbox.state, form), seedLanguage)
  const isForPatients = (form: Form) => !templateOf(sandbox.state, form).isStaffOnly

  const elementIdsOf = (form: Form) =>
    modelOf(form).sections.flatMap(({ elements }) => flatten(elements).map(({ id }) => String(id)))
  const formOf = (token: string, formId: number) => {
    const packet = packetOf(token)
    const form = packet?.forms.find(({ id }) => id === formId)
    if (!packet || !form) throw new Error('the form is not of this packet')
    return { packet, form }
  }

  return createCompletionStore({
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

    keep(token, formId, answers) {
      const { form } = formOf(token, formId)
      Object.assign(form.answers, answers)
      form.submittedAt = null
      form.startedAt ??= iso(sandbox.clock.now())
      return true
    },

    submit(token, formId, answers) {
      const { packet, form } = formOf(token, formId)
      for (const id of elementIdsOf(form)) if (!(id in answers)) delete form.answers[id]
      submitForm(sandbox.state, packet, form, sandbox.clock.now())
      return true
    },
  })
}

import type { ElementType } from '../../../src/shared/form-elements.ts'
import type { FormElementModel, FormModel, Answers } from '../../../src/forms/model.ts'
import { createPacketStore } from '../../../src/patient-page/packet-store.ts'

/** An element for a test: optional, labelled, as wide as the page, unless told otherwise. */
export const elementOf = (
  type: ElementType,
  more: Partial<FormElementModel> = {},
): FormElementModel => ({
  id: 1,
  type,
  label: 'A question',
  displayLabel: true,
  required: false,
  attribute: null,
  colClass: 12,
  options: [],
  text: '',
  showWhen: null,
  children: [],
  ...more,
})

export const onePage = (...elements: FormElementModel[]): FormModel => ({
  name: 'Intake',
  sections: [{ id: 1, name: 'Page', elements }],
})

export const sampleAddress = {
  address1: '1 Main St',
  address2: '',
  city: 'Ames',
  stateProvince: 'IA',
  postalCode: '50010',
}

/** A store of one packet that keeps all, with the token `a-token`; `prefilled` fills its first form beforehand. */
export const fakeStore = (
  forms: readonly FormModel[],
  firstName = 'Ana',
  prefilled: Answers = {},
) =>
  createPacketStore(
    'a-token',
    {
      clinicName: 'Lakeside Family Clinic',
      color: '#0b5563',
      packetName: 'New patient',
      firstName,
      nextWaits: false,
      turnsWait: false,
      facts: { today: '2026-03-10' },
    },
    forms.map((form, index) => ({
      formId: index + 1,
      form,
      submitted: false,
      started: false,
      answers: index === 0 ? prefilled : {},
    })),
    { keep: () => true, finish: () => true },
  )

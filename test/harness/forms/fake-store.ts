import type { Answers, FormModel } from '../../../src/forms/model.ts'
import { createPacketStore } from '../../../src/patient-page/packet-store.ts'

/** A store of one packet that keeps all, with the token `a-token`; `prefilled` fills its first form beforehand. */
export const fakeStore = (
  forms: readonly FormModel[],
  firstName = 'Ana',
  prefilled: Answers = {},
) =>
  createPacketStore(
    'a-token',
    {
      ...{ clinicName: 'Lakeside Family Clinic', color: '#0b5563', packetName: 'New patient' },
      ...{ firstName, nextWaits: false, turnsWait: false, facts: { today: '2026-03-10' } },
    },
    forms.map((form, index) => ({
      ...{ formId: index + 1, form, submitted: false, started: false },
      answers: index === 0 ? prefilled : {},
    })),
    { keep: () => true, finish: () => true },
  )

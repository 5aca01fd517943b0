import type { Template } from '../../state/types.ts'
import * as further from './further.ts'
import * as newPatient from './new-patient.ts'

/** Every version of every seeded template, the versions of one template oldest first. */
export const templates: readonly Template[] = [
  newPatient.aboutYouBefore,
  newPatient.aboutYou,
  newPatient.healthHistory,
  newPatient.consent,
  further.insurance,
  further.pain,
  further.everyField,
  further.intakeReview,
  further.retired,
]

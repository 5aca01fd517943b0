import { auth } from './auth.ts'
import { developer } from './developer-v1.ts'
import { appointments, appointmentTypes } from './partner-v2/appointments.ts'
import { categories, crmStatusGroups, patientCategories } from './partner-v2/categories.ts'
import { formPackets } from './partner-v2/form-packets.ts'
import { formTemplateGroups, formTemplates } from './partner-v2/form-templates.ts'
import { healthProfile } from './partner-v2/health-profile.ts'
import { identityProof } from './partner-v2/identity-proof.ts'
import { invoices } from './partner-v2/invoices.ts'
import { labs } from './partner-v2/labs.ts'
import { patients } from './partner-v2/patients.ts'
import { remoteCareConversions } from './partner-v2/remote-care-conversions.ts'
import { accountWebhooks, webhooks } from './partner-v2/webhooks.ts'

const partner = {
  appointmentTypes,
  appointments,
  crmStatusGroups,
  categories,
  formTemplateGroups,
  formTemplates,
  formPackets,
  identityProof,
  invoices,
  labs,
  patients,
  patientCategories,
  healthProfile,
  remoteCareConversions,
  accountWebhooks,
  webhooks,
}

/** Every operation of the intake service; its place in this tree is its id: `partner.formPackets.list`. */
export const contract = { auth, partner, developer }

import { appointments, appointmentTypes } from './appointments.ts'
import { categories, crmStatusGroups, patientCategories } from './categories.ts'
import { formPackets } from './form-packets.ts'
import { formTemplateGroups, formTemplates } from './form-templates.ts'
import { healthProfile } from './health-profile.ts'
import { identityProof } from './identity-proof.ts'
import { invoices } from './invoices.ts'
import { labs } from './labs.ts'
import { patients } from './patients.ts'
import { remoteCareConversions } from './remote-care-conversions.ts'
import { accountWebhooks, webhooks } from './webhooks.ts'

/** The partner interface, version 2, in the order of its document. */
export const partner = {
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

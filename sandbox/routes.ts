import { authRoutes } from './auth/routes.ts'
import { developerFormTemplateGroupRoutes } from './developer-v1/form-template-groups.ts'
import { developerFormTemplateRoutes } from './developer-v1/form-templates.ts'
import { locationRoutes } from './developer-v1/locations.ts'
import { developerPatientRoutes } from './developer-v1/patients.ts'
import { stateProvinceRoutes } from './developer-v1/state-provinces.ts'
import type { Route } from './http/route.ts'
import { appointmentTypeRoutes } from './partner-v2/appointment-types.ts'
import { appointmentRoutes } from './partner-v2/appointments.ts'
import { categoryRoutes } from './partner-v2/categories.ts'
import { crmStatusGroupRoutes } from './partner-v2/crm-status-groups.ts'
import { formPacketRoutes } from './partner-v2/form-packets.ts'
import { formTemplateGroupRoutes } from './partner-v2/form-template-groups.ts'
import { formTemplateRoutes } from './partner-v2/form-templates.ts'
import { healthProfileRoutes } from './partner-v2/health-profile.ts'
import { identityProofRoutes } from './partner-v2/identity-proof.ts'
import { invoiceRoutes } from './partner-v2/invoices.ts'
import { labRoutes } from './partner-v2/labs.ts'
import { patientCategoryRoutes } from './partner-v2/patient-categories.ts'
import { patientRoutes } from './partner-v2/patients.ts'
import { remoteCareConversionRoutes } from './partner-v2/remote-care-conversions.ts'
import { allWebhookRoutes } from './partner-v2/webhooks.ts'

/** A handler for every operation of the contract. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...appointmentTypeRoutes,
  ...appointmentRoutes,
  ...crmStatusGroupRoutes,
  ...categoryRoutes,
  ...formPacketRoutes,
  ...formTemplateGroupRoutes,
  ...formTemplateRoutes,
  ...healthProfileRoutes,
  ...identityProofRoutes,
  ...invoiceRoutes,
  ...labRoutes,
  ...patientCategoryRoutes,
  ...patientRoutes,
  ...remoteCareConversionRoutes,
  ...allWebhookRoutes,
  ...developerFormTemplateGroupRoutes,
  ...developerFormTemplateRoutes,
  ...developerPatientRoutes,
  ...locationRoutes,
  ...stateProvinceRoutes,
]

import { authRoutes } from './auth/routes.ts'
import { developerFormTemplateGroupRoutes } from './developer-v1/form-template-groups.ts'
import { locationRoutes } from './developer-v1/locations.ts'
import type { Route } from './http/route.ts'
import { appointmentRoutes } from './partner-v2/appointments.ts'
import { formPacketRoutes } from './partner-v2/form-packets.ts'
import { formTemplateGroupRoutes } from './partner-v2/form-template-groups.ts'
import { formTemplateRoutes } from './partner-v2/form-templates.ts'
import { identityProofRoutes } from './partner-v2/identity-proof.ts'
import { patientRoutes } from './partner-v2/patients.ts'
import { allWebhookRoutes } from './partner-v2/webhooks.ts'

/** A handler for every operation of the contract. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...appointmentRoutes,
  ...formPacketRoutes,
  ...formTemplateGroupRoutes,
  ...formTemplateRoutes,
  ...identityProofRoutes,
  ...patientRoutes,
  ...allWebhookRoutes,
  ...developerFormTemplateGroupRoutes,
  ...locationRoutes,
]

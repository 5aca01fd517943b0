import { authRoutes } from './auth/routes.ts'
import { appointmentRoutes } from './handlers/appointments.ts'
import { formPacketRoutes } from './handlers/form-packets.ts'
import { identityProofRoutes } from './handlers/identity-proof.ts'
import { locationRoutes } from './handlers/locations.ts'
import { patientRoutes } from './handlers/patients.ts'
import { recordRoutes } from './handlers/records.ts'
import { templateRoutes } from './handlers/templates.ts'
import { allWebhookRoutes } from './handlers/webhooks.ts'
import type { Route } from './http/route.ts'

/** A handler for every operation of the contract. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...appointmentRoutes,
  ...formPacketRoutes,
  ...identityProofRoutes,
  ...locationRoutes,
  ...patientRoutes,
  ...recordRoutes,
  ...templateRoutes,
  ...allWebhookRoutes,
]

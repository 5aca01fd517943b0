import type { Operation } from '../../contract/operation.ts'
import type { CommandName, QueryName } from '../../shared/desk/operations.ts'
import { healthProfileReached } from './places/health-profile.ts'
import { invoicesReached } from './places/invoices.ts'
import { labsReached } from './places/labs.ts'
import { auditReached } from './places/audit.ts'
import { helpReached } from './places/help.ts'
import { intakesReached } from './places/intakes.ts'
import { integrationsReached } from './places/integrations.ts'
import { kiosksReached } from './places/kiosks.ts'
import { categoriesReached } from './places/categories.ts'
import { clinicReached } from './places/clinic.ts'
import { membersReached } from './places/members.ts'
import { patientsReached } from './places/patients.ts'
import { appointmentsReached } from './places/appointments.ts'
import { packetsReached } from './places/packets.ts'
import { remoteCareReached } from './places/remote-care.ts'
import { todayReached } from './places/today.ts'

/** The operations of the service that each query and command of the desk calls. */
export const reachedOperations: Readonly<Record<QueryName | CommandName, readonly Operation[]>> = {
  ...todayReached,
  ...helpReached,
  ...kiosksReached,
  ...intakesReached,
  ...invoicesReached,
  ...labsReached,
  ...healthProfileReached,
  ...membersReached,
  ...patientsReached,
  ...integrationsReached,
  ...auditReached,
  ...clinicReached,
  ...categoriesReached,
  ...remoteCareReached,
  ...packetsReached,
  ...appointmentsReached,
}

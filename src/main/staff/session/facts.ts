import type { MembersService } from '../members-port.ts'
import type { CredentialsService, StaffKiosk, StaffPorts } from '../ports.ts'
import type { IntakesShown } from '../../../shared/staff-intakes.ts'
import type { DeskShown } from '../../../shared/staff-desk.ts'
import type { StaffSetting } from '../../../shared/staff.ts'
import type { FormOriginQuestion, RefusedOriginsShown } from '../../../shared/staff-origins.ts'

/** What staff's screens tell of the kiosk, as it was read last; a view is drawn from it alone. */
export interface StaffFacts {
  readonly requests: ReturnType<StaffPorts['auditService']['openRequests']>
  readonly outcomes: ReturnType<StaffPorts['auditService']['recentOutcomes']>
  readonly unusualCodesAt: number | null
  readonly connection: ReturnType<StaffKiosk['connection']>
  /** Null where they are not switched on. */
  readonly intakes: IntakesShown | null
  readonly waitingIntakes: number
  readonly desk: DeskShown
  /** How the desk with its members stands to the kiosk. */
  readonly membersDesk: ReturnType<MembersService['desk']>
  readonly isClosed: boolean
  readonly credentials: ReturnType<CredentialsService['status']>
  readonly formOrigins: readonly FormOriginQuestion[]
  readonly refusedOrigins: RefusedOriginsShown
  readonly settings: readonly StaffSetting[]
  readonly version: string
  readonly shell: StaffKiosk['shell']
  readonly kioskName: string
}

const noDesk: DeskShown = { paired: null, wipeAsked: null }

/** Before anything was read. */
export const noFacts: StaffFacts = {
  requests: [],
  outcomes: [],
  unusualCodesAt: null,
  connection: { state: 'unknown', since: null },
  intakes: null,
  waitingIntakes: 0,
  desk: noDesk,
  membersDesk: 'none',
  isClosed: false,
  credentials: [],
  formOrigins: [],
  refusedOrigins: { origins: [], setBy: null },
  settings: [],
  version: '',
  shell: 'browser',
  kioskName: '',
}

/** Reads everything that staff's screens tell: vault, settings, memory. Throws when the vault cannot be read. */
export function readFacts(ports: StaffPorts): StaffFacts {
  const { auditService, kiosk, credentials, formOrigins, refusedOrigins, settings } = ports
  return {
    requests: auditService.openRequests(),
    outcomes: auditService.recentOutcomes(),
    unusualCodesAt: auditService.unusualCodesAt(),
    ...readLiveFacts(ports),
    isClosed: kiosk.isClosed(),
    credentials: credentials.status(),
    formOrigins: formOrigins.questions(),
    refusedOrigins: refusedOrigins.read(),
    settings: settings.list(),
    version: kiosk.version,
    shell: kiosk.shell,
    kioskName: kiosk.name,
  }
}

/** What changes while staff look: memory, but for a count in the vault. Throws when that cannot be read. */
export function readLiveFacts({ kiosk, intakes, desk, members }: StaffPorts) {
  return {
    connection: kiosk.connection(),
    intakes: intakes?.list() ?? null,
    waitingIntakes: kiosk.waitingIntakes(),
    desk: desk?.shown() ?? noDesk,
    membersDesk: members?.desk() ?? 'none',
  }
}

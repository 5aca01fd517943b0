import type { Refusal, Reply } from '../../shared/bridge.ts'
import { type Command, type PatientCommand, command } from '../../shared/ipc.ts'
import { type StaffCommand, staffCommand } from '../../shared/staff.ts'
import type { CommandHandler } from '../windows/port.ts'
import { type Log, bugFields } from '../kiosk/visit/log-port.ts'

const staffTypes: ReadonlySet<Command['type']> = new Set(
  staffCommand.def.options.flatMap(({ shape }) => [...shape.type.def.values]),
)

function isStaffCommand(command: Command): command is StaffCommand {
  return staffTypes.has(command.type)
}

/** Carries out commands; each returns whether it was accepted. */
export interface CommandReceivers {
  /**
   * True while staff use the kiosk: then no command of a patient is carried out. Waits for staff who are just leaving.
   */
  isStaffPresent(): Promise<boolean> | boolean
  acceptStaff(command: StaffCommand | { readonly type: 'activity' }): Promise<boolean> | boolean
  acceptPatient(command: PatientCommand): Promise<boolean> | boolean
}

/**
 * Guards the only way from a page into main; never throws. Accepts the kiosk's own page and well-formed commands, and
 * logs refusals. `receivers`: undefined until ready.
 */
export function createRouter(
  receivers: () => CommandReceivers | undefined,
  log: Log,
): CommandHandler {
  // Each command goes to patient or staff by its type. A receiver that throws is logged as a bug, and its command
  // counts as not accepted.
  const refuse = (error: Refusal): Reply => {
    const type = error.kind === 'notAccepted' ? { command: error.type } : {}
    try {
      log.event('commandRefused', { reason: error.kind, ...type })
    } catch {
      // Refused even if the audit fails: the vault fault reporter reports that.
    }
    return { ok: false, error }
  }
  const accept = async (given: PatientCommand | StaffCommand): Promise<boolean> => {
    const to = receivers()
    if (!to) return false
    if (isStaffCommand(given)) return to.acceptStaff(given)
    if (!(await to.isStaffPresent())) return to.acceptPatient(given)
    return given.type === 'activity' && to.acceptStaff({ type: given.type })
  }
  return async (raw, sender) => {
    if (!sender.isKioskPage) return refuse({ kind: 'notAllowed' })
    const parsed = command.safeParse(raw)
    if (!parsed.success) return refuse({ kind: 'malformed' })
    const { type } = parsed.data
    try {
      if (await accept(parsed.data)) return { ok: true }
    } catch (error) {
      log.event('bug', { command: type, ...bugFields(error) })
    }
    return refuse({ kind: 'notAccepted', type })
  }
}

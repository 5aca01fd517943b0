import type { Refusal, Reply } from '../../shared/command-reply.ts'
import { command, type PatientCommand } from '../../shared/ipc.ts'
import type { StaffCommand } from '../../shared/staff.ts'
import { bugFields, type Log } from '../visit/log-port.ts'
import type { CommandHandler } from '../shell/port.ts'
import { isStaffCommand } from './command-owners.ts'

/** A touch of the page, by patient or staff. */
interface Activity {
  readonly type: 'activity'
}

/** Carries out commands; each returns whether it was accepted. */
export interface CommandReceivers {
  /** Whether staff use the kiosk: then no command of a patient is carried out. Waits for staff who are just leaving. */
  isStaffPresent(): Promise<boolean> | boolean
  acceptStaff(command: StaffCommand | Activity): Promise<boolean> | boolean
  acceptPatient(command: PatientCommand): Promise<boolean> | boolean
}

/**
 * The one door from a page into main: only the kiosk's own page comes in, only with a well-formed command, and each
 * command goes to whom `commandOwners` says. Every refusal is made here, and logged in one line. Never throws: should a
 * receiver do so, it is logged as a bug and the command counts as not accepted. `receivers` gives nobody until the kiosk
 * is ready.
 */
export function createRouter(
  receivers: () => CommandReceivers | undefined,
  log: Log,
): CommandHandler {
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

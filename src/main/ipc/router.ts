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

interface Receiver<Accepted> {
  accept(command: Accepted): Promise<boolean> | boolean
}

export interface CommandReceivers {
  /** True while staff use the kiosk; waits for staff who are just leaving. */
  isStaffPresent(): Promise<boolean> | boolean
  readonly staff?: Receiver<StaffCommand | { readonly type: 'activity' }>
  readonly visits: Receiver<PatientCommand> | undefined
}

/** Guards the only way from a page into main: refuses and logs what is malformed or from another page. Never throws. */
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
  return async (raw, sender) => {
    if (!sender.isKioskPage) return refuse({ kind: 'notAllowed' })
    const parsed = command.safeParse(raw)
    if (!parsed.success) return refuse({ kind: 'malformed' })
    const { data: given } = parsed
    const { type } = given
    try {
      const to = receivers()
      const isAccepted = isStaffCommand(given)
        ? await to?.staff?.accept(given)
        : !(await to?.isStaffPresent())
          ? await to?.visits?.accept(given)
          : given.type === 'activity' && (await to?.staff?.accept({ type: given.type }))
      if (isAccepted) return { ok: true }
    } catch (error) {
      log.event('bug', { command: type, ...bugFields(error) })
    }
    return refuse({ kind: 'notAccepted', type })
  }
}

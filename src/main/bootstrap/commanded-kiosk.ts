import { holdsFromNextStart } from '../settings/setting-paths.ts'
import type { StaffKiosk } from '../staff/ports.ts'
import type { StaffSession } from '../staff/session/staff-session.ts'
import type { DeskKiosk } from './kiosk-desk.ts'
import type { KioskServices } from './kiosk-services.ts'

/** The running kiosk, as far as the desk sees it and can command it. */
export interface CommandedKioskParts {
  readonly services: Pick<KioskServices, 'settings' | 'connection' | 'intakes'>
  readonly kiosk: StaffKiosk
  readonly staff: StaffSession
  /** Whether the page holds something of a visit. */
  readonly isUsed: () => boolean
  /** Whether the service serves this kiosk no more. */
  readonly isRefused: () => boolean
  readonly lock: () => boolean
  readonly beginWithCode: (code: string) => boolean
  readonly restart: (() => void) | undefined
}

/** What a desk knows of this kiosk, and can do with it. */
export function commandedKiosk(parts: CommandedKioskParts): DeskKiosk {
  const { services, kiosk, staff, isUsed } = parts
  const isFree = () => !isUsed() && staff.stands() !== 'inside'

  function state() {
    if (staff.stands() === 'inside') return 'staff'
    if (isUsed()) return 'inUse'
    return staff.stands() === 'closed' || parts.isRefused() ? 'outOfService' : 'free'
  }
  return {
    isFree,
    state: () => ({
      ...{ name: kiosk.name, version: kiosk.version, state: state() },
      connection: kiosk.connection().state,
      intakes: services.intakes(),
    }),
    setOutOfService(isOut) {
      if (kiosk.isClosed() === isOut) return
      kiosk.setClosed(isOut)
      staff.changed('kiosk')
    },
    reloadSettings() {
      const reloaded = services.settings.reload()
      if (!reloaded.ok) {
        const [problem] = reloaded.error
        return { ok: false, detail: problem ? `${problem.key}: ${problem.expected}` : 'unknown' }
      }
      staff.changed('settings')
      const later = reloaded.value.filter(holdsFromNextStart)
      return {
        ok: true,
        detail: later.length > 0 ? `from the next start: ${later.join(', ')}` : null,
      }
    },
    restart: parts.restart,
    ...{ lock: parts.lock, beginWithCode: parts.beginWithCode },
  }
}

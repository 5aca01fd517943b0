import type { BusCommand, CommandAct, CommandOutcome } from '../../../shared/bus/messages.ts'
import type { WipeAsked } from '../../../shared/staff-desk.ts'

/** What a desk can do with a kiosk. */
export interface CommandedKiosk {
  /** Whether nobody stands in front of it: neither a patient's visit runs, nor are staff in their panel. */
  isFree(): boolean
  setOutOfService(isOut: boolean): void
  /** Reads the settings anew. The value says what holds only from the next start; the error, what is wrong. */
  reloadSettings(): { readonly ok: boolean; readonly detail: string | null }
  /** Ends Foyer so that it is started again; undefined where nothing would start it. */
  readonly restart: (() => void) | undefined
  /** Shows staff that somebody wants everything on this kiosk forgotten. */
  askToWipe(asked: WipeAsked): void
  /** Whether the visit that runs is locked now. */
  lock(): boolean
  /** Somebody is on the way to the call for help of that id; false where it stands no more. */
  coming(helpId: string): boolean
  /** Whether a visit begins now, as if its patient had typed the code of the front desk. */
  beginWithCode(code: string): boolean
}

/** The acts that wait until nobody stands in front of the kiosk. */
export const waitsForFree: Readonly<Record<CommandAct, boolean>> = {
  takeOutOfService: true,
  bringBack: false,
  reloadSettings: true,
  restart: true,
  askToWipe: false,
  lock: false,
  coming: false,
  beginWithCode: false,
}

type Outcome = Pick<CommandOutcome, 'outcome' | 'detail'>

/** It is carried out. */
export const done: Outcome = { outcome: 'done', detail: null }
const refused = (detail: string): Outcome => ({ outcome: 'refused', detail })

type Act = (kiosk: CommandedKiosk, command: BusCommand, at: number) => Outcome | 'ends'

/** Carries a command out now; `at`: ms since 1970. `ends`: Foyer ends by it, and says what became of it at its next start. */
export const acts: Readonly<Record<CommandAct, Act>> = {
  takeOutOfService(kiosk) {
    kiosk.setOutOfService(true)
    return done
  },
  bringBack(kiosk) {
    kiosk.setOutOfService(false)
    return done
  },
  reloadSettings(kiosk) {
    const { ok, detail } = kiosk.reloadSettings()
    return { outcome: ok ? 'done' : 'refused', detail: detail?.slice(0, 200) ?? null }
  },
  restart(kiosk) {
    if (!kiosk.restart) return refused('nothing would start it again')
    kiosk.restart()
    return 'ends'
  },
  askToWipe(kiosk, { by, reason }, at) {
    kiosk.askToWipe({ by, reason, at })
    return done
  },
  lock: (kiosk) => (kiosk.lock() ? done : refused('there is no visit that could be locked')),
  coming: (kiosk, { helpId }) =>
    helpId !== null && kiosk.coming(helpId) ? done : refused('nobody waits for help any more'),
  beginWithCode: (kiosk, { code }) =>
    code !== undefined && kiosk.isFree() && kiosk.beginWithCode(code)
      ? done
      : refused('somebody stands in front of it, or it serves nobody now'),
}

import type { HelpHeard } from '../../../shared/help-heard.ts'
import type { WallClock } from '../../base/clock.ts'
import { soon } from '../../base/timers.ts'
import type { DeskPort } from '../../kiosk/visit/ports.ts'
import type { Bus } from '../port.ts'
import type { BusPlace } from './paired-bus.ts'

/** Life of a call for help, in ms; after that it is not sent any more. */
export const helpLastsMs = 60 * 60_000

/** Patients' calls for help, as the desk hears them. */
export type HelpCalls = ReturnType<typeof createHelpCalls>

interface OpenCall {
  heard: HelpHeard | null
  /** Message of the call, once it was sent. */
  message: { readonly id: string; readonly bus: Bus } | undefined
  readonly come: () => void
}

/** Sends patients' calls for help to the desk and hub. */
export function createHelpCalls(parts: {
  readonly place: BusPlace
  readonly clock: WallClock
  /** A new UUID each time. */
  readonly newId: () => string
  /** Runs something after what draws the screen; a test does it itself. */
  readonly soon?: typeof soon
}) {
  const { place, clock, newId, soon: afterScreen = soon } = parts
  const open = new Map<string, OpenCall>()

  const askHelp: DeskPort['askHelp'] = (asked, onChange) => {
    const helpId = newId()
    const until = clock.wallTime() + helpLastsMs
    const become = (heard: HelpHeard | null) => {
      if (call.heard === heard || open.get(helpId) !== call) return
      call.heard = heard
      onChange()
    }
    const call: OpenCall = {
      heard: null,
      message: undefined,
      come: () => become('coming'),
    }
    open.set(helpId, call)
    const cancel = afterScreen(() => {
      const bus = place.bus()
      const onConfirmed = () => become(call.heard ?? 'told')
      const said = bus?.tell({ kind: 'helpAsked', helpId, ...asked }, { until, onConfirmed })
      if (bus && said?.ok) call.message = { id: said.value, bus }
    })
    return {
      heard: () => call.heard,
      end() {
        if (!open.delete(helpId)) return
        cancel()
        if (!call.message) return
        const { bus, id } = call.message
        bus.withdraw(id)
        bus.tell({ kind: 'helpEnded', helpId }, { until })
      },
    }
  }

  return {
    askHelp,
    /** Shows that staff are coming to the call of that id; false if the call is over. */
    coming(helpId: string) {
      const call = open.get(helpId)
      call?.come()
      return call !== undefined
    },
  }
}

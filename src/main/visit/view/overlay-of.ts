import type { Overlay } from '../../../shared/overlay.ts'
import { isLocked } from '../machine/accepts.ts'
import type { VisitSnapshot } from '../machine/visit-machine.ts'
import { mostExtensions } from '../machine/visit-setup.ts'
import type { VisitContext } from '../machine/visit-types.ts'

const heardOf = ({ helpHeard: heard }: VisitContext) => (heard ? { heard } : {})

/** What lies over the screen of a visit; `now` in ms on the monotonic clock. Null where nothing does. */
export function overlayOf(snapshot: VisitSnapshot, now: number): Overlay | null {
  const { context } = snapshot
  const { warningMs } = context.ports.settings.idle
  const closesInMs = (since: number) => Math.ceil(Math.max(0, since + warningMs - now))
  if (snapshot.matches({ running: { overlay: { open: 'help' } } }))
    return { name: 'help', helpNumber: context.helpNumber, ...heardOf(context) }
  if (snapshot.matches({ running: { overlay: { open: 'startOver' } } }))
    return { name: 'startOver' }
  if (snapshot.matches({ running: { overlay: { open: 'display' } } })) return { name: 'display' }
  if (snapshot.matches({ running: { length: 'over' } }))
    return {
      name: 'visitEnds',
      closesInMs: closesInMs(context.overSince),
      canExtend: context.timesExtended < mostExtensions,
      helpNumber: context.helpNumber,
    }
  if (snapshot.matches({ running: { overlay: 'idleWarning' } }))
    return { name: 'idleWarning', closesInMs: closesInMs(context.since) }
  const { dialog } = context
  if (!dialog || isLocked(snapshot)) return null
  return dialog.kind === 'picture'
    ? { name: 'camera', number: dialog.number }
    : { name: 'formAsks', ...dialog }
}

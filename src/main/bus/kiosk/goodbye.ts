import type { Timers } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import type { Bus } from '../port.ts'

/** ms for which a desk or hub is waited for that shall hear that this kiosk goes. */
export const goodbyeMs = 5_000

/**
 * Says that this kiosk ends its pairing, after everything that it has said. Whether a desk or hub has it: where none can
 * hear it now, the kiosk must be unpaired there. `isWaiting`: whether a message waits to be confirmed.
 */
export async function sayGoodbye(
  bus: Bus,
  isWaiting: (id: string) => boolean,
  timers: Timers,
): Promise<boolean> {
  if (bus.view().connection !== 'connected') return false
  const said = bus.tell({ kind: 'unpaired' })
  if (!said.ok) return false
  let end = () => {}
  const heard = new Promise<true>((resolve) => {
    const look = () => {
      if (!isWaiting(said.value)) resolve(true)
    }
    end = bus.onChange(look)
    look()
  })
  try {
    return (await within(timers, goodbyeMs, heard)) ?? false
  } finally {
    end()
  }
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Control } from '../sandbox/control/control.ts'

/** The last that a kiosk reads ahead, and the calls that follow for each appointment. */
const lastList = 'partner.appointments.list'
/** ms without a further call after which it has read all; longest to wait for it. */
const quietMs = 1_500
const longestMs = 30_000

/** Switches the network off once the kiosk has read its needs, after half a minute at most, or at its end. True if read. */
export async function loseNetworkOnceKnown(
  control: Pick<Control, 'served' | 'switchNetwork'>,
  ended: Promise<unknown>,
  { quiet, longest } = { quiet: quietMs, longest: longestMs },
): Promise<boolean> {
  const over = new AbortController()
  const end = () => over.abort()
  ended.then(end, end)
  const until = performance.now() + longest
  let calls = -1
  let knows = false
  while (!over.signal.aborted && performance.now() < until) {
    const served = control.served()
    knows = served.length === calls && served.some(({ operation }) => operation === lastList)
    if (knows) break
    calls = served.length
    await wait(quiet, undefined, { ref: false })
  }
  control.switchNetwork('down', true)
  return knows
}

import type { KiosksGlance } from '../../../shared/desk/kiosks.ts'
import type { Timers } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
import type { Overview } from '../../stations/hub/hub-desk.ts'
import type { KioskHearing } from './hearing.ts'

/** ms for which changes are gathered before a page is shown them: kiosks that come back together are one change. */
const gatherMs = 100

/** Counts calls for help, arrivals and completed forms from kiosks' notices. `changed`: there is another glance. */
export function followKiosks(hearing: KioskHearing, timers: Timers, changed: () => void) {
  const calls = countNew()
  const arrivals = countNew()
  const completions = countNew()
  let changes = 0
  let cancel: (() => void) | undefined

  function look() {
    const known = hearing.hub()?.desk.overview()
    calls.see(callKeys(known))
    arrivals.see((known?.arrivals ?? []).map(({ from, body }) => `${from} ${body.appointmentId}`))
    completions.see([...(hearing.hub()?.desk.completions() ?? [])].map(String))
    changes += 1
  }
  const soon = () => {
    cancel ??= after(timers, gatherMs, () => {
      cancel = undefined
      look()
      changed()
    })
  }
  look()
  let end = () => {}
  let isStopped = false
  void hearing.opened.then(() => {
    if (isStopped) return
    end = hearing.hub()?.desk.onChange(soon) ?? end
    soon()
  })
  return {
    /** State of the kiosks, as every member at the desk may see it. */
    glance: (): KiosksGlance => ({
      hears: hearing.hears(),
      told: calls.count(),
      arrived: arrivals.count(),
      changes,
      formsDone: completions.count(),
      calls: waitingCalls(hearing.hub()?.desk.overview()),
    }),
    stop() {
      isStopped = true
      end()
      cancel?.()
    },
  }
}

/** Counts keys that were not there at the look before. */
function countNew() {
  let known: ReadonlySet<string> = new Set()
  let count = 0
  return {
    count: () => count,
    see(keys: readonly string[]) {
      count += keys.filter((key) => !known.has(key)).length
      known = new Set(keys)
    },
  }
}

function callKeys(known: Overview | undefined): string[] {
  return [
    ...(known?.help ?? []).map(({ from, body }) => `asked ${from} ${body.helpId}`),
    ...(known?.alarms ?? []).map(({ from, what, at }) => `alarm ${from} ${what} ${at}`),
    // Its number may be given again another day.
    ...(known?.needed ?? []).map(({ from, at, body }) => `sent ${from} ${body.number} ${at}`),
  ]
}

const waitingCalls = (known: Overview | undefined): number =>
  known
    ? known.help.filter(({ coming }) => coming === null).length +
      known.needed.length +
      known.alarms.length
    : 0

import type { KiosksGlance } from '../../../shared/desk/kiosks.ts'
import type { Timers } from '../../base/clock.ts'
import { gather } from '../../base/timers.ts'
import type { KioskHearing } from './hearing.ts'

/** ms: kiosks that come back together are one change. */
const gatherMs = 100

/** Follows what kiosks tell the hub. `changed`: there is another glance. */
export function followKiosks(hearing: KioskHearing, timers: Timers, changed: () => void) {
  let changes = 1
  let end = () => {}
  let isStopped = false
  const soon = gather(timers, gatherMs, () => {
    changes += 1
    changed()
  })
  void hearing.opened.then(() => {
    if (isStopped) return
    end = hearing.hub()?.desk.onChange(soon.call) ?? end
    soon.call()
  })
  return {
    /** State of the kiosks, as every member at the desk may see it. */
    glance(): KiosksGlance {
      const desk = hearing.hub()?.desk
      const { help, needed, alarms } = desk?.overview() ?? { help: [], needed: [], alarms: [] }
      const waiting = help.filter(({ coming }) => coming === null)
      return {
        hears: hearing.hears(),
        changes,
        calls: waiting.length + needed.length + alarms.length,
        ...(desk?.news() ?? { told: 0, arrived: 0, formsDone: 0 }),
      }
    },
    stop() {
      isStopped = true
      end()
      soon.stop()
    },
  }
}

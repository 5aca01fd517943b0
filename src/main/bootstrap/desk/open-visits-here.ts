import { systemClock } from '../../base/clock.ts'
import type { VisitsHere } from '../../desk/visits-here.ts'
import type { VisitEnd } from '../../../shared/desk/view.ts'
import { err, ok } from '../../../shared/result.ts'
import { createHelpNumbers } from '../../visit/limits/help-numbers.ts'
import type { Station } from '../station.ts'
import { openVisitWindow, type VisitScreen, type VisitWindow } from './visit-window.ts'

/** The same, until they are closed. */
export interface OpenVisitsHere extends VisitsHere {
  /** Ends a visit under way at once, and begins none any more. Rejects where something is left of it. */
  close(): Promise<void>
}

/** Gives a desk's own screen to patients, one visit after another. */
export function openVisitsHere(
  station: Station,
  /** `onReturned`: the screen is the desk's again. */
  { onReturned, ...screen }: VisitScreen & { readonly onReturned: () => void },
): OpenVisitsHere {
  const helpNumbers = createHelpNumbers(systemClock)
  const listeners = new Set<(ended: VisitEnd | undefined) => void>()
  let state: 'free' | 'opening' | 'open' = 'free'
  let window: VisitWindow | undefined
  let opening: Promise<unknown> | undefined
  let isClosed = false

  function returned(how?: VisitEnd) {
    state = 'free'
    window = undefined
    for (const listener of [...listeners]) listener(how)
    onReturned()
  }

  /** Opens the window; undefined, with a line in the log, if it cannot. */
  const openWindow = () =>
    openVisitWindow(station, screen, helpNumbers, returned).catch((error: unknown) => {
      station.log.app('no window for a patient could be opened on the desk’s screen', {
        detail: error instanceof Error ? error.name : 'unknown',
      })
      return undefined
    })

  const open: VisitsHere['begin'] = async (wanted, handOver) => {
    let isBegun = false
    const opened = await openWindow()
    if (!opened) {
      state = 'free'
      return err({ kind: 'noScreen' })
    }
    window = opened
    try {
      if (opened.isGone()) return err({ kind: 'noScreen' })
      // Listeners to the lock must see that a patient has the screen.
      state = 'open'
      if (isClosed || !handOver()) return err({ kind: 'locked' })
      opened.begin(wanted)
      isBegun = true
      return ok(null)
    } finally {
      if (!isBegun) {
        state = 'opening'
        await opened.stop().finally(() => returned())
      }
    }
  }

  return {
    isOpen: () => state === 'open',
    begin(wanted, handOver) {
      if (state !== 'free' || isClosed) return Promise.resolve(err({ kind: 'withPatient' }))
      state = 'opening'
      const begun = open(wanted, handOver)
      opening = begun.catch(() => undefined)
      return begun
    },
    end: () => window?.end('staff'),
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      isClosed = true
      listeners.clear()
      await opening
      await window?.stop()
      window = undefined
    },
  }
}

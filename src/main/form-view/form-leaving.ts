import type { FormEntry, Way } from '../../shared/form-entry.ts'
import { systemClock, type Clock } from '../base/clock.ts'
import { leaveGuard, leaveGuardName } from './leave-guard.ts'
import { installGuard, type ProtocolSession } from './protocol.ts'

/** Follows the keyboard out of a form page and back into it. */
export type FormLeaving = ReturnType<typeof createFormLeaving>

/** ms in which the focus moves after a Tab, from one process to another: a slow kiosk takes its time. */
const tabMs = 2_000

const shift = 8
const tabKey = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }

/** Moves the focus to `at`. True if an element of the page then has it; else the guard expects a Tab of ours. */
async function askGuard(page: ProtocolSession, contextId: number, at: FormEntry): Promise<boolean> {
  const expression = `${leaveGuardName}('${at}')`
  const answer = await page.send('Runtime.evaluate', { expression, contextId, silent: true })
  return (answer as { readonly result?: { readonly value?: unknown } }).result?.value === true
}

// A page can cause nothing by it: only a person's key presses count, and a page that keeps the Tab for itself still
// cannot keep F6.
/** Follows the keyboard out of one form; calls `onLeave`. */
export function createFormLeaving(onLeave: (way: Way) => void, clock: Clock = systemClock) {
  let page: ProtocolSession | undefined
  /** The guard's world in the top document. */
  let top: number | undefined
  let areKeysShown = false
  let tabbed: { readonly way: string; readonly at: number } | undefined

  const leaveByTab = (way: string | undefined) => {
    if (areKeysShown) return
    if (way === 'forward' || way === 'backward') onLeave(way)
  }
  const hear = (notice: string) => {
    const [what, way] = notice.split(' ')
    if (what === 'pane' && (way === 'forward' || way === 'backward')) onLeave(way)
    if (what === 'left') leaveByTab(way)
    if (what === 'tab' && way) tabbed = { way, at: clock.now() }
    if (what !== 'back' && what !== 'out') return
    if (tabbed && clock.now() - tabbed.at < tabMs && (what === 'out' || way === tabbed.way))
      leaveByTab(tabbed.way)
    tabbed = undefined
  }
  const pressTab = async (session: ProtocolSession, modifiers: number) => {
    for (const type of ['rawKeyDown', 'keyUp'])
      await session.send('Input.dispatchKeyEvent', { ...tabKey, type, modifiers })
  }

  return {
    /** Guards the documents of a page, or of a frame with a process of its own; to be awaited before its first script. */
    async watch(session: ProtocolSession) {
      page ??= session
      await installGuard(session, leaveGuard, (notice, context) => {
        if (notice === 'ready') top = context
        else hear(notice)
      })
    },
    /** Reports if Foyer's keys are on the screen: meanwhile a Tab, then Foyer's own, stays in the page and goes round. */
    keysShown: (shown: boolean) => void (areKeysShown = shown),
    /** Gives the focus to an element of the page, which has the keyboard by now. Settles also where nothing takes it. */
    async enter(at: FormEntry) {
      if (!page || top === undefined) return
      try {
        const hasFocus = await askGuard(page, top, at)
        if (!hasFocus && at !== 'same') await pressTab(page, at === 'last' ? shift : 0)
      } catch {
        // A page that is gone by now takes nothing.
      }
    },
  }
}

import * as z from 'zod/mini'
import type { FormEntry, Way } from '../../shared/form-entry.ts'
import { systemClock, type Clock } from '../base/clock.ts'
import {
  evaluateBeside,
  installGuard,
  makeGuard,
  type Beside,
  type ProtocolSession,
} from './protocol.ts'

export type FormLeaving = ReturnType<typeof createFormLeaving>

/** ms in which the focus moves after a Tab, from one process to another: a slow kiosk takes its time. */
const tabMs = 2_000

const shift = 8
const tabKey = { key: 'Tab', code: 'Tab', windowsVirtualKeyCode: 9 }

// Only a person's key presses count, and a page that keeps the Tab for itself still cannot keep F6.
/** Follows the keyboard out of one form; calls `onLeave`. */
export function createFormLeaving(onLeave: (way: Way) => void, clock: Clock = systemClock) {
  let page: ProtocolSession | undefined
  let top: number | undefined
  let areKeysShown = false
  let tabbed: { readonly way: Way; readonly at: number } | undefined

  const leaveByTab = (way: Way) => {
    if (!areKeysShown) onLeave(way)
  }
  const hear = (notice: LeaveNotice) => {
    if (notice.type === 'pane') onLeave(notice.way)
    if (notice.type === 'left') leaveByTab(notice.way)
    if (notice.type === 'tab') tabbed = { way: notice.way, at: clock.now() }
    if (notice.type !== 'back' && notice.type !== 'out') return
    const isAlike = notice.type !== 'back' || notice.way === tabbed?.way
    if (tabbed && clock.now() - tabbed.at < tabMs && isAlike) leaveByTab(tabbed.way)
    tabbed = undefined
  }

  return {
    /** Guards the documents of a page, or of a frame with a process of its own; to be awaited before its first script. */
    async watch(session: ProtocolSession) {
      page ??= session
      await installGuard(session, leaveGuard, (notice, context) => {
        if (notice.type === 'ready') top = context
        else hear(notice)
      })
    },
    /** Reports if Foyer's keys are on the screen: meanwhile a Tab, then Foyer's own, stays in the page and goes round. */
    keysShown: (shown: boolean) => void (areKeysShown = shown),
    /** Gives the focus to an element of the page, which has the keyboard by now. Settles also where nothing takes it. */
    async enter(at: FormEntry) {
      if (!page || top === undefined) return
      try {
        const focused = await evaluateBeside(page, top, `${leaveGuardName}('${at}')`)
        if (focused?.value === true || at === 'same') return
        // The guard expects this Tab.
        const modifiers = at === 'last' ? shift : 0
        for (const type of ['rawKeyDown', 'keyUp'])
          await page.send('Input.dispatchKeyEvent', { ...tabKey, type, modifiers })
      } catch {
        // A page that is gone takes nothing.
      }
    },
  }
}

// `tab`: pressed in a frame. `back`: the focus came out of a frame to the element before it (`forward`: as when it went
// round) or after it. `out`: no element has it then.
const leaveNotice = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.enum(['pane', 'left', 'tab', 'back']),
    way: z.enum(['forward', 'backward']),
  }),
  z.strictObject({ type: z.enum(['out', 'ready']) }),
])
type LeaveNotice = z.infer<typeof leaveNotice>

const leaveGuardName = 'foyerLeaveGuard'

// The page gets the Tab first, and the browser moves the focus: the page is left if no element follows in the top
// document, or if the focus went round. Main asks by the function named `name` for the place of the focus, and presses
// Tab itself if no element has it.
/** Tells main when a person leaves the page by a real keyboard. Self-contained: its source runs in the document. */
function guardLeaving({ tell, listen, active, isTop }: Beside<LeaveNotice>, name: string): void {
  const focused = (): HTMLElement | undefined => {
    const node = active()
    return node && node !== document.body ? node : undefined
  }
  const [preceding, following] = [2, 4]
  const wayRound = (from: Node, to: Node): Way | undefined => {
    const position = from.compareDocumentPosition(to)
    if (position & preceding) return 'forward'
    return position & following ? 'backward' : undefined
  }

  let isOwnTab = false
  let tab: KeyboardEvent | undefined
  let lost: HTMLElement | undefined
  let frame: HTMLElement | undefined
  let left: { readonly node: HTMLElement; readonly way: Way } | undefined

  // A frame with a process of its own has the focus only after this window has lost it.
  const movedWithinMs = 200
  let decide: (() => void) | undefined
  const moved = () => {
    const decideNow = decide
    decide = undefined
    decideNow?.()
  }
  const tabbed = (event: KeyboardEvent, way: Way) => {
    const before = focused()
    tab = event
    lost = undefined
    setTimeout(() => {
      tab = undefined
      if (event.defaultPrevented) return
      decide = () => {
        const now = focused()
        const wentRound = lost && now && (now === lost || wayRound(lost, now) === way)
        if (now ? !wentRound : before && !lost) return
        left = lost && { node: lost, way }
        tell({ type: 'left', way })
      }
      if (focused()) moved()
      else setTimeout(moved, movedWithinMs)
    })
  }
  const pressed = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const way = event.shiftKey ? 'backward' : 'forward'
    if (event.key === 'F6') tell({ type: 'pane', way })
    if (event.key !== 'Tab') return
    if (!isTop) tell({ type: 'tab', way })
    else if (!isOwnTab) tabbed(event, way)
    isOwnTab = false
  }
  const focusOut = ({ target, relatedTarget }: FocusEvent) => {
    if (tab && !relatedTarget) lost = target as HTMLElement
  }
  // If a frame has the focus, this event alone shows it here.
  const blurred = ({ target }: FocusEvent) => {
    if (target !== globalThis) return
    setTimeout(() => {
      frame = focused()
      moved()
    })
  }
  const returned = ({ target }: FocusEvent) => {
    const from = frame
    if (target !== globalThis || !from) return
    setTimeout(() => {
      const now = focused()
      if (now === from) return
      frame = undefined
      const way = now && wayRound(from, now)
      if (way) left = { node: from, way }
      if (!now) tell({ type: 'out' })
      else if (way) tell({ type: 'back', way })
    })
  }
  listen({ keydown: pressed })
  if (!isTop) return
  listen({ focusout: focusOut, blur: blurred, focus: returned })
  Reflect.set(globalThis, name, (at: string) => {
    const end = left?.way === 'forward' ? 'last' : 'first'
    if (left && at === end) left.node.focus()
    left = undefined
    const hasFocus = focused() !== undefined
    isOwnTab = !hasFocus && at !== 'same'
    return hasFocus
  })
  tell({ type: 'ready' })
}

export const leaveGuard = makeGuard('foyerLeave', leaveNotice, guardLeaving, leaveGuardName)

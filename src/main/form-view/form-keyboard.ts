import type { KeyInput } from '../../shared/key-input.ts'
import type { FormReports } from '../../shared/windows.ts'
import { systemClock, type Clock } from '../base/clock.ts'
import { limitRate } from '../base/suppressor.ts'
import { within } from '../base/timers.ts'
import { fieldGuard, fieldGuardName, type FieldNotice } from './field-guard.ts'
import { evaluateBeside, installGuard, type ProtocolSession } from './protocol.ts'

interface KeyDown {
  readonly type: 'keyDown' | 'rawKeyDown'
  readonly key: string
  readonly code: string
  readonly windowsVirtualKeyCode: number
  readonly modifiers: number
  readonly text?: string
}

const shift = 8

const named = {
  delete: ['Backspace', 'Backspace', 8],
  enter: ['Enter', 'Enter', 13],
  tab: ['Tab', 'Tab', 9],
  left: ['ArrowLeft', 'ArrowLeft', 37],
  up: ['ArrowUp', 'ArrowUp', 38],
  right: ['ArrowRight', 'ArrowRight', 39],
  down: ['ArrowDown', 'ArrowDown', 40],
} as const

function namedKey(name: keyof typeof named): KeyDown {
  const [key, code, windowsVirtualKeyCode] = named[name]
  const down = { key, code, windowsVirtualKeyCode, modifiers: 0 }
  return name === 'enter'
    ? { ...down, type: 'keyDown', text: '\r' }
    : { ...down, type: 'rawKeyDown' }
}

function characterKey(text: string): KeyDown {
  const isLetter = /^[a-z]$/i.test(text)
  const isDigit = /^\d$/.test(text)
  const code = isLetter ? `Key${text.toUpperCase()}` : isDigit ? `Digit${text}` : ''
  return {
    type: 'keyDown',
    key: text,
    code: text === ' ' ? 'Space' : code,
    windowsVirtualKeyCode:
      isLetter || isDigit || text === ' ' ? text.toUpperCase().charCodeAt(0) : 0,
    modifiers: text === text.toLowerCase() ? 0 : shift,
    text,
  }
}

/** Returns the key presses, one after another, for a key of Foyer's keyboard. */
export const keyEvents = (input: KeyInput): readonly KeyDown[] =>
  input.type === 'text'
    ? Array.from(input.text).map(characterKey)
    : [namedKey(input.type === 'move' ? input.to : input.type)]

export type FormKeyboard = ReturnType<typeof createFormKeyboard>

/** Faster than anybody types, slower than a page can be flooded. */
export const keysPerSecond = 30
/** Ms in which a page's report of a key counts as the key that Foyer typed. */
const echoMs = 300

/** ms that a key is waited for before the next field takes any: a page may end without a word of it. */
const arriveWithinMs = 1_000

const seenWithinMs = 3_000

const leaveAfterMs = 250

interface Place {
  readonly session: ProtocolSession
  readonly context: number
}

interface Current extends Place {
  id: number
  readonly token: string
}

// The page believes that it has the focus while a finger is on Foyer's keys (focus emulation).
/** Makes the keyboard that types into the fields of one form, for Foyer's keys on the screen. */
export function createFormKeyboard(
  { onField, onRealKey }: Partial<Pick<FormReports, 'onField' | 'onRealKey'>>,
  clock: Clock = systemClock,
) {
  /** Session of the form's page; input there goes to the frame with the focus. */
  let input: ProtocolSession | undefined
  let shown = false
  let current: Current | undefined
  let tokens = 0
  let inFlight = 0
  let arrived: Promise<unknown> = Promise.resolve()
  /** Fulfilled once the guards know of the current field. */
  let aimed: Promise<unknown> = arrived
  /** Fulfilled once what was sent last has arrived; keys that wait for it are not sent yet. */
  let sent: Promise<unknown> = arrived
  let aimedAt: Place | undefined
  let release: (isMoved: boolean) => void = () => undefined
  let typedAt = -Infinity
  let leaving: unknown
  const mayPress = limitRate(clock, keysPerSecond, 1_000)
  /** Documents whose guard stands. */
  let places: readonly Place[] = []

  const tellGuard = (place: Place): Promise<unknown> => {
    const expression = `${fieldGuardName}(${shown},${isCurrent(place) ? current?.id : 0})`
    return evaluateBeside(place.session, place.context, expression).catch(() => undefined)
  }
  const isSame = (one: Place | undefined, { session, context }: Place) =>
    one?.session === session && one.context === context
  const isCurrent = (place: Place) => isSame(current, place)
  // The keys for one field have arrived before the next takes any: none is ever written into another.
  const aim = async (place: Place) => {
    await within(clock, arriveWithinMs, sent)
    const last = aimedAt
    aimedAt = place
    await Promise.all([last ?? place, place].map(tellGuard))
  }
  // A number in several boxes is typed in one go: keys pressed during a move from a box to the next are not lost.
  const hold = (place: Place) => {
    const moved = new Promise<unknown>((resolve) => {
      release = (isMoved) => resolve(isMoved && aim(place))
    })
    aimed = within(clock, seenWithinMs, moved)
  }
  // Keys are refused at once. It is told later: the next field may be in another frame, and keys that go and come move it.
  const leave = () => {
    if (!current) return
    current = undefined
    release(false)
    clock.clearTimeout(leaving)
    leaving = clock.setTimeout(() => onField?.(undefined), leaveAfterMs)
  }
  const hear = (place: Place, notice: FieldNotice) => {
    if (notice.type === 'ready') {
      places = [...places.filter((each) => !isSame(each, place)), place]
      if (shown) void tellGuard(place)
    } else if (notice.type === 'chosen') {
      if (!current || !isCurrent(place) || current.id !== notice.id) {
        current = { ...place, id: notice.id, token: String(++tokens) }
        release(false)
        aimed = aim(place)
      }
      clock.clearTimeout(leaving)
      onField?.({ ...notice.field, token: current.token })
    } else if (notice.type === 'moving') {
      if (isCurrent(place)) hold(place)
    } else if (notice.type === 'moved') {
      if (!current || !isCurrent(place)) return
      current.id = notice.id
      release(true)
      onField?.({ ...notice.field, token: current.token })
    } else if (notice.type === 'left') {
      if (isCurrent(place)) leave()
    } else if (notice.type === 'resized') {
      // The page came to its new size after it was told of the keys: the field is brought into sight once more.
      if (current) void tellGuard(current)
    } else if (inFlight === 0 && clock.now() - typedAt > echoMs) onRealKey?.()
  }
  const forget = (session: ProtocolSession, context?: number) => {
    const isGone = (place: Place) =>
      place.session === session && (context ?? place.context) === place.context
    places = places.filter((place) => !isGone(place))
    if (current && isGone(current)) leave()
  }
  const dispatch = async (session: ProtocolSession, down: KeyDown) => {
    const { text: _text, ...up } = down
    await Promise.all([
      session.send('Input.dispatchKeyEvent', down),
      session.send('Input.dispatchKeyEvent', { ...up, type: 'keyUp' }),
    ])
  }
  // One after another: the page's reaction to a key decides where the next goes. Guards answer after all they told before.
  const type = async (
    session: ProtocolSession,
    field: Current,
    key: KeyInput,
    before = arrived,
  ) => {
    inFlight += 1
    try {
      await within(clock, arriveWithinMs, before)
      await aimed
      if (field !== current) return
      const keys = Promise.all(keyEvents(key).map((down) => dispatch(session, down)))
      sent = keys.catch(() => undefined)
      await keys
      await evaluateBeside(field.session, field.context, '0')
    } catch {
      // A page that is gone by now types nothing.
    } finally {
      inFlight -= 1
      typedAt = clock.now()
    }
  }

  return {
    /** Guards the documents of a page, or of a frame with a process of its own; to be awaited before its first script. */
    async watch(session: ProtocolSession) {
      input ??= session
      session.on(
        'Runtime.executionContextDestroyed',
        ({ executionContextId }: { readonly executionContextId: number }) =>
          forget(session, executionContextId),
      )
      session.on('Runtime.executionContextsCleared', () => forget(session))
      session.on('Inspector.detached', () => forget(session))
      await session.send('Emulation.setFocusEmulationEnabled', { enabled: true })
      await installGuard(session, fieldGuard, (notice, context) =>
        hear({ session, context }, notice),
      )
    },
    async show(next: boolean) {
      shown = next
      // A key that comes late is still refused where it is not meant for.
      if (!shown) await within(clock, arriveWithinMs, arrived)
      await Promise.all(places.map(tellGuard))
    },
    /** Types into the field of `token`; false if another has the focus, no keys are shown, or keys come too fast. */
    press(token: string, key: KeyInput): boolean {
      if (!input || !shown || token !== current?.token || !mayPress()) return false
      arrived = type(input, current, key)
      return true
    },
  }
}

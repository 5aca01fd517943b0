import { baseLocale, overwriteGetLocale } from '../../../i18n/paraglide/runtime.js'
import type { Bridge } from '../../../shared/bridge.ts'
import type { Command, View } from '../../../shared/ipc.ts'
import { screenKey } from './screen-rules.ts'

const doubleTapMs = 500
const activityMs = 1000

/** Writes a command as text, to spot a second tap; secrets of staff and pictures of a patient are not kept. */
function textOf(command: Command): string | undefined {
  const isSecret = 'pin' in command || 'clientSecret' in command || 'picture' in command
  return isSecret ? undefined : JSON.stringify(command)
}

/** Checks for commands that go at once, wait for no reply and are no tap that can come twice. */
const goesAtOnce = ({ type }: Command) =>
  type === 'pressKey' || type === 'enterForm' || type === 'activity'

/** State of the page: main's newest view, and a way to send commands. It derives nothing that main does not send. */
export class Kiosk {
  view = $state.raw<View>()
  /** True for the page that a process opens with: no finger still taps on an earlier screen. */
  opensProcess = $state(false)
  readonly #bridge: Bridge
  readonly #now: () => number
  #awaitingReply = false
  readonly #queue: Command[] = []
  #last: { readonly command: string; readonly at: number } | undefined
  #activityAt = -Infinity
  readonly #locale = $derived(this.view?.locale ?? baseLocale)

  /** `now` counts milliseconds and never runs backwards. */
  constructor(bridge: Bridge, now: () => number = () => performance.now()) {
    this.#bridge = bridge
    this.#now = now
    overwriteGetLocale(() => this.#locale)
  }

  /** Begins to follow main's views; returns the way to stop. */
  follow(): () => void {
    return this.#bridge.onView((view) => this.#receive(view))
  }

  /** Sends a command; drops a second tap until answered and for half a second, unless the screen changed. */
  send = (command: Command): void => {
    if (goesAtOnce(command)) return void this.#deliver(command)
    const text = textOf(command)
    const isFresh = this.#awaitingReply || this.#now() - (this.#last?.at ?? 0) < doubleTapMs
    if (text !== undefined && this.#last?.command === text && isFresh) return
    this.#last = text === undefined ? undefined : { command: text, at: this.#now() }
    if (this.#awaitingReply) return void this.#queue.push(command)
    this.#awaitingReply = true
    void this.#deliver(command)
  }

  /** Tells main that the patient is there, at most once a second. */
  activity = (): void => {
    if (this.#now() - this.#activityAt < activityMs) return
    this.#activityAt = this.#now()
    this.send({ type: 'activity' })
  }

  async #deliver(command: Command): Promise<void> {
    const reply = await this.#bridge.send(command).catch(() => undefined)
    if (!reply?.ok && command.type !== 'activity') this.#last = undefined
    if (goesAtOnce(command)) return
    const next = this.#queue.shift()
    this.#awaitingReply = next !== undefined
    if (next) void this.#deliver(next)
  }

  #receive(next: View): void {
    const shown = this.view
    if (shown && next.sequence <= shown.sequence) return
    if (!shown) this.opensProcess = next.sequence === 1
    const overlayChanged = shown?.overlay?.name !== next.overlay?.name
    const isOther = !shown || screenKey(shown.screen) !== screenKey(next.screen)
    if (overlayChanged || isOther) this.#last = undefined
    const looksOther =
      shown?.locale !== next.locale ||
      JSON.stringify(shown.display) !== JSON.stringify(next.display)
    // Neither a layer over the screen nor its display makes it a new one.
    const sameScreen =
      (overlayChanged || looksOther) &&
      JSON.stringify(shown?.screen) === JSON.stringify(next.screen)
    this.view = shown && sameScreen ? { ...next, screen: shown.screen } : next
  }
}

import type { Presence } from '../../../shared/bus/messages.ts'
import type { Bus } from '../port.ts'
import type { BusPlace } from './bus-place.ts'

/** How a kiosk is; since when it is so is added. */
export type KioskState = Omit<Presence, 'v' | 'from' | 'kind' | 'since'>

/** What presence is made of. */
export interface PresenceParts {
  readonly place: BusPlace
  readonly read: () => KioskState
  /** ms since 1970. */
  readonly wallTime: () => number
}

/** Says how the kiosk is, whenever that is another than was said last. */
export interface KioskPresence {
  /** Something of it may have changed. */
  update(): void
  stop(): void
}

/** Keeps what the bus says of this kiosk up to date. */
export function keepPresence({ place, read, wallTime }: PresenceParts): KioskPresence {
  let state: KioskState['state'] | undefined
  let since = ''
  let said: { readonly to: Bus; readonly text: string } | undefined

  function update() {
    const now = read()
    if (now.state !== state) since = new Date(wallTime()).toISOString()
    state = now.state
    const bus = place.bus()
    const text = JSON.stringify(now)
    if (!bus || (said?.to === bus && said.text === text)) return
    said = { to: bus, text }
    bus.present({ ...now, since })
  }
  update()
  const stop = place.onChange(update)
  return { update, stop }
}

import { randomBytes } from 'node:crypto'
import type { BusTransport, Frame, TransportHandlers } from '../../../src/main/bus/port.ts'
import type { StationKind } from '../../../src/shared/bus/messages.ts'
import { newStationId } from './test-station.ts'

/** A place at the broker: an id with what it connects with. */
export interface Seat {
  readonly id: string
  readonly kind: StationKind
  readonly password: string
}

/** Where stations of a test meet, and what can befall it. */
export interface BusWorld {
  readonly seats: Readonly<Record<SeatName, Seat>>
  /** A way to the others for that seat, at each call anew. */
  transport(seat: Seat): BusTransport
  /** Ends the broker without a word; what it had in memory is lost. */
  kill(): Promise<void>
  restart(): Promise<void>
  cut(): void
  hold(): void
  mend(): void
  /** Says something that no station said, as only a broker that lies can. */
  inject(frame: Frame): Promise<void>
  /** All that whoever has the broker, its disk and the network sees. */
  seen(): Promise<Buffer>
  close(): Promise<void>
}

const seatKinds = { kiosk: 'kiosk', other: 'kiosk', desk: 'desk', hub: 'hub' } as const
export type SeatName = keyof typeof seatKinds

/** Seats with fresh ids. */
export function newSeats(): Record<SeatName, Seat> {
  return Object.fromEntries(
    Object.entries(seatKinds).map(([name, kind]) => [
      name,
      { id: newStationId(), kind, password: randomBytes(16).toString('hex') },
    ]),
  ) as Record<SeatName, Seat>
}

/** What happens to frames on their way: none, one, or others instead of it. */
export interface Meddling {
  sent?(frame: Frame): readonly Frame[]
  came?(frame: Frame, give: (frame: Frame) => void): void
}

/** A transport whose frames somebody looks at and changes, as a broker that lies. */
export function meddledTransport(inner: BusTransport, meddling: Meddling): BusTransport {
  return {
    open(handlers: TransportHandlers, will) {
      inner.open(
        {
          onState: (...state) => handlers.onState(...state),
          onFrame(frame) {
            if (meddling.came) meddling.came(frame, (given) => handlers.onFrame(given))
            else handlers.onFrame(frame)
          },
        },
        will,
      )
    },
    async publish(frame) {
      const frames = meddling.sent?.(frame) ?? [frame]
      const taken = await Promise.all(frames.map((each) => inner.publish(each)))
      return taken.every(Boolean)
    },
    standBack: () => inner.standBack(),
    close: () => inner.close(),
  }
}

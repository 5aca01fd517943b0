import type { Bus } from '../port.ts'

/** Where the kiosk's bus is: another one comes when the kiosk is paired, and none is there while it is not. */
export interface BusPlace {
  bus(): Bus | undefined
  /** Calls `listener` after each change of the bus that is there, and when another one is. The function that comes back ends it. */
  onChange(listener: () => void): () => void
}

import { settle, type VisitHarness, type VisitHarnessOptions } from '../visit-harness.ts'
import type { CheckInService } from '../../../../src/main/visit/service-port.ts'

/** What the network does while a visit stands in a state. */
export const happenings = ['goes', 'comesBack', 'slow', 'nonsense'] as const
type Happening = (typeof happenings)[number]

/** What the patient sees then and what happens, in the words of `docs/offline.md`, and the proof of it. */
export interface Cell<Stand = void> {
  readonly says: string
  readonly check: (kiosk: VisitHarness, stand: Stand) => Promise<void>
}

/** One state of the visit, and what each happening does to it. */
export interface Row {
  readonly options?: VisitHarnessOptions
  readonly cells: Readonly<Record<Happening, Omit<Cell, 'check'>>>
  /** Brings a visit into the state, and proves the cell. */
  readonly prove: (kiosk: VisitHarness, happening: Happening) => Promise<void>
}

/** A row; `reach` brings a visit into the state, and gives its cells what they need to go on. */
export function row<Stand>(
  reach: (kiosk: VisitHarness) => Promise<Stand>,
  cells: Readonly<Record<Happening, Cell<Stand>>>,
  options: VisitHarnessOptions = {},
): Row {
  return {
    options,
    cells,
    prove: async (kiosk, happening) => cells[happening].check(kiosk, await reach(kiosk)),
  }
}

/** The same cell for every happening. */
export function always<Stand>(cell: Cell<Stand>): Readonly<Record<Happening, Cell<Stand>>> {
  return { goes: cell, comesBack: cell, slow: cell, nonsense: cell }
}

/** Keeps the answers of `method` back until the function that comes back is called. */
export function hold(kiosk: VisitHarness, method: keyof CheckInService): () => Promise<void> {
  const service = kiosk.service as unknown as Record<string, (...given: unknown[]) => unknown>
  const answer = service[method]
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  service[method] = (...given) => held.then(() => answer?.(...given))
  return async () => {
    if (answer) service[method] = answer
    release()
    await settle()
  }
}

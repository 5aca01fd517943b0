import * as z from 'zod/mini'
import type { Notice } from '../../../shared/bus/messages.ts'
import type { ToldArrival } from '../../kiosk/arrival/arrivals.ts'
import type { Timers, WallClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import type { OutboxView } from '../../kiosk/offline/outbox/outbox-view.ts'
import type { DeskPort } from '../../kiosk/visit/ports.ts'
import type { Bus, BusPlace } from '../create-bus.ts'
import type { KeptText } from '../port.ts'

const minuteMs = 60_000
const arrivalLastsMs = 12 * 60 * minuteMs
/** ms; lists at the desk have read completed forms anew by then. */
export const completionLastsMs = 5 * minuteMs
/** ms; a patient who was sent to the desk has been there by then, or went home. */
export const needLastsMs = 60 * minuteMs

/** Sends an arrival to the desk; false, and dropped, while the kiosk is not paired. */
export const tellOfArrivals =
  (place: BusPlace, clock: Pick<WallClock, 'wallTime'>) =>
  (arrival: ToldArrival): boolean => {
    const until = clock.wallTime() + arrivalLastsMs
    return place.bus()?.tell({ kind: 'patientArrived', ...arrival }, { until }).ok ?? false
  }

/** Tells the desk of the patients that the kiosk sends to staff, and of those who completed forms here. */
export function tellOfPatients(place: BusPlace, clock: WallClock) {
  // After the screen was drawn.
  function tellSoon(notice: Notice, lastsMs: number) {
    const until = clock.wallTime() + lastsMs
    clock.setTimeout(() => place.bus()?.tell(notice, { until }), 0)
  }
  return {
    needStaff: (needed) => tellSoon({ kind: 'staffNeeded', ...needed }, needLastsMs),
    formsCompleted: (patientId) =>
      tellSoon({ kind: 'formsCompleted', patientId }, completionLastsMs),
  } satisfies Pick<DeskPort, 'needStaff' | 'formsCompleted'>
}

const told = z.strictObject({
  /** Another pairing begins anew. */
  station: z.string(),
  reasons: z.record(z.string(), z.string()),
})
type Told = z.infer<typeof told>

/** Tells the desk of intakes that need staff, and no longer do; each once, over restarts. */
export function tellOfIntakes(parts: {
  readonly place: BusPlace
  readonly view: () => Pick<OutboxView, 'needsPerson'> | undefined
  readonly kept: KeptText
}) {
  const { place, view, kept } = parts
  // Sending a notice changes the bus, which calls this listener again.
  let isTelling = false

  function update() {
    const [bus, rows] = [place.bus(), view()?.needsPerson]
    if (!bus || !rows || isTelling) return
    isTelling = true
    try {
      const before = readTold(kept.read(), bus.id)
      const after = tell(bus, rows, before)
      if (JSON.stringify(after) !== JSON.stringify(before)) kept.write(JSON.stringify(after))
    } finally {
      isTelling = false
    }
  }
  update()
  return { update, stop: place.onChange(update) }
}

/** Returns all that are sent; failed ones are sent at the next change. */
function tell(bus: Bus, rows: OutboxView['needsPerson'], { reasons }: Told): Told {
  const now: Record<string, string> = {}
  for (const { id, reason, finishedAt } of rows) {
    const isTold =
      reasons[id] === reason ||
      bus.tell({ kind: 'intakeWaits', intakeId: id, reason, since: sinceOf(finishedAt) }).ok
    const last = isTold ? reason : reasons[id]
    if (last !== undefined) now[id] = last
  }
  for (const [id, reason] of Object.entries(reasons)) {
    if (rows.some((row) => row.id === id)) continue
    if (!bus.tell({ kind: 'intakeSettled', intakeId: id }).ok) now[id] = reason
  }
  return { station: bus.id, reasons: now }
}

/** One that cannot be read has no time of its own. */
const sinceOf = (text: string) => new Date(Date.parse(text) || 0).toISOString()

function readTold(text: string | undefined, station: string): Told {
  const read = text === undefined ? undefined : told.safeParse(JSON.parse(text)).data
  return read?.station === station ? read : { station, reasons: {} }
}

/** ms to wait until a desk or hub confirms that this kiosk goes. */
export const goodbyeMs = 5_000

/** Says that this kiosk ends its pairing. False: nobody confirmed it, so unpair the kiosk there. */
export async function sayGoodbye(bus: Bus, timers: Timers): Promise<boolean> {
  if (bus.view().connection !== 'connected') return false
  const heard = new Promise<boolean>((resolve) => {
    const said = bus.tell({ kind: 'unpaired' }, { onConfirmed: () => resolve(true) })
    if (!said.ok) resolve(false)
  })
  return (await within(timers, goodbyeMs, heard)) ?? false
}

import * as z from 'zod/mini'
import type { Notice } from '../../../shared/bus/messages.ts'
import type { ToldArrival } from '../../kiosk/arrival/arrivals.ts'
import type { Timers, WallClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import type { OutboxView } from '../../kiosk/offline/outbox/outbox-view.ts'
import type { DeskPort } from '../../kiosk/visit/ports.ts'
import type { Bus, BusPlace, KeptText } from '../port.ts'

const minuteMs = 60_000
const arrivalLastsMs = 12 * 60 * minuteMs
/** Life of a notice about completed forms, in ms; lists at the desk have read them anew by then. */
export const completionLastsMs = 5 * minuteMs
/** Life of a notice about a patient sent to the desk, in ms: they have been there by then, or went home. */
export const needLastsMs = 60 * minuteMs

/** Sends arrivals to the desk, each by the function that comes back; false, and dropped, while the kiosk is not paired. */
export const tellOfArrivals =
  (place: BusPlace, clock: Pick<WallClock, 'wallTime'>) =>
  (arrival: ToldArrival): boolean => {
    const until = clock.wallTime() + arrivalLastsMs
    return place.bus()?.tell({ kind: 'patientArrived', ...arrival }, { until }).ok ?? false
  }

/** Sends the patients that the kiosk sends to staff, and those who completed forms here, to the desk. */
export function tellOfPatients(
  place: BusPlace,
  clock: WallClock,
): Pick<DeskPort, 'needStaff' | 'formsCompleted'> {
  // After the screen was drawn.
  function tellSoon(notice: Notice, lastsMs: number) {
    const until = clock.wallTime() + lastsMs
    clock.setTimeout(() => place.bus()?.tell(notice, { until }), 0)
  }
  return {
    needStaff: (needed) => tellSoon({ kind: 'staffNeeded', ...needed }, needLastsMs),
    formsCompleted: (patientId) =>
      tellSoon({ kind: 'formsCompleted', patientId }, completionLastsMs),
  }
}

const told = z.strictObject({
  /** To the clinic of this station: another pairing begins anew. */
  station: z.string(),
  reasons: z.record(z.string(), z.string()),
})
type Told = z.infer<typeof told>

/**
 * Tells the desk of intakes that need staff, and no longer do; each once, over restarts. `update`: the outbox may have
 * changed. `view` undefined: no intakes.
 */
export function tellOfIntakes(parts: {
  readonly place: BusPlace
  readonly view: () => Pick<OutboxView, 'needsPerson'> | undefined
  /** Store of the sent notices, with the id of the station that sent them. */
  readonly kept: KeptText
}) {
  const { place, view, kept } = parts
  // Sending a notice changes the bus, which calls this listener again.
  let isTelling = false

  function update() {
    const bus = place.bus()
    if (!bus || isTelling) return
    isTelling = true
    try {
      tellAll(bus)
    } finally {
      isTelling = false
    }
  }
  function tellAll(bus: Bus) {
    const rows = view()?.needsPerson
    if (!rows) return
    const before = readTold(kept.read(), bus.id)
    const after = tell(bus, rows, before)
    if (JSON.stringify(after) !== JSON.stringify(before)) kept.write(JSON.stringify(after))
  }
  update()
  const stop = place.onChange(update)
  return { update, stop }
}

/** Sends the notices that were not sent yet, and returns all sent ones. Failed ones are sent at the next change. */
function tell(bus: Bus, rows: OutboxView['needsPerson'], { reasons }: Told): Told {
  const now: Record<string, string> = {}
  for (const { id, reason, finishedAt } of rows) {
    const isTold =
      reasons[id] === reason ||
      bus.tell({ kind: 'intakeWaits', intakeId: id, reason, since: momentOf(finishedAt) }).ok
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
function momentOf(text: string): string {
  const at = Date.parse(text)
  return new Date(Number.isNaN(at) ? 0 : at).toISOString()
}

function readTold(text: string | undefined, station: string): Told {
  const none = { station, reasons: {} }
  if (text === undefined) return none
  const read = told.safeParse(JSON.parse(text))
  return read.success && read.data.station === station ? read.data : none
}

/** Ms to wait until a desk or hub confirms that this kiosk goes. */
export const goodbyeMs = 5_000

/** Announces that this kiosk ends its pairing. False: no desk or hub confirmed it, so unpair the kiosk there. */
export async function sayGoodbye(bus: Bus, timers: Timers): Promise<boolean> {
  if (bus.view().connection !== 'connected') return false
  const heard = new Promise<boolean>((resolve) => {
    const said = bus.tell({ kind: 'unpaired' }, { onConfirmed: () => resolve(true) })
    if (!said.ok) resolve(false)
  })
  return (await within(timers, goodbyeMs, heard)) ?? false
}

import * as z from 'zod/mini'
import type { OutboxView } from '../../offline/outbox/outbox-view.ts'
import type { Bus } from '../port.ts'
import type { BusPlace } from './bus-place.ts'
import type { KeptText } from './kept-text.ts'

/** What the notices are made of. */
export interface IntakeNoticesParts {
  readonly place: BusPlace
  /** Undefined where nothing is taken without the network. */
  readonly view: () => Pick<OutboxView, 'needsPerson'> | undefined
  /** Which of them were told, and of whom. */
  readonly kept: KeptText
}

/** Tells whoever listens which intakes need a person, and which do so no more; each once, over restarts. */
export interface IntakeNotices {
  /** The outbox may have changed. */
  update(): void
  stop(): void
}

const told = z.strictObject({
  /** To the clinic of this station: another pairing begins anew. */
  station: z.string(),
  reasons: z.record(z.string(), z.string()),
})
type Told = z.infer<typeof told>

/** Keeps those who listen told about intakes that need a person. */
export function tellOfIntakes({ place, view, kept }: IntakeNoticesParts): IntakeNotices {
  // What is told changes the bus, which is heard of here.
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

/** Says what is not said yet, and gives back what then is. What could not be said is said at the next change. */
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

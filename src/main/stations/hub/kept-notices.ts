import * as z from 'zod/mini'
import { lastingNotice, stationId, type LastingNotice } from '../../../shared/bus/messages.ts'
import type { HubNoticeRows } from '../../vault/store/rows.ts'

const keptNotice = z.object({
  from: stationId,
  /** ms since 1970. */
  at: z.int(),
  body: lastingNotice,
  coming: z.nullable(z.string()),
  isAudited: z.optional(z.boolean()),
})
export type KeptNotice = z.infer<typeof keptNotice>

const hour = 3_600_000
/** ms, and most of one kiosk; the oldest make room: far more than a kiosk has, and few enough to draw and to keep. */
export const keptFor = {
  helpAsked: { ms: 12 * hour, most: 50 },
  patientArrived: { ms: 12 * hour, most: 1_000 },
  // A patient who was sent to the desk has been there by then.
  staffNeeded: { ms: hour, most: 200 },
  intakeWaits: { ms: Infinity, most: 1_000 },
  // The audit says it for as long as it is kept.
  pinUsed: { ms: 90 * 24 * hour, most: 1_000 },
  // Until it is done.
  unpaired: { ms: Infinity, most: 1 },
  helpEnded: { ms: 0, most: 0 },
  intakeSettled: { ms: 0, most: 0 },
} satisfies Readonly<Record<LastingNotice['kind'], unknown>>

const keyOf = (from: string, body: LastingNotice): string => {
  switch (body.kind) {
    case 'helpAsked':
    case 'helpEnded':
      return `help ${from} ${body.helpId}`
    case 'patientArrived':
      return `arrival ${from} ${body.appointmentId}`
    case 'staffNeeded':
      return `needed ${from} ${body.number}`
    case 'pinUsed':
      return `pin ${from} ${body.useId}`
    case 'unpaired':
      return `unpaired ${from}`
    case 'intakeWaits':
    case 'intakeSettled':
      return `intake ${from} ${body.intakeId}`
  }
}

/** Opens the notices that still hold, kept over restarts; unreadable ones are left out. */
export function openKeptNotices(rows: HubNoticeRows) {
  const kept = new Map<string, KeptNotice>()
  for (const row of rows.all()) {
    const read = keptNotice.safeParse(JSON.parse(row.notice))
    if (read.success) kept.set(row.key, read.data)
  }
  function write(key: string, one: KeptNotice) {
    rows.write({ key, at: one.at, notice: JSON.stringify(one) })
    kept.set(key, one)
  }
  function remove(key: string) {
    rows.remove(key)
    kept.delete(key)
  }
  function makeRoom(from: string, kind: LastingNotice['kind']) {
    const alike = [...kept.values()].filter((one) => one.from === from && one.body.kind === kind)
    if (alike.length < keptFor[kind].most) return
    const [oldest] = alike.toSorted((one, other) => one.at - other.at)
    if (oldest) remove(keyOf(from, oldest.body))
  }
  const all = (): readonly KeptNotice[] =>
    [...kept.values()].toSorted((one, other) => one.at - other.at)
  return {
    all,
    /** Keeps a notice, or removes the one that it ends; tells whether it was not there before. */
    take(from: string, at: number, body: LastingNotice): boolean {
      const key = keyOf(from, body)
      if (body.kind === 'helpEnded' || body.kind === 'intakeSettled') {
        remove(key)
        return false
      }
      const before = kept.get(key)
      if (!before) makeRoom(from, body.kind)
      write(key, { coming: null, ...before, from, at, body })
      // A patient's number may be given again another day.
      return before?.at !== at
    },
    markComing(from: string, helpId: string, by: string) {
      const key = keyOf(from, { kind: 'helpEnded', helpId })
      const call = kept.get(key)
      if (call) write(key, { ...call, coming: by })
    },
    markAudited: (of: KeptNotice) => write(keyOf(of.from, of.body), { ...of, isAudited: true }),
    remove: ({ from, body }: Pick<KeptNotice, 'from' | 'body'>) => remove(keyOf(from, body)),
    /** `now`: ms since 1970. */
    forgetOld(now: number) {
      for (const [key, { at, body }] of kept) if (now - at > keptFor[body.kind].ms) remove(key)
    },
    forgetStation(station: string) {
      for (const [key, { from }] of kept) if (from === station) remove(key)
    },
  }
}

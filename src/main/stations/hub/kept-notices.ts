import * as z from 'zod/mini'
import { lastingNotice, stationId, type LastingNotice } from '../../../shared/bus/messages.ts'
import type { HubNoticeRows } from '../../vault/store/rows.ts'

/** Notice from a kiosk that still holds. */
const keptNotice = z.object({
  from: stationId,
  /** ms since 1970. */
  at: z.int(),
  body: lastingNotice,
  /** Name of the member of staff who is coming, for a call for help. */
  coming: z.nullable(z.string()),
  /** Of what the audit is to say: whether it does. */
  isAudited: z.optional(z.boolean()),
})
export type KeptNotice = z.infer<typeof keptNotice>

const hour = 3_600_000
const keepMs: Readonly<Record<LastingNotice['kind'], number>> = {
  helpAsked: 12 * hour,
  patientArrived: 12 * hour,
  // A patient who was sent to the desk has been there by then.
  staffNeeded: hour,
  intakeWaits: Number.POSITIVE_INFINITY,
  // The audit says it for as long as it is kept.
  pinUsed: 90 * 24 * hour,
  // Until it is done.
  unpaired: Number.POSITIVE_INFINITY,
  helpEnded: 0,
  intakeSettled: 0,
}

// Each is far more than a kiosk has, and few enough that the desk can draw the list.
/**
 * Most notices of a kind kept for one kiosk; the oldest make room. Keeps a kiosk that never stops from filling the
 * disk.
 */
export const mostKept: Readonly<Record<LastingNotice['kind'], number>> = {
  helpAsked: 50,
  staffNeeded: 200,
  patientArrived: 1_000,
  intakeWaits: 1_000,
  pinUsed: 1_000,
  unpaired: 1,
  helpEnded: 0,
  intakeSettled: 0,
}

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

/** Opens the notices from kiosks that still hold, kept over restarts; unreadable ones are left out. */
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
    const alike = [...kept].filter(([, one]) => one.from === from && one.body.kind === kind)
    if (alike.length < mostKept[kind]) return
    const [oldest] = alike.toSorted(([, one], [, other]) => one.at - other.at)
    if (oldest) remove(oldest[0])
  }
  return {
    /** The oldest first. */
    all: (): readonly KeptNotice[] =>
      [...kept.values()].toSorted((one, other) => one.at - other.at),
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
    /** Marks a call for help as answered by a member of staff who is coming. */
    markComing(from: string, helpId: string, by: string) {
      const key = keyOf(from, { kind: 'helpEnded', helpId })
      const call = kept.get(key)
      if (call) write(key, { ...call, coming: by })
    },
    /** The audit says it. */
    markAudited: (of: KeptNotice) => write(keyOf(of.from, of.body), { ...of, isAudited: true }),
    /** Removes a notice that staff have dealt with. */
    remove: ({ from, body }: Pick<KeptNotice, 'from' | 'body'>) => remove(keyOf(from, body)),
    /** Removes outdated notices; an intake waits as long as it must. `now`: ms since 1970. */
    forgetOld(now: number) {
      for (const [key, { at, body }] of kept) if (now - at > keepMs[body.kind]) remove(key)
    },
    forgetStation(station: string) {
      for (const [key, { from }] of kept) if (from === station) remove(key)
    },
  }
}

import { z } from 'zod'
import { isoDate, localDate } from '../../../shared/calendar-date.ts'
import { refusedFor, type RefusedFor } from '../../../shared/staff-origins.ts'
import type { Refused, RefusedKind } from '../../../shared/windows.ts'
import { isOrigin } from '../../log/log.ts'
import type { SecuritySettings } from './rows.ts'

const key = 'formView.refusedOrigins'

/** Most origins that are remembered, and most of them that one visit may bring: a hostile page makes up any number. */
const mostOrigins = 50
const mostNew = 10

/** Days after its last refusal on which an origin is still remembered. */
const keptDays = 14
const dayMs = 24 * 60 * 60_000

/** A day of this machine, as in `2026-03-03`. No time: it would identify the visit. */
const day = z.iso.date()

const refusedOrigin = z.strictObject({
  origin: z.string().refine(isOrigin),
  kinds: z.array(refusedFor),
  visits: z.int().positive(),
  firstDay: day,
  lastDay: day,
})
type RefusedOrigin = z.infer<typeof refusedOrigin>

export type RefusedOrigins = ReturnType<typeof createRefusedOrigins>

/** Uses of an origin by a form; all else would be refused even if the origin were listed. */
const wanted: Readonly<Partial<Record<RefusedKind, RefusedFor>>> = {
  document: 'page',
  frame: 'page',
  navigation: 'page',
  script: 'script',
  style: 'style',
  image: 'image',
  font: 'font',
  worker: 'script',
  fetch: 'data',
  socket: 'data',
  connection: 'data',
}

/** Keeps them among the vault's security settings. `now`: ms since 1970. */
export function createRefusedOrigins(
  settings: Pick<SecuritySettings, 'read' | 'write'>,
  now: () => number = Date.now,
) {
  let visit = { helpNumber: '', seen: new Set<string>(), fresh: 0 }
  const today = () => isoDate(localDate(new Date(now())))
  const read = (): RefusedOrigin[] => {
    const text = settings.read(key)
    const kept = text === undefined ? [] : z.array(refusedOrigin).parse(JSON.parse(text))
    const last = Date.parse(today())
    return kept.filter(({ lastDay }) => Math.abs(last - Date.parse(lastDay)) <= keptDays * dayMs)
  }
  const write = (newestFirst: readonly RefusedOrigin[]) =>
    settings.write(key, JSON.stringify(newestFirst))

  function seenAgain(before: RefusedOrigin | undefined, origin: string, kind: RefusedFor) {
    if (!before && visit.fresh >= mostNew) return undefined
    if (!before) visit.fresh += 1
    const isFirst = !visit.seen.has(origin)
    visit.seen.add(origin)
    return {
      origin,
      kinds: [...new Set([...(before?.kinds ?? []), kind])],
      visits: (before?.visits ?? 0) + (isFirst ? 1 : 0),
      firstDay: before?.firstDay ?? today(),
      lastDay: today(),
    }
  }

  /** Those that fewest visits asked for go first, but none of this visit: what a page makes up is not asked for again. */
  function bounded(newestFirst: readonly RefusedOrigin[]): readonly RefusedOrigin[] {
    const rank = ({ origin, visits }: RefusedOrigin) =>
      visit.seen.has(origin) ? Number.MAX_SAFE_INTEGER : visits
    const kept = new Set(
      newestFirst.toSorted((one, other) => rank(other) - rank(one)).slice(0, mostOrigins),
    )
    return newestFirst.filter((each) => kept.has(each))
  }

  return {
    /** Lists them, the one that was refused last first. */
    list: (): readonly RefusedOrigin[] => read(),
    /** Remembers what a form of the visit `helpNumber` was refused; throws nothing: no visit waits for this. */
    note(helpNumber: string, refused: readonly Pick<Refused, 'target' | 'what' | 'kind'>[]) {
      if (visit.helpNumber !== helpNumber) visit = { helpNumber, seen: new Set(), fresh: 0 }
      try {
        const before = read()
        let newestFirst = before
        for (const { target, what, kind } of refused) {
          const asked = kind && (what === 'request' || what === 'navigation') && wanted[kind]
          if (!asked || !isOrigin(target)) continue
          const known = newestFirst.find(({ origin }) => origin === target)
          const next = seenAgain(known, target, asked)
          if (next) newestFirst = [next, ...newestFirst.filter((each) => each !== known)]
        }
        if (newestFirst !== before) write(bounded(newestFirst))
      } catch {
        // The vault reports its own faults.
      }
    },
    forget: (origin: string) => write(read().filter((each) => each.origin !== origin)),
  }
}

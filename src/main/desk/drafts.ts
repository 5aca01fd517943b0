import type { draftOperations, DraftOf, DraftValues } from '../../shared/desk/drafts.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { WallClock } from '../base/clock.ts'
import { everyNight } from '../base/timers.ts'
import { onRecord, prepare, type DeskWork, type Handlers } from './feature.ts'

/** The oldest goes first. */
const mostOfOne = 50

type Draft = { readonly at: number; readonly values: DraftValues }

/** Keeps what members typed and did not send: in memory alone, over the lock, until the day ends. */
export function createDrafts(clock: WallClock) {
  const kept = new Map<string, Map<string, Draft>>()
  const stop = everyNight(clock, () => kept.clear())
  return {
    read: (member: string, form: string): Draft | null => kept.get(member)?.get(form) ?? null,
    keep(member: string, form: string, values: DraftValues | null): void {
      const own = kept.get(member) ?? new Map<string, Draft>()
      own.delete(form)
      if (values) own.set(form, { at: clock.wallTime(), values })
      const [oldest] = own.keys()
      if (own.size > mostOfOne && oldest !== undefined) own.delete(oldest)
      kept.set(member, own)
    },
    isEmpty: () => [...kept.values()].every((own) => own.size === 0),
    close(): void {
      stop()
      kept.clear()
    },
  }
}
export type Drafts = ReturnType<typeof createDrafts>

/** Serves one member what they left in forms. */
export function serveDrafts(work: Pick<DeskWork, 'references'>, drafts: Drafts, member: string) {
  const onForm = <T>({ form, chart }: DraftOf, run: (key: string) => Result<T, never>) =>
    chart === undefined
      ? prepare({}, () => run(form))
      : onRecord(work, 'chart', chart, (patientId) => run(`${form} ${patientId}`))
  return {
    draft: (of) => onForm(of, (key) => ok(drafts.read(member, key))),
    keepDraft: ({ values, ...of }) =>
      onForm(of, (key) => {
        drafts.keep(member, key, values)
        return ok(null)
      }),
  } satisfies Handlers<typeof draftOperations>
}

import type { AttemptKind, AttemptStore } from '../../../src/main/kiosk/visit/limits/attempts.ts'

type KeptAttempt = Readonly<{ kind: AttemptKind; subject: string; at: number }>

/** Keeps attempts as long as the process, for tests; `kept` can be looked at. */
export function memoryStore(clock: {
  now(): number
}): AttemptStore & { readonly kept: readonly KeptAttempt[] } {
  let kept: readonly KeptAttempt[] = []
  return {
    get kept() {
      return kept
    },
    now: () => clock.now(),
    times: (kind, since, subject) =>
      kept
        .filter((one) => one.kind === kind && one.at > since)
        .filter((one) => subject === undefined || one.subject === subject)
        .map(({ at }) => at),
    add(kind, subject, at, forgetUntil) {
      const attempt = { kind, subject, at }
      kept = [...kept.filter((one) => one.kind !== kind || one.at > forgetUntil), attempt]
      return () => void (kept = kept.filter((one) => one !== attempt))
    },
    remove(kind, subject) {
      kept = kept.filter((one) => one.kind !== kind || one.subject !== subject)
    },
  }
}

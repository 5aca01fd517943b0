import type { Intake } from '../../../src/main/offline/intake.ts'
import type { IntakeSource, OutboxStore } from '../../../src/main/offline/outbox/ports.ts'
import { outboxRow } from '../../../src/main/offline/outbox/row.ts'
import { err, ok } from '../../../src/shared/result.ts'

/** Rows that outlive the outbox that wrote them. */
export function memoryStore(): OutboxStore & { readonly texts: Map<string, string> } {
  const texts = new Map<string, string>()
  return {
    texts,
    rows: () =>
      [...texts.values()]
        .map((text) => outboxRow.parse(JSON.parse(text)))
        .sort((a, b) => a.seq - b.seq),
    unreadable: () => [],
    write: (row) => void texts.set(row.id, JSON.stringify(row)),
    remove: (id) => void texts.delete(id),
  }
}

/** Intakes that patients finished. */
export function memorySource(): IntakeSource & {
  finish(intake: Intake): void
  readonly settled: Set<string>
} {
  const intakes = new Map<string, Intake>()
  const settled = new Set<string>()
  return {
    settled,
    finish: (intake) => void intakes.set(intake.id, structuredClone(intake)),
    finished: () => [...intakes.keys()].filter((id) => !settled.has(id)),
    read(id) {
      const intake = intakes.get(id)
      return intake ? ok(intake) : err({ kind: 'unknown' })
    },
    settle: (id) => void settled.add(id),
    remove: (id) => void intakes.delete(id),
  }
}

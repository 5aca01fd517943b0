import type { Intake } from '../../../src/main/offline/intake.ts'
import type { IntakeSource } from '../../../src/main/offline/outbox/ports.ts'
import type { OutboxRows } from '../../../src/main/vault/store/rows.ts'
import { err, ok } from '../../../src/shared/result.ts'

/** Rows that outlive the outbox that wrote them. */
export function memoryRows(): OutboxRows {
  const rows = new Map<string, ReturnType<OutboxRows['all']>[number]>()
  return {
    all: () => [...rows.values()].sort((a, b) => a.seq - b.seq),
    write: (row) => void rows.set(row.id, row),
    remove: (id) => void rows.delete(id),
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

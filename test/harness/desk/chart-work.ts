import { triesOf, type DeskWork, type Prepared } from '../../../src/main/desk/feature.ts'
import { createAttempts } from '../../../src/main/visit/limits/attempts.ts'
import { memoryStore } from '../visit/memory-attempts.ts'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import type { Id } from '../../../src/contract/values.ts'
import { createReferences } from '../../../src/main/desk/records.ts'
import type { IntakeClientOptions } from '../../../src/main/service/client/call-types.ts'
import type { DeskRefusal } from '../../../src/shared/desk/messages.ts'
import type { DeskOperation } from '../../../src/shared/desk/operation.ts'
import type { Reference } from '../../../src/shared/desk/references.ts'
import { mapOk, type Result } from '../../../src/shared/result.ts'
import { connectTo } from '../service/connect-to.ts'

/** The tries of a member who tried nothing yet. */
const newTries = () => triesOf(createAttempts(memoryStore({ now: () => performance.now() })), 'ana')

/** What one member of staff is served with on a sandbox, without a window before it. */
export type ChartWork = Awaited<ReturnType<typeof openChartWork>>

/** Starts a sandbox, and what is served upon it; both end with the test. */
export async function openChartWork(options: Partial<IntakeClientOptions> = {}) {
  const sandbox = await startSandbox()
  let operations = new Set<string>()
  const { client, here } = connectTo(sandbox, {
    ...options,
    audit: ({ operation }) => void operations.add(operation),
  })
  const references = createReferences()
  const work: DeskWork = {
    read: client.readUntil(new AbortController().signal),
    references,
    signal: new AbortController().signal,
    tries: newTries(),
    place: { ...here, defaultTemplateGroupId: sandbox.defaultTemplateGroupId },
    wallTime: () => Date.now(),
    now: () => performance.now(),
  }
  return {
    sandbox,
    work,
    /** Gives the chart of a patient, as if their two identifiers were confirmed. */
    chart: (patientId: Id): Reference => references.of('chart', patientId),
    /** Gives the operations of the service that were called since this was asked last. */
    asked(): ReadonlySet<string> {
      const before = operations
      operations = new Set()
      return before
    },
  }
}

/** Runs what is ready, as the gate does; its value must be one of the operation's schema. */
export async function outcomeOf<T>(
  operation: DeskOperation,
  prepared: Prepared<T> | undefined,
): Promise<Result<T, DeskRefusal>> {
  if (!prepared) return { ok: false, error: { kind: 'unknownReference' } }
  const outcome = await prepared.run()
  if (outcome.ok) operation.output.parse(outcome.value)
  return outcome
}

/** The value of what must have worked. */
export async function valueFrom<T>(
  operation: DeskOperation,
  prepared: Prepared<T> | undefined,
): Promise<T> {
  const outcome = await outcomeOf(operation, prepared)
  if (!outcome.ok) throw new Error(`it failed: ${outcome.error.kind}`)
  return outcome.value
}

/** The same work with other answers: `change` gives what is read in the place of what an operation answered. */
export function rewritten(
  work: DeskWork,
  change: (operation: string, value: unknown) => unknown,
): DeskWork {
  return {
    ...work,
    read: async (operation, reader, input) => {
      const read = await work.read(operation, reader, input)
      return mapOk(read, (value) => change(operation.id, value) as typeof value)
    },
  }
}

/** The same work whose calls can be met on their way: `onCall` is told of each operation, and says whether it gets lost. */
export function interrupted(
  work: DeskWork,
  onCall: (operation: string) => 'lost' | undefined,
): DeskWork {
  return {
    ...work,
    read: (operation, reader, input) =>
      onCall(operation.id) === 'lost'
        ? Promise.resolve({
            ok: false as const,
            error: {
              kind: 'unreachable' as const,
              reason: 'ECONNRESET',
              operation: operation.id,
              attempts: 1,
            },
          })
        : work.read(operation, reader, input),
  }
}

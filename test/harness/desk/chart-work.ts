import { expect } from 'vitest'
import { deskReach } from '../../../scripts/desk-reach.ts'
import {
  createReferences,
  triesOf,
  type DeskWork,
  type Prepared,
} from '../../../src/main/desk/feature.ts'
import { createAttempts } from '../../../src/main/kiosk/visit/limits/attempts.ts'
import { memoryStore } from '../visit/memory-attempts.ts'
import type { FaultInput } from '../../../sandbox/control/faults.ts'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import type { Id } from '../../../src/contract/values.ts'
import type { IntakeClientOptions } from '../../../src/main/intake/client/call-types.ts'
import type { DeskRefusal } from '../../../src/shared/desk/messages.ts'
import type { DeskOperation } from '../../../src/shared/desk/operation.ts'
import type { Reference } from '../../../src/shared/desk/references.ts'
import { deskCommands, deskQueries } from '../../../src/shared/desk/operations.ts'
import { err, mapOk, type Result } from '../../../src/shared/result.ts'
import { connectTo } from '../service/connect-to.ts'
import { valueOf } from './staffed-desk.ts'

/** The tries of a member who tried nothing yet. */
const newTries = () => triesOf(createAttempts(memoryStore({ now: () => performance.now() })), 'ana')

/** Services for one member of staff on a sandbox, without a window before it. */
export type ChartWork = Awaited<ReturnType<typeof openChartWork>>

/** Faults that a call of the service meets on its way; each can be changed at any time. */
interface Met {
  /** Is told of each operation, and says whether its call gets lost before it is sent. */
  onCall: (operation: string) => 'lost' | undefined
  /** Value that is read in the place of an operation's answer. */
  change: (operation: string, value: unknown) => unknown
}

/** Starts a sandbox, and what is served upon it; both end with the test. */
export async function openChartWork(options: Partial<IntakeClientOptions> = {}) {
  const sandbox = await startSandbox()
  let operations = new Set<string>()
  const { client, here } = connectTo(sandbox, {
    ...options,
    audit({ operation }) {
      const names = [...running]
      if (names.length > 0 && !names.some((name) => reachOf(name).has(operation)))
        throw new Error(`docs/desk.md does not say that ${names.join()} calls ${operation}`)
      operations.add(operation)
    },
  })
  /** Gives the operations of the service that were called since this was asked last. */
  function asked(): ReadonlySet<string> {
    const before = operations
    operations = new Set()
    return before
  }
  const met: Met = { onCall: () => undefined, change: (_, value) => value }
  const sent: string[] = []
  /** Fault that the next call of an operation meets. */
  let next: { readonly id: string; readonly fault: FaultInput } | undefined
  const lostError = { kind: 'unreachable', reason: 'ECONNRESET', attempts: 1 } as const
  const send = client.readUntil(new AbortController().signal)
  const read: DeskWork['read'] = async (operation, reader, input) => {
    const { id, path } = operation
    if (next?.id === id) {
      const pathIncludes = `/${path.split('/').findLast((part) => !part.startsWith('{'))}`
      sandbox.control.addFault({ pathIncludes, times: 1, ...next.fault })
      next = undefined
    } else if (met.onCall(id) === 'lost') return err({ ...lostError, operation: id })
    sent.push(id)
    const answer = await send(operation, reader, input)
    return mapOk(answer, (value) => met.change(id, value) as typeof value)
  }
  const references = createReferences()
  const work: DeskWork = {
    read,
    references,
    signal: new AbortController().signal,
    tries: newTries(),
    place: { ...here, defaultTemplateGroupId: sandbox.defaultTemplateGroupId },
    timeZone: () => undefined,
    exportFolder: null,
    wallTime: () => Date.now(),
    now: () => performance.now(),
  }
  /** Loses each call of an operation, or every call, before it is sent. */
  const lose = (id?: string) =>
    (met.onCall = (operation) => (id === undefined || operation === id ? 'lost' : undefined))
  return {
    sandbox,
    work,
    met,
    lose,
    sent: (id: string) => sent.filter((each) => each === id).length,
    disturb: (id: string, fault: FaultInput) => (next = { id, fault }),
    /** Loses the answer to the next such call, though what was asked is done; and each later call where it `isLast`. */
    loseAnswerOf(id: string, { isLast = false } = {}) {
      next = { id, fault: { cutAfterwards: true } }
      if (isLast) met.onCall = () => (next ? undefined : 'lost')
    },
    changeList: (id: string, rowsOf: (items: readonly object[]) => readonly object[]) =>
      (met.change = (operation, value) =>
        operation === id
          ? { ...(value as object), items: rowsOf((value as { items: object[] }).items) }
          : value),
    /** Nothing gets lost or changed any more. */
    restore: () =>
      void Object.assign(met, {
        onCall: () => undefined,
        change: (_: string, value: unknown) => value,
      }),
    /** Gives the chart of a patient, as if their two identifiers were confirmed. */
    chart: (patientId: Id): Reference => references.of('chart', patientId),
    asked,
    /** Expects that something calls what docs/desk.md says of its query or command, but for `here`. */
    reaches: async <T>(name: keyof typeof deskReach, run: () => Promise<T>, ...here: string[]) => {
      asked()
      const value = await run()
      expect(asked(), name).toEqual(reachOf(name, here))
      return value
    },
  }
}

/** Queries and commands that run now: each may call what docs/desk.md says of it, and nothing else. */
const running = new Set<string>()

/** Operations that docs/desk.md says of a query or command, but for those that stay out `here`. */
export function reachOf(name: string, here: readonly string[] = []): ReadonlySet<string> {
  const reach: Readonly<Record<string, readonly Operation[]>> = deskReach
  return new Set((reach[name] ?? []).map(({ id }) => id).filter((id) => !here.includes(id)))
}

type AnyHandlers = Readonly<
  Record<string, (input: never, reason: string) => Prepared<unknown> | undefined>
>
type Answer<H extends AnyHandlers, N extends keyof H> =
  NonNullable<ReturnType<H[N]>> extends Prepared<infer T> ? T : never
const schemas: Readonly<Record<string, DeskOperation>> = { ...deskQueries, ...deskCommands }

/** Runs queries and commands as the gate does; each value must be one of its operation's schema. */
export function served<H extends AnyHandlers>(handlers: H) {
  async function outcome<N extends keyof H & string>(
    name: N,
    input: Parameters<H[N]>[0],
    reason = 'They said so',
  ): Promise<Result<Answer<H, N>, DeskRefusal>> {
    const prepared = handlers[name]?.(input, reason)
    if (!prepared) return err({ kind: 'unknownReference' })
    running.add(name)
    const reply = (await prepared.run().finally(() => running.delete(name))) as Result<
      Answer<H, N>,
      DeskRefusal
    >
    if (reply.ok) schemas[name]?.output.parse(reply.value)
    return reply
  }
  /** Gives the value of what must work. */
  const value = async <N extends keyof H & string>(
    name: N,
    input: Parameters<H[N]>[0],
    reason?: string,
  ) => valueOf(await outcome(name, input, reason))
  return { place: handlers, outcome, value }
}

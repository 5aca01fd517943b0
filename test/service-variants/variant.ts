import { describe, expect, it } from 'vitest'
import { runVisit, type Outcome } from './run-visit.ts'
import type { LogLine } from './variant-kiosk.ts'
import { visits, type VisitName } from './visits.ts'
import type { Change } from './wire.ts'

/** Choices of a service that differ from the sandbox, by name; a change is made anew for each visit, so that it may count. */
export type Changes = Readonly<Record<string, () => Change>>

/** Tells the changes of the default tier: all, or every third one from the place `spreadFrom`. */
const isInDefaultTier = (spreadFrom: number | undefined, at: number) =>
  spreadFrom === undefined || (at + spreadFrom) % 3 === 0

/** Tries a whole visit for each change; each must end as expected. The default tier tries a third from `spreadFrom`, which are of one rule. */
export function testVisits(
  title: string,
  expected: Expected,
  changes: Changes,
  visit: VisitName = 'usual',
  spreadFrom?: number,
): void {
  describe(title, () => {
    for (const [at, [name, change]] of Object.entries(changes).entries()) {
      const tags = isInDefaultTier(spreadFrom, at) ? [] : ['full']
      it(name, { tags }, async () => {
        const outcome = await runVisit(visits[visit], [change()])
        expect(judge(expected, outcome)).toEqual([])
        expect(outcome.isOther, 'the sandbox itself does so').toBe(true)
      })
    }
  })
}

type Expected =
  | { readonly end: 'through' | 'out of service' }
  /** A person is right, for nothing better can be known. */
  | {
      readonly end: 'staff'
      readonly operation: string
      /** Requests that may be one and the same, where the service may yet recover; three unless told otherwise. */
      readonly sameRequests?: number
      /** s until then, where the service may yet be reached. */
      readonly seconds?: number
    }

/** s within which a visit that cannot go on is at the desk, and requests that may be one and the same until then. */
const most = { seconds: 20, sameRequests: 3 } as const

/** True if a line tells an engineer what to change. */
const isTelling = ({ error, detail }: LogLine) => error !== 'unreadableAnswer' || Boolean(detail)

/** Lists the faults of a visit's end; none when it is as expected. */
function judge(expected: Expected, outcome: Outcome): string[] {
  const faults = outcome.leaks.map((kind) => `the log holds a ${kind}`)
  if (outcome.wasBlamed) faults.push('a number that is right was called wrong')
  if (outcome.end !== expected.end)
    return [...faults, `ended as “${outcome.end}” (${outcome.detail}), not as “${expected.end}”`]
  if (expected.end === 'through') faults.push(...faultsOnTheWay(outcome))
  if (expected.end === 'staff') faults.push(...faultsAtTheDesk(expected, outcome))
  return faults
}

type AtTheDesk = Extract<Expected, { end: 'staff' }>

/** Nobody answers twice what was right, and no "this takes longer" flashes up. */
function faultsOnTheWay({ askedAgain, delays }: Outcome): string[] {
  const flashes = delays.filter((ms) => ms < 2_000)
  return [
    ...askedAgain.map((what) => `asked again for ${what}`),
    ...flashes.map((ms) => `“this takes longer” flashed up for ${ms} ms`),
  ]
}

function faultsAtTheDesk(expected: AtTheDesk, outcome: Outcome): string[] {
  const { seconds, sameRequests, helpNumber, log } = outcome
  const faults: string[] = []
  if (seconds > (expected.seconds ?? most.seconds)) faults.push(`took ${seconds} s`)
  const allowed = expected.sameRequests ?? most.sameRequests
  if (sameRequests > allowed) faults.push(`sent one request ${sameRequests} times`)
  const isListed = log.some((line) => line.name === 'staffNeeded' && line.helpNumber === helpNumber)
  if (helpNumber === null || !isListed) faults.push('staff are not told of the number')
  return [...faults, ...faultsOfTheLog(expected, outcome)]
}

/** The log says why, by the operation. */
function faultsOfTheLog({ operation }: AtTheDesk, { failed, log }: Outcome): string[] {
  const lines = log.filter((line) => line.operation === operation)
  if (lines.length === 0)
    return [`the log names ${failed.join(', ') || 'nothing'}, not ${operation}`]
  return lines.some(isTelling) ? [] : [`the log does not say what is the matter with ${operation}`]
}

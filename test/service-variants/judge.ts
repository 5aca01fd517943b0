import type { Outcome } from './run-visit.ts'
import type { Expected } from './variant.ts'

/** s within which a visit that cannot go on is at the desk, and requests that may be one and the same until then. */
const most = { seconds: 20, sameRequests: 3 } as const

/** A date in an unknown order reads as another date: nobody can tell that from a wrong one. */
const unnoticed = 'dateOfBirthNotMatched'

/** What is wrong with how a visit ended; nothing, when it is as expected. */
export function judge(expected: Expected, outcome: Outcome, hasProfile = false): string[] {
  const wanted = 'profile' in expected && !hasProfile ? (expected.without ?? 'staff') : expected.end
  const faults = outcome.wasBlamed ? ['a number that is right was called wrong'] : []
  const isBetter = 'profile' in expected && outcome.end === 'through'
  if (isBetter) return [...faults, ...faultsOnTheWay(outcome)]
  if (outcome.end !== wanted)
    return [...faults, `ended as “${outcome.end}” (${outcome.detail}), not as “${wanted}”`]
  if (wanted === 'through') faults.push(...faultsOnTheWay(outcome))
  if (wanted === 'staff') faults.push(...faultsAtTheDesk(expected, outcome))
  return faults
}

/** Nobody answers twice what was right, and no "this takes longer" flashes up. */
function faultsOnTheWay({ askedAgain, delays }: Outcome): string[] {
  const flashes = delays.filter((ms) => ms < 2_000)
  return [
    ...askedAgain.map((what) => `asked again for ${what}`),
    ...flashes.map((ms) => `“this takes longer” flashed up for ${ms} ms`),
  ]
}

function faultsAtTheDesk(expected: Expected, outcome: Outcome): string[] {
  const { detail, seconds, sameRequests, helpNumber, failed, log } = outcome
  const faults: string[] = []
  if (seconds > most.seconds) faults.push(`took ${seconds} s`)
  const { sameRequests: mostAlike = most.sameRequests } = {
    ...(expected.end === 'staff' && expected),
  }
  if (sameRequests > mostAlike) faults.push(`sent one request ${sameRequests} times`)
  const isListed = log.some((line) => line.name === 'staffNeeded' && line.helpNumber === helpNumber)
  if (helpNumber === null || !isListed) faults.push('staff are not told of the number')
  if (expected.end === 'staff') {
    const { operation, reason } = expected
    if (reason !== undefined && reason !== detail)
      faults.push(`called for ${detail}, not ${reason}`)
    if (operation !== undefined && !failed.includes(operation))
      faults.push(`the log does not name ${operation} (${failed.join(', ') || 'nothing'})`)
  } else if (failed.length === 0 && detail !== unnoticed) faults.push('the log names no operation')
  return faults
}

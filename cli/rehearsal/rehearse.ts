import type { Id } from '../../src/contract/values.ts'
import { parseWireProfile } from '../../src/contract/wire-profile.ts'
import { checkAccess } from '../../src/main/service/access.ts'
import { createCheckInService } from '../../src/main/service/check-in-service.ts'
import type { CalendarDate } from '../../src/shared/calendar-date.ts'
import { compareDates } from '../../src/shared/calendar-date.ts'
import type { VisitTrial } from '../probe/visit/try-visit.ts'
import { notTried } from '../probe/visit/verdict.ts'
import type { Rehearsal } from './plan.ts'
import { walkPackets } from './walk-packets.ts'
import { walkProof } from './walk-proof.ts'
import { beginWalk } from './walk.ts'

/** Result of a rehearsal. */
export interface Rehearsed extends VisitTrial {
  /** The packet that it made and could not put away. */
  readonly left: Id | undefined
}

/**
 * Walks a test patient's visit with its own code up to the form's address, and cleans up. Asks before each write;
 * reuses learnt words.
 */
export async function rehearse(
  parts: Pick<Rehearsal, 'watched' | 'recorder' | 'plan' | 'person'>,
): Promise<Rehearsed> {
  const { watched, recorder, plan, person } = parts
  const first = watched.proposed()
  const walk = beginWalk(watched, recorder, person)
  watched.proposing('missing')
  const access = { error: undefined as Rehearsed['stopped'] }
  await walk.step('health check', async () => {
    const checked = await checkAccess(watched.client, plan.place)
    if (!checked.ok) access.error = checked.error
    return checked
  })
  if (access.error) {
    const rest = notTried('every other step', 'the health check fails')
    return {
      steps: [...walk.steps, rest],
      proposal: undefined,
      stopped: access.error,
      left: undefined,
    }
  }
  const checkIn = createCheckInService(watched.client, {
    ...plan.place,
    defaultTemplateGroupId: plan.templateGroupId ?? null,
  })
  const rehearsal = { ...parts, walk, checkIn }
  await walkProof(rehearsal)
  await walkBirthDate(rehearsal)
  const left = await walkPackets(rehearsal)
  const proposal = watched.proposed()
  return { steps: walk.steps, proposal: proposal === first ? undefined : proposal, left }
}

async function walkBirthDate(rehearsal: Rehearsal): Promise<void> {
  const { walk, checkIn, plan, person } = rehearsal
  const given = await person.birthDate()
  if (given === undefined) {
    walk.skip('date of birth', 'no date of birth was given')
    return
  }
  const { signal } = new AbortController()
  await walk.step(
    'date of birth',
    () => checkIn.dateOfBirth(plan.patientId, signal),
    (found) => {
      if (found === null) return { fails: 'the record has no date of birth' }
      if (compareDates(found, given) === 0) return {}
      return learnDateOrder(rehearsal, found, given)
        ? { isByProfile: true }
        : { fails: 'another date than you gave is read from the record' }
    },
  )
}

/** Learns the order of day and month from a day that is read for a month. */
function learnDateOrder(
  { watched }: Rehearsal,
  { year, month, day }: CalendarDate,
  given: CalendarDate,
): boolean {
  const profile = watched.proposed()
  const isTurned = compareDates({ year, month: day, day: month }, given) === 0
  if (!isTurned || profile.read.dateOrder !== 'documented') return false
  const dateOrder = 'dayFirst'
  const extended = parseWireProfile({ ...profile, read: { ...profile.read, dateOrder } })
  if (extended.ok) watched.propose(extended.value)
  return extended.ok
}

import { systemClock } from '../base/clock.ts'
import type { PairedBus } from '../bus/kiosk/paired-bus.ts'
import { askMembers } from '../bus/members/ask-members.ts'
import type { ActingMember } from '../staff/audited-acts.ts'
import type { MembersService } from '../staff/ports.ts'

/** Opens access to the members of staff of the paired desk, asked over its bus. */
export function openKioskMembers(
  place: Pick<PairedBus, 'bus' | 'stationKey'>,
  { as }: Pick<ActingMember, 'as'>,
): MembersService {
  const way = () => {
    const [bus, key] = [place.bus(), place.stationKey()]
    return bus && key && { bus, key }
  }
  return {
    ...askMembers({ way, clock: systemClock }),
    as,
    desk() {
      const bus = place.bus()
      const desks = bus?.stations().filter(({ kind }) => kind === 'desk') ?? []
      if (!bus || desks.length === 0) return 'none'
      const isThere = desks.some(({ state }) => state !== 'gone')
      return isThere && bus.view().connection === 'connected' ? 'there' : 'away'
    },
  }
}

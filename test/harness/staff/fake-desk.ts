import { err, ok } from '../../../src/shared/result.ts'
import type { DeskShown, PairFault } from '../../../src/shared/staff-desk.ts'
import type { DeskService } from '../../../src/main/staff/ports.ts'

/** How the kiosk of a test stands to a desk; a test may set all of it. */
export interface FakeDesk {
  shown: DeskShown
  /** Why pairing fails; null: it does not. */
  fault: PairFault | null
  pairing: Promise<void>
}

type Paired = NonNullable<DeskShown['paired']>

const pairedShown: Omit<Paired, 'stations'> = {
  ...{ name: 'Front desk', address: 'desk.clinic.example:8883', at: 5 },
  ...{ connection: 'connected', connectionSince: 6, lastHeard: 7, waiting: 0 },
}

/** A kiosk that is not paired, or is. */
export function someDesk(isPaired = false): FakeDesk {
  const paired = isPaired ? { ...pairedShown, stations: [] } : null
  return { shown: { paired, wipeAsked: null }, fault: null, pairing: Promise.resolve() }
}

/** The desk as a staff session asks of it. Every act is told to `act` first, which may throw. */
export function fakeDesk(desk: FakeDesk, act: (what: string) => void): DeskService {
  return {
    shown: () => desk.shown,
    async pair(address, code) {
      act(`pair ${address} ${code}`)
      await desk.pairing
      if (desk.fault) return err({ kind: desk.fault })
      desk.shown = { ...desk.shown, paired: { ...pairedShown, stations: [] } }
      return ok(null)
    },
    unpair() {
      act('unpair')
      desk.shown = { ...desk.shown, paired: null }
      return Promise.resolve()
    },
    pinUsed: () => act('tell of PIN'),
    declineWipe() {
      act('decline wipe')
      desk.shown = { ...desk.shown, wipeAsked: null }
    },
  }
}

import type { WallClock } from '../../base/clock.ts'
import type { DeskCodePort } from '../../visit/ports.ts'
import type { BusPlace } from './paired-bus.ts'

/** Longest wait for an answer, in ms: a patient is waiting at the kiosk. */
export const deskAnswersMs = 15_000

/** Asks the desks on the bus for the patient to whom they gave a code. */
export function askForDeskCodes({
  place,
  clock,
}: {
  readonly place: BusPlace
  readonly clock: Pick<WallClock, 'wallTime'>
}): DeskCodePort {
  return {
    isOffered() {
      const bus = place.bus()
      return (
        bus?.view().connection === 'connected' &&
        bus.stations().some(({ kind, state }) => kind === 'desk' && state !== 'gone')
      )
    },
    onConnectionChange: (listener) => place.onChange(listener),
    async check(code, signal) {
      const until = new Date(clock.wallTime() + deskAnswersMs).toISOString()
      const answer = await place.bus()?.ask(
        { kind: 'deskCodeTried', code, until },
        {
          isFinal: (given) => given.kind === 'deskCodeChecked' && given.patientId !== null,
          signal,
        },
      )
      if (answer?.kind !== 'deskCodeChecked') return 'unheard'
      const { patientId, packetId } = answer
      return patientId === null ? 'wrong' : { patientId, packetId }
    },
  }
}

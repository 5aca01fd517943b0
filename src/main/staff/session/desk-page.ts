import { assertEvent } from 'xstate'
import { readLive } from './live.ts'
import { onError, session } from './session-setup.ts'
import type { StaffSessionContext } from './session-types.ts'

interface Given {
  readonly context: StaffSessionContext
}
const isPaired = ({ context }: Given) => context.facts.desk.paired !== null
const isNotPaired = (given: Given) => given.context.ports.desk !== undefined && !isPaired(given)
const isAskedToWipe = ({ context }: Given) => context.facts.desk.wipeAsked !== null

/** Nothing was tried to pair the kiosk. */
export const noDeskError = { deskError: null } as const
const forgetDeskError = session.assign(noDeskError)

const audit = (kind: 'pairingTried' | 'wipeDeclined') =>
  ({ type: 'audit', params: { kind } }) as const

const noteFault = session.assign(({ context, event }) => {
  assertEvent(event, 'pairing.ended')
  const { fault } = event
  return fault === null ? noDeskError : { deskError: fault, errorCount: context.errorCount + 1 }
})

/** How the kiosk stands to the clinic's desk: paired, or not. */
export const desk = session.createStateConfig({
  exit: forgetDeskError,
  initial: 'idle',
  states: {
    idle: {
      on: {
        pairKiosk: { guard: isNotPaired, target: 'pairing', actions: [audit('pairingTried')] },
        // It is audited where it is done, and before anything is forgotten.
        unpairKiosk: { guard: isPaired, target: 'unpairing' },
        declineWipe: {
          guard: isAskedToWipe,
          actions: [
            audit('wipeDeclined'),
            ({ context }) => context.ports.desk?.declineWipe(),
            readLive,
          ],
        },
      },
    },
    pairing: {
      entry: forgetDeskError,
      invoke: {
        src: 'pairKiosk',
        input: ({ context, event }) => {
          assertEvent(event, 'pairKiosk')
          return { ports: context.ports, address: event.address, code: event.code }
        },
      },
      on: {
        'pairing.ended': { target: 'idle', actions: [noteFault, readLive] },
        'test.failed': onError,
      },
    },
    unpairing: {
      invoke: {
        src: 'unpairKiosk',
        input: ({ context }) => ({ ports: context.ports }),
        onDone: { target: 'idle', actions: 'readFacts' },
        onError,
      },
    },
  },
})

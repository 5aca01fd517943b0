import type { ServiceErrorKind } from '../../service/http/errors.ts'
import { isRefusal } from '../../service/http/refusal.ts'
import type { PacketProgress, ProofStatus } from '../service-port.ts'
import { resultOf } from './event-values.ts'
import { meaningOf } from './service-failure.ts'
import type { VisitContext, VisitEvent } from './visit-types.ts'

interface Given {
  readonly context: VisitContext
  readonly event: VisitEvent
}

/** Codes in a row of which the service does not say what came of them, before a person is called. */
const mostUnclearCodes = 3

/** Whether the code just checked is the first of the two that the clinic asks for. */
const isFirstOfTwo = ({ ports, proved }: VisitContext) =>
  ports.settings.identity.channels === 'both' && proved.length === 0

/** Guards on what a call of the visit resolved to. */
export const resultGuards = {
  succeeded: ({ event }: Given) => resultOf(event).ok,
  packetIs: ({ event }: Given, completed: PacketProgress['completed']) => {
    const result = resultOf(event)
    return result.ok && (result.value as PacketProgress).completed === completed
  },
  gave: ({ event }: Given, value: string) => {
    const result = resultOf(event)
    return result.ok && result.value === value
  },
  failedAs: ({ event }: Given, kind: ServiceErrorKind) => {
    const result = resultOf(event)
    return !result.ok && result.error.kind === kind
  },
  proofIs: ({ event }: Given, state: ProofStatus['state']) => {
    const result = resultOf(event)
    return result.ok && (result.value as ProofStatus).state === state
  },
  wasRefused: ({ event }: Given) => {
    const result = resultOf(event)
    return !result.ok && isRefusal(result.error) && meaningOf(result.error) !== 'outOfService'
  },
  proofIsGoneAndMayBeRenewed: ({ context, event }: Given) => {
    const result = resultOf(event)
    const isGone = result.ok && (result.value as ProofStatus).state === 'gone'
    return isGone && !context.proofRenewed && context.proved.length === 0
  },
  // The channel of the last code, not the whole proof.
  firstOfTwoIsVerified: ({ context, event }: Given) => {
    const result = resultOf(event)
    const verified = result.ok ? (result.value as ProofStatus).verified : []
    return isFirstOfTwo(context) && verified.includes(context.channel)
  },
  contactsAreRefused: ({ context }: Given) => {
    const { channels } = context.ports.settings.identity
    return context.refusedContacts >= (channels === 'either' ? 2 : 1)
  },
  codesStayUnclear: ({ context, event }: Given) => {
    const result = resultOf(event)
    const isPending = result.ok && (result.value as ProofStatus).state === 'pending'
    return isPending && context.unclearCodes >= mostUnclearCodes - 1
  },
  failsForGood: ({ event }: Given) => {
    const result = resultOf(event)
    return !result.ok && meaningOf(result.error) === 'staff'
  },
  firstOfTwoFailsForGood: ({ context, event }: Given) => {
    const result = resultOf(event)
    return isFirstOfTwo(context) && !result.ok && meaningOf(result.error) === 'staff'
  },
  failedMeaning: ({ event }: Given, meaning: ReturnType<typeof meaningOf>) => {
    const result = resultOf(event)
    return !result.ok && meaningOf(result.error) === meaning
  },
  anotherChannelIsNeeded: ({ context, event }: Given) =>
    isFirstOfTwo(context) && resultOf(event).ok,
}

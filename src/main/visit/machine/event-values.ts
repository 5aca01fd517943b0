import { assertEvent } from 'xstate'
import type { Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import type { PacketSummary } from '../service-port.ts'
import { cooldownEnd, type SentCode, type VisitContext, type VisitEvent } from './visit-types.ts'

/** The result that a call resolved to, from the event that brings it. */
export function resultOf(event: VisitEvent): Result<unknown, ServiceError> {
  return (event as unknown as { output: Result<unknown, ServiceError> }).output
}

/** The error of a call that failed. */
export function errorOf(event: VisitEvent): ServiceError {
  const result = resultOf(event)
  if (result.ok) throw new Error('a call that went well is taken for a failure')
  return result.error
}

/** The value of a call that went well; the caller knows which call. Throws when it failed. */
export function valueOf(event: VisitEvent): unknown {
  const result = resultOf(event)
  if (!result.ok) throw new Error('a call that failed is taken for a success')
  return result.value
}

/** The contact that a `submitContact` brings. */
export const contactOf = (event: VisitEvent) => {
  assertEvent(event, 'submitContact')
  return event.contact
}

/** The code that was sent to this contact so short a time ago that no other may follow it yet. */
export function codeOnItsWay(context: VisitContext, event: VisitEvent): SentCode | undefined {
  const contact = contactOf(event)
  const sent = contact.ok ? context.sent.get(contact.value) : undefined
  return context.ports.now() < cooldownEnd(sent) ? sent : undefined
}

/** The date that a `submitDateOfBirth` brings. */
export const dateOf = (event: VisitEvent) => {
  assertEvent(event, 'submitDateOfBirth')
  return event.date
}

/** Name of a packet's choice in one view: its place in the list, from 1. */
export function packetKey(index: number): string {
  return String(index + 1)
}

/** The packet that a choice names, if it is one of those on offer. */
export function packetOf(context: VisitContext, key: string): PacketSummary | undefined {
  return context.packets.find((_, index) => packetKey(index) === key)
}

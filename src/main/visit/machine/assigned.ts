import { assign } from 'xstate'
import type { VisitContext, VisitEvent } from './visit-types.ts'

/** What a guard or an action of the visit is given. */
export interface Given {
  readonly context: VisitContext
  readonly event: VisitEvent
}

/** An action that changes what the visit knows, for a file of its own; types as the visit's `setup` has them. */
export const assigned = (change: (given: Given) => Partial<VisitContext>) =>
  assign<VisitContext, VisitEvent, undefined, VisitEvent, never>(change)

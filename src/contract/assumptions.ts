import type { Assumption } from './assumptions/assumption.ts'
import { forms } from './assumptions/forms.ts'
import { identityProof } from './assumptions/identity-proof.ts'
import { interfaces } from './assumptions/interfaces.ts'
import { records } from './assumptions/records.ts'
import { webhooks } from './assumptions/webhooks.ts'

export type { Assumption }

/** Every assumption about the service, in one place. */
export const assumptions = {
  // Operations refer to these by name, so the list of operations that rest on an assumption is derived
  // (`docs/assumptions.md`).
  ...interfaces,
  ...identityProof,
  ...forms,
  ...records,
  ...webhooks,
} as const satisfies Record<string, Assumption>

/** The name of an assumption. */
export type AssumptionId = keyof typeof assumptions

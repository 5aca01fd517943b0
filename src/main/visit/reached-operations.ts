import { contract } from '../../contract/index.ts'
import { listOperations, type Operation } from '../../contract/operation.ts'

/**
 * What a patient's visit alone asks of the service: the proof of who they are. `check-in.spec.ts` compares it with what the
 * sandbox was asked, and docs/desk.md is written from it.
 */
export const visitOperations: readonly Operation[] = listOperations({
  identityProof: contract.partner.identityProof,
})

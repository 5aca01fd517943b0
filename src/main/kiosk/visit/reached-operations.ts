import { contract } from '../../../contract/index.ts'
import { listOperations, type Operation } from '../../../contract/operation.ts'

/**
 * Operations that only a patient's visit uses: the proof of identity. `check-in.spec.ts` compares them with the
 * sandbox's requests; docs/desk.md is generated from them.
 */
export const visitOperations: readonly Operation[] = listOperations({
  identityProof: contract.partner.identityProof,
})

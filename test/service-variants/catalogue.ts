import { birthDateRows } from './rows/birth-dates.ts'
import { createProofRows } from './rows/create-proof.ts'
import { matchRows } from './rows/match.ts'
import { patientRows } from './rows/patient.ts'
import { proofStatusRows } from './rows/proof-status.ts'
import { sendCodeRows } from './rows/send-code.ts'
import { verifyCodeRows } from './rows/verify-code.ts'
import type { Variant } from './variant.ts'

/** Every choice that is tried, in the order of a visit. */
export const catalogue: readonly Variant[] = [
  ...createProofRows,
  ...sendCodeRows,
  ...verifyCodeRows,
  ...proofStatusRows,
  ...matchRows,
  ...patientRows,
  ...birthDateRows,
]

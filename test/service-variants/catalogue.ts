import { addressRows } from './rows/address.ts'
import { birthDateRows } from './rows/birth-dates.ts'
import { checkRows } from './rows/check.ts'
import { codeRows } from './rows/codes.ts'
import { completedRows } from './rows/completed.ts'
import { conventionRows } from './rows/conventions.ts'
import { createProofRows } from './rows/create-proof.ts'
import { matchRows } from './rows/match.ts'
import { newPacketRows } from './rows/new-packet.ts'
import { packetFieldRows } from './rows/packet-fields.ts'
import { packetListRows } from './rows/packets.ts'
import { pagingRows } from './rows/paging.ts'
import { passingFaultRows } from './rows/passing-faults.ts'
import { patientRows } from './rows/patient.ts'
import { proofStatusRows } from './rows/proof-status.ts'
import { requestRows } from './rows/requests.ts'
import { sendCodeRows } from './rows/send-code.ts'
import { tokenRows } from './rows/token.ts'
import { transportRows } from './rows/transport.ts'
import { verifyCodeRows } from './rows/verify-code.ts'
import type { Variant } from './variant.ts'

/** Every choice that is tried, in the order of a visit. */
export const catalogue: readonly Variant[] = [
  ...tokenRows,
  ...transportRows,
  ...conventionRows,
  ...checkRows,
  ...createProofRows,
  ...sendCodeRows,
  ...codeRows,
  ...verifyCodeRows,
  ...proofStatusRows,
  ...matchRows,
  ...patientRows,
  ...birthDateRows,
  ...packetListRows,
  ...pagingRows,
  ...packetFieldRows,
  ...newPacketRows,
  ...addressRows,
  ...completedRows,
  ...passingFaultRows,
  ...requestRows,
]

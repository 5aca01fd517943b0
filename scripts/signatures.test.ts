import { expect, it } from 'vitest'
import { readSignatureOutcome } from './signatures.ts'

it.each([
  ['every signature held', 0, 'audited 300 packages', 'verified'],
  ['the keys are out of reach', 1, 'npm error code ENOTFOUND\nnpm error syscall', 'unknown'],
  ['the registry answers with a fault', 1, 'npm error code E503', 'unknown'],
  [
    'the registry signs nothing',
    1,
    'npm error found no dependencies to audit that were installed from a supported registry',
    'unknown',
  ],
  ['a signature is wrong', 1, '1 package has an invalid registry signature:\n\nzod@4', 'failed'],
  ['a signature is missing', 1, '1 package has a missing registry signature', 'failed'],
  ['npm fails for its own reasons', 1, 'npm error code EUSAGE', 'failed'],
  ['npm was killed', null, '', 'failed'],
] as const)('the signatures, when %s', (_, status, output, kind) => {
  expect(readSignatureOutcome(status, output).kind).toBe(kind)
})

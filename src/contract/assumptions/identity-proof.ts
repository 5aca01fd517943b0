import type { Assumption } from './assumption.ts'

/** Assumptions about the identity proof, which the documents leave open. */
export const identityProof = {
  'identity-proof-token-header': {
    assumes:
      'The secure token of an identity proof is sent back in the header `x-identity-proof-token` on every later call of that proof.',
    why: 'The document says that a session returns an id and a secure token, and not how the token is presented; a header keeps it out of addresses and logs.',
  },
  'identity-proof-wrong-token': {
    assumes: 'A call with another token than that of the identity proof is refused with 403.',
    why: 'The token is called secure, so a wrong one must be refused; 403 is for what the caller has no access to, and 401 would say that the access token is wrong.',
  },
  'identity-proof-bodies': {
    assumes:
      'A proof is created with `verificationMethod` EMAIL, SMS or BOTH; sending names the `method` and the `email` or `phone`; verifying names the `method` and the `code`.',
    why: 'The vocabulary names the three verification methods and the purposes name the inputs, but no body is shown.',
  },
  'identity-proof-verify-result': {
    assumes:
      'Verifying answers 200 with a `result` of VERIFIED, INCORRECT, EXPIRED or LOCKED, the status of each method (VERIFIED or PENDING), and the verified `email` or `phone`.',
    why: 'The purpose says that verification status and the verified contact are returned; a wrong code is an ordinary outcome, and no error status is declared for it.',
  },
  'identity-proof-codes': {
    assumes:
      'A code has six digits, works once and for 10 minutes; an earlier code stays valid after another was sent; five wrong tries lock the proof, which then takes and sends no code any more. A code for a contact that the verification method does not include is refused with 422.',
    why: 'The document names codes and not their rules; these are the usual ones, and the kiosk must stand every one of them.',
  },
  'identity-proof-voice': {
    assumes:
      'Where a service can call a phone and read the code aloud (the wire profile says so; none is assumed to), sending names the `method` VOICE and the `phone`, and the code counts as one by SMS when it is verified.',
    why: 'The document names text messages and e-mail; services of this kind often call as well, for who cannot read a text, and the phone that is proved is the same.',
  },
  'identity-proof-matching': {
    assumes:
      'Inactive patients do not match; a proof of both channels matches a record that has both contacts; before every required method is verified the match is refused with 422 and the code `proof_incomplete`, while several matches carry `several_matches`.',
    why: 'The document says that all required methods must be verified first and gives 422 for several matches; it does not say how the first is refused.',
  },
  'identity-proof-answers': {
    assumes:
      'A new session answers with `id`, `token` and the status of each of its `methods`, sending a code with `expiresAt`, and the match with `patientId`.',
    why: 'The purposes say what is returned, not under which names.',
  },
} as const satisfies Record<string, Assumption>

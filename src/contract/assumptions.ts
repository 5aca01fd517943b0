/** Something the interface documents leave open, and what Foyer assumes until the service says otherwise. */
export interface Assumption {
  /** What is assumed, in one sentence. */
  readonly assumes: string
  /** Why this and not something else. */
  readonly why: string
}

/**
 * Every assumption about the service, in one place. Operations refer to these by name, so the list of
 * operations that rest on an assumption is derived (`docs/assumptions.md`).
 */
export const assumptions = {
  'identity-proof-token-header': {
    assumes:
      'The secure token of an identity proof is sent back in the header `x-identity-proof-token` on every later call of that proof.',
    why: 'The document says that a session returns an id and a secure token, and not how the token is presented; a header keeps it out of addresses and logs.',
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
} as const satisfies Record<string, Assumption>

/** The name of an assumption. */
export type AssumptionId = keyof typeof assumptions

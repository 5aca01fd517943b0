/** What a run of `npm audit signatures` came to. */
export type SignatureOutcome =
  /** Every installed package bears the signature of the registry it came from. */
  | { readonly kind: 'verified' }
  /** Nothing could be said: the keys or the registry are not reachable, or it signs nothing. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** A signature is missing or wrong, or npm failed otherwise. */
  | { readonly kind: 'failed' }

/** Codes by which npm says that it did not get through, not that something is wrong with a package. */
const notReached =
  /npm (?:error|ERR!) code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR|ENOTCACHED|E5\d\d)\b/
const unsigned = 'found no dependencies to audit that were installed from a supported registry'

/** Reads what npm ended with and wrote. */
export function readSignatureOutcome(status: number | null, output: string): SignatureOutcome {
  if (status === 0) return { kind: 'verified' }
  const code = notReached.exec(output)?.[1]
  if (code !== undefined)
    return { kind: 'unknown', reason: `the keys or the registry cannot be reached (${code})` }
  if (output.includes(unsigned))
    return { kind: 'unknown', reason: 'the registry that is configured here signs nothing' }
  return { kind: 'failed' }
}

// `npm run signatures`: verifies the registry's signatures of what is installed. Ends with 0 where all of them hold, 1
// where one does not, and 75 where nothing can be said because the keys or the registry are out of reach.
import { spawnSync } from 'node:child_process'
import { root } from './lockfile.ts'

/** Codes by which npm says that it did not get through, not that something is wrong with a package. */
const notReached =
  /npm (?:error|ERR!) code (ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT|FETCH_ERROR|ENOTCACHED|E5\d\d)\b/
const unsigned = 'found no dependencies to audit that were installed from a supported registry'

/**
 * Reads what `npm audit signatures` ended with and wrote. `unknown`: nothing could be said; `failed`: a signature is missing
 * or wrong, or npm failed otherwise.
 */
export function readSignatureOutcome(
  status: number | null,
  output: string,
): { readonly kind: 'verified' | 'unknown' | 'failed'; readonly reason?: string } {
  if (status === 0) return { kind: 'verified' }
  const code = notReached.exec(output)?.[1]
  if (code)
    return { kind: 'unknown', reason: `the keys or the registry cannot be reached (${code})` }
  if (output.includes(unsigned))
    return { kind: 'unknown', reason: 'the registry that is configured here signs nothing' }
  return { kind: 'failed' }
}

if (import.meta.main) {
  // Its own level: under `npm run --silent` npm would say nothing of why it failed.
  const quiet = ['--loglevel=error', '--fetch-retries=0', '--fetch-timeout=30000']
  const { status, stdout, stderr, error } = spawnSync('npm', ['audit', 'signatures', ...quiet], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: 300_000,
  })
  const { kind, reason = 'npm did not come to an end' } = error
    ? { kind: 'unknown' as const }
    : readSignatureOutcome(status, stdout + stderr)
  if (kind === 'unknown') console.log(`foyer: SKIPPED, no signature was verified: ${reason}.`)
  else console.log(`${stdout}\n${stderr}`.trim())
  process.exitCode = { verified: 0, unknown: 75, failed: 1 }[kind]
}

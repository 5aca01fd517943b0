import { createHmac, timingSafeEqual } from 'node:crypto'
import { iso } from '../clock.ts'
import type { SandboxContext } from '../sandbox-context.ts'

/** Life of a signed address in ms. */
const signedUrlLifetimeMs = 15 * 60_000

function signatureOf(sandbox: SandboxContext, path: string, expires: number): Buffer {
  return createHmac('sha256', sandbox.signingKey).update(`${path} ${expires}`).digest()
}

/** An address that gives the PDF `name` for 15 minutes, to whoever holds it. */
export function signedPdfUrl(
  sandbox: SandboxContext,
  name: string,
): { url: string; expiresAt: string } {
  const path = `/files/${name}.pdf`
  const expires = sandbox.clock.now() + signedUrlLifetimeMs
  const signature = signatureOf(sandbox, path, expires).toString('base64url')
  return {
    url: `${sandbox.urls.api}${path}?expires=${expires}&signature=${signature}`,
    expiresAt: iso(expires),
  }
}

/** Whether a signed address is ours, unchanged and not yet expired. */
export function isSigned(
  sandbox: SandboxContext,
  path: string,
  expires: string,
  signature: string,
): boolean {
  const wanted = signatureOf(sandbox, path, Number(expires))
  const given = Buffer.from(signature, 'base64url')
  return (
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    sandbox.clock.now() < Number(expires)
  )
}

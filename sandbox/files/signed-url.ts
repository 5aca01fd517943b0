import { createHmac, timingSafeEqual } from 'node:crypto'
import { iso } from '../clock.ts'
import type { World } from '../sandbox-context.ts'

/** Life of a signed address in ms. */
export const signedUrlLifetimeMs = 15 * 60_000

function signatureOf(world: World, path: string, expires: number): Buffer {
  return createHmac('sha256', world.signingKey).update(`${path} ${expires}`).digest()
}

/** An address that gives the PDF `name` for 15 minutes, to whoever holds it. */
export function signedPdfUrl(world: World, name: string): { url: string; expiresAt: string } {
  const path = `/files/${name}.pdf`
  const expires = world.clock.now() + signedUrlLifetimeMs
  const signature = signatureOf(world, path, expires).toString('base64url')
  return {
    url: `${world.urls.api}${path}?expires=${expires}&signature=${signature}`,
    expiresAt: iso(expires),
  }
}

/** Whether a signed address is ours, unchanged and not yet expired. */
export function isSigned(world: World, path: string, expires: string, signature: string): boolean {
  const wanted = signatureOf(world, path, Number(expires))
  const given = Buffer.from(signature, 'base64url')
  return (
    given.length === wanted.length &&
    timingSafeEqual(given, wanted) &&
    world.clock.now() < Number(expires)
  )
}

import type { PublicLink } from '../../../shared/desk/clinic.ts'
import { drawQrCode } from '../../base/draw-qr-code.ts'

/** A public link with its QR code; null for what is no address of the web, or is too long for one. */
export function drawLink(address: string | null | undefined): PublicLink | null {
  const url = URL.parse(address ?? '')
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 1_000) return null
  return { address: url.href, ...drawQrCode(url.href) }
}

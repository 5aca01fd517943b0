import { create } from 'qrcode'
import type { PublicLink } from '../../../shared/desk/clinic.ts'
import type { QrCode } from '../../../shared/desk/qr-code.ts'

/** A text as a QR code; one that is too long for it is an error. */
export function drawQrCode(text: string): QrCode {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const path = Array.from(data, (isDark, index) =>
    isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  ).join('')
  return { size, path }
}

/** A public link with its QR code; null for what is no address of the web, or is too long for one. */
export function drawLink(address: string | null | undefined): PublicLink | null {
  const url = URL.parse(address ?? '')
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 1_000) return null
  return { address: url.href, ...drawQrCode(url.href) }
}

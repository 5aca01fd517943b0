import { create } from 'qrcode'
import type { QrCode } from '../../shared/qr-code.ts'

/** A text as a QR code; one that is too long for it is an error. */
export function drawQrCode(text: string): QrCode {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const path = Array.from(data, (isDark, index) =>
    isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  ).join('')
  return { size, path }
}

import { toString } from 'qrcode'

/** The text of an invitation as a QR: for a terminal, or as SVG for a screen. */
export function drawQr(text: string, type: 'terminal' | 'svg'): Promise<string> {
  return toString(text, {
    type,
    errorCorrectionLevel: 'M',
    ...(type === 'terminal' && { small: true }),
  })
}

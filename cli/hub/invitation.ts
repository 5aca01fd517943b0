import qrcode from 'qrcode'
import type { ShownInvitation } from '../../src/main/hub/control/protocol.ts'

/** An invitation as lines for a terminal: the QR, the code, and how long they hold. `now`: ms since 1970. */
export async function invitationLines(
  { code, link, until, address }: ShownInvitation,
  now: number,
): Promise<string[]> {
  const drawn = await qrcode.toString(link, { type: 'utf8', errorCorrectionLevel: 'M' })
  const minutes = Math.max(0, Math.ceil((until - now) / 60_000))
  return [
    ...drawn.trimEnd().split('\n'),
    '',
    `Address: ${address}`,
    `Code:    ${code}`,
    '',
    'In the staff panel of the kiosk: scan the picture, or type the address and the code.',
    `They hold for ${minutes} minutes, once.`,
  ]
}

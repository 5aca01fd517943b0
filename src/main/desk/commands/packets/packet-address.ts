import { create } from 'qrcode'
import { contract } from '../../../../contract/index.ts'
import { addressReader } from '../../../../contract/readers/desk-packet-readers.ts'
import type { Id } from '../../../../contract/values.ts'
import type { DeskRefusal } from '../../../../shared/desk/messages.ts'
import type { QrCode } from '../../../../shared/desk/packets.ts'
import { isHttpsOrLoopback } from '../../../../shared/loopback.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { refusalOf } from '../../failures.ts'
import type { DeskWork } from '../../work.ts'

const { formPackets } = contract.partner
/** Characters of an address that a phone still reads from a screen. */
const mostCharacters = 1_000

/** The command `showPacketAddress`. The page gets the squares of the code, and not the address as a text. */
export async function showPacketAddress(
  { client, place, signal }: DeskWork,
  formPacketId: Id,
): Promise<Result<QrCode, DeskRefusal>> {
  const { accountId, locationId } = place
  const input = { params: { accountId, locationId, formPacketId } }
  const address = await client.read(formPackets.getUrl, addressReader, input, { signal })
  if (!address.ok) return err(refusalOf(address.error))
  const url = URL.parse(address.value)
  if (!url || !isHttpsOrLoopback(url) || url.href.length > mostCharacters)
    return err({ kind: 'failed' })
  return ok(squaresOf(url.href))
}

/** A text as a QR code. */
function squaresOf(text: string): QrCode {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules
  const squares = Array.from(data, (square) => (square ? '1' : '0'))
  return {
    rows: Array.from({ length: size }, (_, row) =>
      squares.slice(row * size, (row + 1) * size).join(''),
    ),
  }
}

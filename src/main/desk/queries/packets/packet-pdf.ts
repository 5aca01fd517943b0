import { contract } from '../../../../contract/index.ts'
import { addressReader } from '../../../../contract/readers/desk-packet-readers.ts'
import type { Id } from '../../../../contract/values.ts'
import type { DeskRefusal } from '../../../../shared/desk/messages.ts'
import type { DeskPdf } from '../../../../shared/desk/pdf.ts'
import { err, type Result } from '../../../../shared/result.ts'
import { refusalOf } from '../../failures.ts'
import { fetchPdf } from '../../pdf.ts'
import type { DeskWork } from '../../work.ts'

const { formPackets } = contract.partner

/** The query `packetPdf`: asks for a signed address, and reads what lies there. The address stays in main. */
export async function readPacketPdf(
  { client, place, signal }: DeskWork,
  formPacketId: Id,
): Promise<Result<DeskPdf, DeskRefusal>> {
  const { accountId, locationId } = place
  const input = { params: { accountId, locationId, formPacketId } }
  const address = await client.read(formPackets.getPdf, addressReader, input, { signal })
  return address.ok ? fetchPdf(address.value, signal) : err(refusalOf(address.error))
}

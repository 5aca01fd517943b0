import { contract } from '../../../../contract/index.ts'
import {
  deskPacketReader,
  type ReadDeskAnswer,
  type ReadDeskForm,
  type ReadDeskPacket,
} from '../../../../contract/readers/desk-packet-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import type { DeskRefusal } from '../../../../shared/desk/messages.ts'
import type { PacketAnswer, PacketDetails, PacketForm } from '../../../../shared/desk/packets.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import { refusalOf } from '../../failures.ts'
import type { OwnedRecords } from '../../owned-records.ts'
import type { DeskWork } from '../../work.ts'
import { rowOf } from './packets.ts'

const { formPackets } = contract.partner
/** Characters of an answer that are shown. */
const mostText = 10_000

/** A packet of this patient, as it stands now; one that says that it is somebody else's is refused. */
export async function readOwnPacket(
  { client, place, signal }: DeskWork,
  patientId: Id,
  formPacketId: Id,
): Promise<Result<ReadDeskPacket, DeskRefusal>> {
  const { accountId, locationId } = place
  const input = { params: { accountId, locationId, formPacketId } }
  const reader = deskPacketReader(formPacketId)
  const read = await client.read(formPackets.get, reader, input, { signal })
  if (!read.ok) return err(refusalOf(read.error))
  const { patientId: owner } = read.value
  const isOwn = owner === undefined || sameId(owner, patientId)
  return isOwn ? ok(read.value) : err({ kind: 'unknownReference' })
}

/** A packet as the query `packet` shows it. */
export function packetDetails(
  work: DeskWork,
  owned: OwnedRecords,
  patientId: Id,
  packet: ReadDeskPacket,
): PacketDetails {
  const forms = packet.forms.map((form) => formOf(work, form))
  return { ...rowOf(owned, patientId, packet), forms }
}

function formOf({ references }: DeskWork, form: ReadDeskForm): PacketForm {
  const { name, templateId, started, completed, answers } = form
  const state = completed ? 'completed' : started ? 'started' : 'open'
  const template = templateId === undefined ? null : references.of('template', templateId)
  return { name, template, state, answers: answers.flatMap(answerOf) }
}

function answerOf({ question, value }: ReadDeskAnswer): PacketAnswer[] {
  const answer = shown(value)
  return answer ? [{ question, answer }] : []
}

/** What was answered, in words; undefined where nothing was. */
function shown(value: unknown): PacketAnswer['answer'] | undefined {
  if (typeof value === 'boolean') return { kind: 'flag', isYes: value }
  if (typeof value === 'number') return { kind: 'text', text: String(value) }
  if (typeof value === 'string') {
    if (/^data:/i.test(value)) return { kind: 'drawn' }
    const text = value.trim().slice(0, mostText)
    return text === '' ? undefined : { kind: 'text', text }
  }
  if (typeof value !== 'object' || value === null) return undefined
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  if (parts.some((part) => typeof part !== 'string' || /^data:/i.test(part)))
    return { kind: 'drawn' }
  return shown(parts.filter((part) => part !== '').join(', '))
}

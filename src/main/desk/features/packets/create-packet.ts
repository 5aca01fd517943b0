import { contract } from '../../../../contract/index.ts'
import {
  deskPacketReader,
  type ReadDeskPacket,
} from '../../../../contract/readers/desk-packet-readers.ts'
import { outboxReaders } from '../../../../contract/readers/outbox-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import type { PrefillValues } from '../../../../shared/desk/packets.ts'
import type { Reference } from '../../../../shared/desk/references.ts'
import { err, mapOk, ok } from '../../../../shared/result.ts'
import { packetsOf } from '../../../intake/resources/packets.ts'
import { paramsOf } from '../../../intake/resources/site.ts'
import { findNew, refuse, settleMade, type DeskWork, type Reply } from '../../feature.ts'
import { isOf, type OwnedRecords } from '../../records.ts'
import type { NewContents, serveTemplates } from './templates.ts'

const { formPackets } = contract.partner

/** Reads a packet of this patient anew; refuses one that names another patient. */
export async function readOwnPacket(
  work: DeskWork,
  patientId: Id,
  formPacketId: Id,
): Reply<ReadDeskPacket> {
  const params = { ...paramsOf(work), formPacketId }
  const read = await work.read(formPackets.get, deskPacketReader(formPacketId), { params })
  if (!read.ok) return refuse(read.error)
  return isOf(read.value, patientId) ? ok(read.value) : err({ kind: 'unknownReference' })
}

interface NewPacket {
  readonly contents: NewContents
  /** YYYY-MM-DD. */
  readonly dueDate: string | null
  readonly prefill: PrefillValues
}

// A repeated wish in doubt looks for its packet, and asks once more only if it is certain that there is none.
/** Makes packets for one session, none twice. */
export function createPackets(
  work: DeskWork,
  owned: OwnedRecords,
  templates: ReturnType<typeof serveTemplates>,
) {
  const doubts = new Map<string, readonly Id[]>()

  /** Finds the packet of these templates that is new; undefined if there are several, or the packets cannot be read. */
  async function findMade(
    patientId: Id,
    contents: NewContents,
    before: readonly Id[],
  ): Promise<Id | null | undefined> {
    const listed = await packetsOf(work, patientId)
    const wanted = await templates.templatesOf(contents)
    if (!listed.ok || !wanted.ok) return undefined
    if (findNew(listed.value.unowned, before).length > 0) return undefined
    const fitting: Id[] = []
    for (const { id } of findNew(listed.value.own, before)) {
      const read = await readOwnPacket(work, patientId, id)
      if (!read.ok) return undefined
      const made = read.value.forms.map(({ templateId }) => String(templateId)).sort()
      if (made.join(' ') === wanted.value.map(String).sort().join(' ')) fitting.push(id)
    }
    const [id, ...others] = fitting
    return others.length === 0 ? (id ?? null) : undefined
  }

  return async (
    chart: Reference,
    patientId: Id,
    wish: NewPacket,
  ): Reply<{ outcome: 'created'; packet: string } | { outcome: 'inDoubt' }> => {
    const { contents, dueDate, prefill } = wish
    const key = JSON.stringify([patientId, wish])
    const told = (made: Id | null) =>
      made === null
        ? { outcome: 'inDoubt' as const }
        : { outcome: 'created' as const, packet: owned.of('packet', made, chart) }

    if (prefill.length > 0) {
      const of = await templates.templatesOf(contents)
      if (!of.ok) return refuse(of.error)
      const asked = await templates.areAsked(of.value, prefill)
      if (!asked.ok) return asked
    }

    let before = doubts.get(key)
    if (before) {
      const made = await findMade(patientId, contents, before)
      if (made === undefined) return ok(told(null))
      if (made !== null) {
        doubts.delete(key)
        return ok(told(made))
      }
    } else {
      const listed = await packetsOf(work, patientId)
      if (!listed.ok) return refuse(listed.error)
      before = [...listed.value.own, ...listed.value.unowned].map(({ id }) => id)
    }

    const body = {
      patientId,
      ...(dueDate !== null && { dueDate }),
      ...(prefill.length > 0 && {
        prefill: Object.fromEntries(prefill.map(({ attribute, value }) => [attribute, value])),
      }),
      ...(contents.of === 'group'
        ? { formTemplateGroupId: contents.groupId }
        : { formTemplateIds: [...contents.templateIds] }),
    }
    const input = { params: paramsOf(work), body }
    const sent = await work.read(formPackets.create, outboxReaders.createdPacket, input)
    const isOwn = (owner: Id | null) => owner === null || sameId(owner, patientId)
    const named = mapOk(sent, (packet) => (packet && isOwn(packet.patientId) ? packet.id : null))
    const wished = [key, before] as const
    return mapOk(
      await settleMade(doubts, wished, named, () => findMade(patientId, contents, wished[1])),
      told,
    )
  }
}

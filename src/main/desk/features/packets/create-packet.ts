import { contract } from '../../../../contract/index.ts'
import {
  deskPacketReader,
  type ReadDeskPacket,
} from '../../../../contract/readers/desk-packet-readers.ts'
import { outboxReaders } from '../../../../contract/readers/outbox-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import type { PrefillValues } from '../../../../shared/desk/packets.ts'
import type { Reference } from '../../../../shared/desk/references.ts'
import { err, ok } from '../../../../shared/result.ts'
import { packetsOf } from '../../../service/resources/packets.ts'
import { paramsOf } from '../../../service/resources/site.ts'
import { isNotDone, refuse, type DeskWork, type Reply } from '../../feature.ts'
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

// The service has no key by which it knows a repeated creation, so the patient's packets are noted first: after a try
// without an answer, the new one is found by comparison. A repeated wish looks for it, and asks once more only if it is
// certain that there is none.
/** Makes packets for one session, none twice. */
export function createPackets(
  work: DeskWork,
  owned: OwnedRecords,
  templates: ReturnType<typeof serveTemplates>,
) {
  /** The packets that were there before a wish in doubt. */
  const inDoubt = new Map<string, readonly Id[]>()

  /** Finds the packet of these templates that is new; `unknown` if there are several, or the packets cannot be read. */
  async function findMade(
    patientId: Id,
    contents: NewContents,
    before: readonly Id[],
  ): Promise<{ readonly id: Id } | 'none' | 'unknown'> {
    const listed = await packetsOf(work, patientId)
    const wanted = await templates.templatesOf(contents)
    if (!listed.ok || !wanted.ok) return 'unknown'
    const isFresh = ({ id }: { readonly id: Id }) => !before.some((each) => sameId(each, id))
    if (listed.value.unowned.some(isFresh)) return 'unknown'
    const fitting: Id[] = []
    for (const { id } of listed.value.own.filter(isFresh)) {
      const read = await readOwnPacket(work, patientId, id)
      if (!read.ok) return 'unknown'
      const made = read.value.forms.map(({ templateId }) => String(templateId)).sort()
      if (made.join(' ') === wanted.value.map(String).sort().join(' ')) fitting.push(id)
    }
    const [id, ...others] = fitting
    if (id === undefined) return 'none'
    return others.length === 0 ? { id } : 'unknown'
  }

  return async (
    chart: Reference,
    patientId: Id,
    wish: NewPacket,
  ): Reply<{ outcome: 'created'; packet: string } | { outcome: 'inDoubt' }> => {
    const { contents, dueDate, prefill } = wish
    const key = JSON.stringify([patientId, wish])
    const done = (id: Id) => {
      inDoubt.delete(key)
      return ok({ outcome: 'created' as const, packet: owned.of('packet', id, chart) })
    }

    if (prefill.length > 0) {
      const of = await templates.templatesOf(contents)
      if (!of.ok) return refuse(of.error)
      const asked = await templates.areAsked(of.value, prefill)
      if (!asked.ok) return asked
    }

    let before = inDoubt.get(key)
    if (before) {
      const made = await findMade(patientId, contents, before)
      if (made === 'unknown') return ok({ outcome: 'inDoubt' })
      if (made !== 'none') return done(made.id)
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
    const created = await work.read(formPackets.create, outboxReaders.createdPacket, input)
    if (!created.ok && isNotDone(created.error)) return refuse(created.error)
    const packet = created.ok ? created.value : null
    const owner = packet?.patientId ?? null
    const isOwn = owner === null || sameId(owner, patientId)
    if (packet && isOwn && !before.some((id) => sameId(id, packet.id))) return done(packet.id)
    inDoubt.set(key, before)
    const made = await findMade(patientId, contents, before)
    return made === 'none' || made === 'unknown' ? ok({ outcome: 'inDoubt' }) : done(made.id)
  }
}

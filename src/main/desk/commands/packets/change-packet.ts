import { contract } from '../../../../contract/index.ts'
import {
  deskPacketReader,
  type ReadDeskPacket,
} from '../../../../contract/readers/desk-packet-readers.ts'
import { filledAttributes } from '../../../../contract/readers/intake-records.ts'
import { readerOf } from '../../../../contract/readers/reading.ts'
import type { Id } from '../../../../contract/values.ts'
import { isoDate } from '../../../../shared/calendar-date.ts'
import type { DeskRefusal } from '../../../../shared/desk/messages.ts'
import type { PrefillValues } from '../../../../shared/desk/packets.ts'
import { err, ok, type Result } from '../../../../shared/result.ts'
import type { ServiceError } from '../../../service/http/errors.ts'
import { refusalOf } from '../../failures.ts'
import type { KnownTemplates } from '../../queries/packets/known-templates.ts'
import { readOwnPacket } from '../../queries/packets/packet.ts'
import type { DeskWork } from '../../work.ts'

const { formPackets } = contract.partner

type Changed = Promise<Result<null, DeskRefusal>>

/** Commands on packets that are there, of one session. Each looks afterwards where the answer does not say that it was done. */
export function packetChanges(work: DeskWork, templates: KnownTemplates) {
  const { client, place, signal } = work
  const { accountId, locationId } = place
  const at = (formPacketId: Id) => ({ params: { accountId, locationId, formPacketId } })
  /** How many forms of each template a packet had before forms were added of which nobody knows what became of them. */
  const inDoubt = new Map<string, ReadonlyMap<string, number>>()

  async function settle(
    patientId: Id,
    packetId: Id,
    changed: Result<ReadDeskPacket, ServiceError>,
    isDone: (packet: ReadDeskPacket) => boolean,
  ): Changed {
    if (changed.ok && isDone(changed.value)) return ok(null)
    const after = await readOwnPacket(work, patientId, packetId)
    if (after.ok && isDone(after.value)) return ok(null)
    return err(changed.ok ? { kind: 'refusedByService' } : refusalOf(changed.error))
  }

  return {
    /** `dueDate`: YYYY-MM-DD, or null for none. */
    async dueDate(patientId: Id, packetId: Id, dueDate: string | null): Changed {
      const input = { ...at(packetId), body: { dueDate } }
      const reader = deskPacketReader(packetId)
      const changed = await client.read(formPackets.update, reader, input, { signal })
      return settle(patientId, packetId, changed, (packet) =>
        dueDate === null
          ? packet.dueDate === null
          : packet.dueDate !== null && isoDate(packet.dueDate) === dueDate,
      )
    },

    /** Never adds the same forms twice where it is asked again after a try without an answer. */
    async addForms(patientId: Id, before: ReadDeskPacket, templateIds: readonly Id[]): Changed {
      const packetId = before.id
      const key = JSON.stringify([packetId, templateIds])
      const counts = inDoubt.get(key) ?? countsOf(before)
      const isDone = (packet: ReadDeskPacket) => {
        const now = countsOf(packet)
        return templateIds.every((id) => (now.get(String(id)) ?? 0) > (counts.get(String(id)) ?? 0))
      }
      if (isDone(before)) {
        inDoubt.delete(key)
        return ok(null)
      }
      const input = { ...at(packetId), body: { addFormTemplateIds: [...templateIds] } }
      const reader = deskPacketReader(packetId)
      inDoubt.set(key, counts)
      const changed = await client.read(formPackets.update, reader, input, { signal })
      const settled = await settle(patientId, packetId, changed, isDone)
      if (settled.ok || settled.error.kind === 'refusedByService') inDoubt.delete(key)
      return settled
    },

    async archive(patientId: Id, packetId: Id): Changed {
      const reader = deskPacketReader(packetId)
      const changed = await client.read(formPackets.archive, reader, at(packetId), { signal })
      return settle(patientId, packetId, changed, ({ archived }) => archived)
    },

    /**
     * Fills in what the packet's forms list. A try again fills nothing twice: the service leaves alone what is answered.
     */
    async prefill(
      patientId: Id,
      { id: packetId, forms }: ReadDeskPacket,
      values: PrefillValues,
    ): Promise<Result<{ skipped: string[] }, DeskRefusal>> {
      const templateIds = forms.flatMap(({ templateId }) => templateId ?? [])
      const listed = await templates.list(templateIds, values)
      if (!listed.ok) return err(refusalOf(listed.error))
      if (!listed.value) return err({ kind: 'notAsked' })
      const body = Object.fromEntries(values.map(({ attribute, value }) => [attribute, value]))
      const reader = readerOf('what was filled', (answer) => filledAttributes(answer.body))
      const input = { ...at(packetId), body }
      const filled = await client.read(formPackets.prefill, reader, input, { signal })
      const skippedBut = (done: readonly string[]) =>
        Object.keys(body).filter((attribute) => !done.includes(attribute))
      if (filled.ok && filled.value.length > 0) return ok({ skipped: skippedBut(filled.value) })
      const after = await readOwnPacket(work, patientId, packetId)
      const left = after.ok ? skippedBut(answeredAs(after.value, body)) : undefined
      if (filled.ok) return ok({ skipped: left ?? Object.keys(body) })
      return left?.length === 0 ? ok({ skipped: [] }) : err(refusalOf(filled.error))
    },
  }
}

function countsOf({ forms }: ReadDeskPacket): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { templateId } of forms) {
    const key = String(templateId)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

/** The attributes whose answer is what was given. */
function answeredAs({ forms }: ReadDeskPacket, body: Readonly<Record<string, string>>): string[] {
  return forms
    .flatMap(({ answers }) => answers)
    .flatMap(({ attribute, value }) =>
      attribute !== null && body[attribute] === value ? [attribute] : [],
    )
}

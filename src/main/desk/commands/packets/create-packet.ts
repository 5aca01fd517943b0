import { contract } from '../../../../contract/index.ts'
import { groupTemplatesReader } from '../../../../contract/readers/desk-template-readers.ts'
import { createdIntakePacket } from '../../../../contract/readers/intake-records.ts'
import { readerOf } from '../../../../contract/readers/reading.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import type { DeskRefusal } from '../../../../shared/desk/messages.ts'
import type { PrefillValues } from '../../../../shared/desk/packets.ts'
import { err, mapOk, ok, type Result } from '../../../../shared/result.ts'
import type { ServiceError } from '../../../service/http/errors.ts'
import { isRefusal } from '../../../service/http/refusal.ts'
import { refusalOf } from '../../failures.ts'
import type { OwnedRecords } from '../../owned-records.ts'
import { readOwnPacket } from '../../queries/packets/packet.ts'
import type { KnownTemplates } from '../../queries/packets/known-templates.ts'
import { packetsOf } from '../../queries/packets/patient-packets.ts'
import type { DeskWork } from '../../work.ts'

const { formPackets, formTemplateGroups } = contract.partner

/** What a new packet is made of: ids of templates, or of a group of this location. */
export type NewContents =
  | { readonly of: 'group'; readonly groupId: Id }
  | { readonly of: 'templates'; readonly templateIds: readonly Id[] }

/** A packet that is asked for. */
export interface NewPacket {
  readonly contents: NewContents
  /** YYYY-MM-DD. */
  readonly dueDate: string | null
  readonly prefill: PrefillValues
}

/** What a patient's packets show of a wish; `unknown`: they could not be read. */
type Made =
  { readonly found: 'one'; readonly id: Id } | { readonly found: 'none' | 'several' | 'unknown' }

type Created = Promise<
  Result<{ outcome: 'created'; packet: string } | { outcome: 'inDoubt' }, DeskRefusal>
>

/** Null where the answer does not name the packet that was made. */
const createdReader = readerOf('a new form packet', createdIntakePacket)

/**
 * The command `createPacket` of one session. The service has no key by which a repeated creation is known, so the
 * packets of the patient are noted before: after a try without an answer the new one is known by that. The same wish
 * again looks for it, and asks once more only where it is certain that there is none.
 */
export function createPackets(
  work: DeskWork,
  { owned, templates }: { readonly owned: OwnedRecords; readonly templates: KnownTemplates },
) {
  /** Which packets there were before a wish of which nobody knows what became of it. */
  const inDoubt = new Map<string, readonly Id[]>()

  return async (patientId: Id, wish: NewPacket): Created => {
    const key = JSON.stringify([patientId, wish])
    const done = (id: Id) => {
      inDoubt.delete(key)
      return ok({ outcome: 'created' as const, packet: owned.of(patientId, id) })
    }

    if (wish.prefill.length > 0) {
      const made = await templatesOf(work, wish.contents)
      const listed = made.ok ? await templates.list(made.value, wish.prefill) : made
      if (!listed.ok) return err(refusalOf(listed.error))
      if (!listed.value) return err({ kind: 'notAsked' })
    }

    const doubted = inDoubt.get(key)
    if (doubted) {
      const made = await madeSince(work, patientId, wish.contents, doubted)
      if (made.found === 'one') return done(made.id)
      if (made.found !== 'none') return ok({ outcome: 'inDoubt' })
    }
    const listed = doubted ? ok(doubted) : await idsOf(work, patientId)
    if (!listed.ok) return err(refusalOf(listed.error))
    const before = listed.value

    const { accountId, locationId } = work.place
    const input = { params: { accountId, locationId }, body: bodyOf(patientId, wish) }
    const { client, signal } = work
    const created = await client.read(formPackets.create, createdReader, input, { signal })
    // Refused, or never sent: there was no access to ask with.
    if (!created.ok && (isRefusal(created.error) || created.error.stage === 'token'))
      return err(refusalOf(created.error))
    const packet = created.ok ? created.value : null
    const owner = packet?.patientId ?? null
    const isOwn = owner === null || sameId(owner, patientId)
    if (packet && isOwn && !before.some((id) => sameId(id, packet.id))) return done(packet.id)
    inDoubt.set(key, before)
    const made = await madeSince(work, patientId, wish.contents, before)
    return made.found === 'one' ? done(made.id) : ok({ outcome: 'inDoubt' })
  }
}

function bodyOf(patientId: Id, { contents, dueDate, prefill }: NewPacket) {
  const common = {
    patientId,
    ...(dueDate !== null && { dueDate }),
    ...(prefill.length > 0 && {
      prefill: Object.fromEntries(prefill.map(({ attribute, value }) => [attribute, value])),
    }),
  }
  return contents.of === 'group'
    ? { ...common, formTemplateGroupId: contents.groupId }
    : { ...common, formTemplateIds: [...contents.templateIds] }
}

async function idsOf(work: DeskWork, patientId: Id): Promise<Result<readonly Id[], ServiceError>> {
  const listed = await packetsOf(work, patientId, false)
  return mapOk(listed, ({ rows, unowned }) => [...rows.map(({ id }) => id), ...unowned])
}

/** The packet of these templates that was not there before. */
async function madeSince(
  work: DeskWork,
  patientId: Id,
  contents: NewContents,
  before: readonly Id[],
): Promise<Made> {
  const listed = await packetsOf(work, patientId, false)
  const wanted = await templatesOf(work, contents)
  if (!listed.ok || !wanted.ok) return { found: 'unknown' }
  const isFresh = (id: Id) => !before.some((each) => sameId(each, id))
  if (listed.value.unowned.some(isFresh)) return { found: 'unknown' }
  const fitting: Id[] = []
  for (const { id } of listed.value.rows) {
    if (!isFresh(id)) continue
    const read = await readOwnPacket(work, patientId, id)
    if (!read.ok) return { found: 'unknown' }
    const made = read.value.forms.map(({ templateId }) => String(templateId)).sort()
    if (made.join(' ') === wanted.value.map(String).sort().join(' ')) fitting.push(id)
  }
  const [id, ...others] = fitting
  if (id === undefined) return { found: 'none' }
  return others.length === 0 ? { found: 'one', id } : { found: 'several' }
}

async function templatesOf(
  { client, place, signal }: DeskWork,
  contents: NewContents,
): Promise<Result<readonly Id[], ServiceError>> {
  if (contents.of === 'templates') return ok(contents.templateIds)
  const { accountId, locationId } = place
  const input = { params: { accountId, locationId, groupId: contents.groupId } }
  const read = await client.read(formTemplateGroups.getForLocation, groupTemplatesReader, input, {
    signal,
  })
  return mapOk(read, (rows) => rows.map(({ id }) => id))
}

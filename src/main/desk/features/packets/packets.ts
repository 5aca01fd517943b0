import { contract } from '../../../../contract/index.ts'
import { addressReader } from '../../../../contract/readers/address.ts'
import {
  packetReader,
  type ReadForm,
  type ReadPacket,
  type ReadPacketInFull,
} from '../../../../contract/readers/packet.ts'
import { outboxReaders } from '../../../../contract/readers/outbox-readers.ts'
import type { Id } from '../../../../contract/values.ts'
import type {
  PacketAnswer,
  PacketForm,
  packetOperations,
  PacketRow,
  PacketState,
  PrefillValues,
} from '../../../../shared/desk/packets.ts'
import type { Reference } from '../../../../shared/desk/references.ts'
import { isHttpsOrLoopback } from '../../../../shared/loopback.ts'
import { err, ok, type Result, mapOk } from '../../../../shared/result.ts'
import { dateIn } from '../../../../shared/time-zone.ts'
import { drawQrCode } from '../../../base/draw-qr-code.ts'
import type { ServiceError } from '../../../intake/http/errors.ts'
import { isRefusal } from '../../../intake/http/refusal.ts'
import { packetsOf, soonestDueFirst } from '../../../intake/resources/packets.ts'
import { paramsOf } from '../../../intake/resources/site.ts'
import {
  findNew,
  isOf,
  onPart,
  onRecord,
  refusalOf,
  settle,
  settleMade,
  type Answer,
  type DeskWork,
  type Handlers,
  type References,
} from '../../feature.ts'
import { fetchPdf } from '../../pdf.ts'
import { serveCheckIn, type DeskCodeWork, type HereWork, type OnPacket } from './check-in.ts'
import { serveTemplates, type NewContents } from './templates.ts'

const { formPackets } = contract.partner
/** Characters shown of an answer, and of an address that a phone still reads from a screen. */
const most = { answer: 10_000, address: 1_000 } as const

/** Serves form packets of patients, what they can be made of, and the ways to fill them in. */
export function servePackets(
  work: DeskWork,
  codeWork: DeskCodeWork,
  hereWork: HereWork,
): Handlers<typeof packetOperations> {
  const templates = serveTemplates(work)
  /** Once the packet itself was read and is this patient's. */
  const onPacket: OnPacket = ({ chart, packet }, run) =>
    onPart(work, chart, 'packet', packet, async (patientId, id) => {
      const read = await readOwnPacket(work, patientId, id)
      return read.ok ? run(patientId, read.value) : read
    })

  return {
    ...templates.handlers,
    ...serveCheckIn(work, codeWork, hereWork, onPacket),
    ...serveChanges(work, templates, onPacket),
    ...serveCreation(work, templates),
    packets: ({ chart }) => onRecord(work, 'chart', chart, (id) => listPackets(work, chart, id)),
    packet: (input) =>
      onPacket(input, (_, read) =>
        ok({
          ...rowOf(work.references, input.chart, read),
          forms: (read.forms ?? []).map((form) => formOf(work, form)),
        }),
      ),
    // The signed address stays in main.
    packetPdf: (input) =>
      onPacket(input, async (_, { id }) => {
        const address = await work.read(formPackets.getPdf, addressReader, at(work, id))
        return address.ok ? fetchPdf(address.value, work.signal) : address
      }),
    /** The page gets a QR code, and not the address as a text. */
    showPacketAddress: (input) =>
      onPacket(input, async (_, { id }) => {
        const address = await work.read(formPackets.getUrl, addressReader, at(work, id))
        if (!address.ok) return address
        const url = URL.parse(address.value)
        const isShown = url && isHttpsOrLoopback(url) && url.href.length <= most.address
        return isShown ? ok(drawQrCode(url.href)) : err({ kind: 'failed' })
      }),
  }
}

const at = ({ place }: DeskWork, formPacketId: Id) => ({
  params: { ...paramsOf({ place }), formPacketId },
})

const prefillOf = (values: PrefillValues): Readonly<Record<string, string>> =>
  Object.fromEntries(values.map(({ attribute, value }) => [attribute, value]))

/** An unknown status counts as open. */
function stateOf({ archived, completed, started }: ReadPacket): PacketState {
  if (archived) return 'archived'
  if (completed === true) return 'completed'
  return started ? 'started' : 'open'
}

function rowOf(references: References, chart: Reference, row: ReadPacket): PacketRow {
  const { id, name, dueDate } = row
  return { packet: references.of('packet', id, chart), name, state: stateOf(row), dueDate }
}

/** Lists waiting packets first, the soonest due before the others. */
async function listPackets(work: DeskWork, chart: Reference, patientId: Id) {
  const present = await packetsOf(work, patientId)
  if (!present.ok) return present
  const asked = await packetsOf(work, patientId, { archived: true })
  // A service that cannot be asked for archived ones has none that could be shown.
  if (!asked.ok && !isRefusal(asked.error)) return asked
  const archived = asked.ok ? asked.value : { own: [], unowned: [] }
  const { own, unowned } = present.value
  const ids = own.map(({ id }) => id)
  const others = findNew(archived.own, ids).map((row) => ({ ...row, archived: true }))
  const rows = [...own, ...others].map((row) => rowOf(work.references, chart, row))
  return ok({
    rows: rows.toSorted((a, b) => rankOf(a) - rankOf(b) || soonestDueFirst(a, b)),
    notShown: new Set([...unowned, ...archived.unowned].map(({ id }) => String(id))).size,
    today: dateIn(work.timeZone(), work.wallTime()),
  })
}

const order: readonly PacketState[] = ['started', 'open', 'completed', 'archived']
const rankOf = ({ state }: PacketRow) => Math.max(1, order.indexOf(state))

function formOf({ references }: DeskWork, form: ReadForm): PacketForm {
  const { name, templateId, started, completed, answers } = form
  const state = completed === true ? 'completed' : started ? 'started' : 'open'
  const template = templateId === null ? null : references.of('formTemplate', templateId)
  const given = (answers ?? []).flatMap(({ question, value }) => {
    const answer = shown(value)
    return answer ? [{ question, answer }] : []
  })
  return { name, template, state, answers: given }
}

function shown(value: unknown): PacketAnswer['answer'] | undefined {
  if (typeof value === 'boolean') return { kind: 'flag', isYes: value }
  if (typeof value === 'number') return { kind: 'text', text: String(value) }
  if (typeof value === 'string') {
    if (/^data:/i.test(value)) return { kind: 'drawn' }
    const text = value.trim().slice(0, most.answer)
    return text === '' ? undefined : { kind: 'text', text }
  }
  if (typeof value !== 'object' || value === null) return undefined
  const parts: unknown[] = Array.isArray(value) ? value : Object.values(value)
  if (parts.some((part) => typeof part !== 'string' || /^data:/i.test(part)))
    return { kind: 'drawn' }
  return shown(parts.filter((part) => part !== '').join(', '))
}

/** Each change looks afterwards where the answer does not say that it was done. */
function serveChanges(
  work: DeskWork,
  templates: Pick<ReturnType<typeof serveTemplates>, 'areAsked'>,
  onPacket: OnPacket,
) {
  const { read } = work
  /** Of forms of each template that a packet had before forms were added in doubt. */
  const inDoubt = new Map<string, ReadonlyMap<string, number>>()
  const settlePacket = (
    patientId: Id,
    packetId: Id,
    sent: Result<ReadPacketInFull, ServiceError>,
    isDone: (packet: ReadPacketInFull) => boolean,
  ) => settle(sent, () => readOwnPacket(work, patientId, packetId), isDone)

  /** Never twice where it is asked again after a try without an answer. */
  async function addForms(patientId: Id, before: ReadPacketInFull, templateIds: readonly Id[]) {
    const { id } = before
    const key = JSON.stringify([id, templateIds])
    const counts = inDoubt.get(key) ?? countsOf(before)
    const isDone = (packet: ReadPacketInFull) => {
      const now = countsOf(packet)
      const added = (template: string) => (now.get(template) ?? 0) - (counts.get(template) ?? 0)
      return templateIds.every((each) => added(String(each)) > 0)
    }
    if (isDone(before)) {
      inDoubt.delete(key)
      return ok(null)
    }
    const input = { ...at(work, id), body: { addFormTemplateIds: [...templateIds] } }
    inDoubt.set(key, counts)
    const changed = await read(formPackets.update, packetReader(id), input)
    const settled = await settlePacket(patientId, id, changed, isDone)
    if (settled.ok || refusalOf(settled.error).kind === 'refusedByService') inDoubt.delete(key)
    return settled
  }

  return {
    changeDueDate: ({ dueDate, ...input }) =>
      onPacket(input, async (patientId, { id }) => {
        const sent = { ...at(work, id), body: { dueDate } }
        const changed = await read(formPackets.update, packetReader(id), sent)
        return settlePacket(patientId, id, changed, (packet) => packet.dueDate === dueDate)
      }),
    addForms({ templates: named, ...input }) {
      const ids = work.references.idsOf('formTemplate', named)
      return ids && onPacket(input, (patientId, before) => addForms(patientId, before, ids))
    },
    archivePacket: (input) =>
      onPacket(input, async (patientId, { id }) => {
        const changed = await read(formPackets.archive, packetReader(id), at(work, id))
        return settlePacket(patientId, id, changed, ({ archived }) => archived)
      }),
    /** A second try fills nothing twice: the service keeps existing answers. */
    prefillPacket: ({ values, ...input }) =>
      onPacket(input, async (patientId, { id, forms }) => {
        const templateIds = (forms ?? []).flatMap(({ templateId }) => templateId ?? [])
        const asked = await templates.areAsked(templateIds, values)
        if (!asked.ok) return asked
        const body = prefillOf(values)
        const sent = { ...at(work, id), body }
        const filled = await read(formPackets.prefill, outboxReaders.prefilled, sent)
        const skippedBut = (done: readonly string[]) =>
          Object.keys(body).filter((attribute) => !done.includes(attribute))
        if (filled.ok && filled.value.length > 0) return ok({ skipped: skippedBut(filled.value) })
        const after = await readOwnPacket(work, patientId, id)
        const left = after.ok ? skippedBut(answeredAs(after.value, body)) : undefined
        if (filled.ok) return ok({ skipped: left ?? Object.keys(body) })
        return left?.length === 0 ? ok({ skipped: [] }) : filled
      }),
  } satisfies Partial<Handlers<typeof packetOperations>>
}

function countsOf({ forms }: ReadPacketInFull): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const { templateId } of forms ?? []) {
    const key = String(templateId)
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function answeredAs({ forms }: ReadPacketInFull, body: Readonly<Record<string, string>>): string[] {
  return (forms ?? [])
    .flatMap(({ answers }) => answers ?? [])
    .flatMap(({ attribute, value }) =>
      attribute !== null && body[attribute] === value ? [attribute] : [],
    )
}

async function readOwnPacket(work: DeskWork, patientId: Id, id: Id): Answer<ReadPacketInFull> {
  const read = await work.read(formPackets.get, packetReader(id), at(work, id))
  return !read.ok || isOf(read.value, patientId) ? read : err({ kind: 'unknownReference' })
}

// A repeated wish in doubt looks for its packet, and asks again only if there certainly is none.
function serveCreation(work: DeskWork, templates: ReturnType<typeof serveTemplates>) {
  const doubts = new Map<string, readonly Id[]>()

  /** Undefined if several of these templates are new, or the packets cannot be read. */
  async function findMade(patientId: Id, contents: NewContents, before: readonly Id[]) {
    const listed = await packetsOf(work, patientId)
    const wanted = await templates.templatesOf(contents)
    if (!listed.ok || !wanted.ok) return undefined
    if (findNew(listed.value.unowned, before).length > 0) return undefined
    const fitting: Id[] = []
    for (const { id } of findNew(listed.value.own, before)) {
      const read = await readOwnPacket(work, patientId, id)
      if (!read.ok) return undefined
      const made = (read.value.forms ?? []).map(({ templateId }) => String(templateId)).sort()
      if (made.join(' ') === wanted.value.map(String).sort().join(' ')) fitting.push(id)
    }
    const [id, ...others] = fitting
    return others.length === 0 ? (id ?? null) : undefined
  }

  return {
    createPacket({ chart, contents: named, dueDate, prefill }) {
      const contents = templates.contentsOf(named)
      if (!contents) return undefined
      return onRecord(work, 'chart', chart, async (patientId) => {
        const key = JSON.stringify([patientId, contents, dueDate, prefill])
        const told = (id: Id | null) =>
          id === null
            ? ({ outcome: 'inDoubt' } as const)
            : ({ outcome: 'created', packet: work.references.of('packet', id, chart) } as const)

        if (prefill.length > 0) {
          const of = await templates.templatesOf(contents)
          if (!of.ok) return of
          const asked = await templates.areAsked(of.value, prefill)
          if (!asked.ok) return asked
        }

        let before = doubts.get(key)
        if (before) {
          const found = await findMade(patientId, contents, before)
          if (found === undefined) return ok(told(null))
          if (found !== null) {
            doubts.delete(key)
            return ok(told(found))
          }
        } else {
          const listed = await packetsOf(work, patientId)
          if (!listed.ok) return listed
          before = [...listed.value.own, ...listed.value.unowned].map(({ id }) => id)
        }

        const body = {
          patientId,
          ...(dueDate !== null && { dueDate }),
          ...(prefill.length > 0 && { prefill: prefillOf(prefill) }),
          ...(contents.of === 'group'
            ? { formTemplateGroupId: contents.groupId }
            : { formTemplateIds: [...contents.templateIds] }),
        }
        const input = { params: paramsOf(work), body }
        const sent = await work.read(formPackets.create, outboxReaders.createdPacket, input)
        const made = mapOk(sent, (packet) => (packet && isOf(packet, patientId) ? packet.id : null))
        const known = before
        const look = () => findMade(patientId, contents, known)
        return mapOk(await settleMade(doubts, [key, known], made, look), told)
      })
    },
  } satisfies Partial<Handlers<typeof packetOperations>>
}

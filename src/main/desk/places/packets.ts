import { contract } from '../../../contract/index.ts'
import type { ReadDeskPacket } from '../../../contract/readers/desk-packet-readers.ts'
import type { Id } from '../../../contract/values.ts'
import type { packetOperations } from '../../../shared/desk/operations/packets.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { PacketContents } from '../../../shared/desk/packets.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { beginHere, type HereWork } from '../commands/begin-here.ts'
import {
  beginAtKiosk,
  makeDeskCode,
  readDeskCode,
  withdrawDeskCode,
  type DeskCodeWork,
} from '../commands/desk-code.ts'
import { packetChanges } from '../commands/packets/change-packet.ts'
import { createPackets, type NewContents } from '../commands/packets/create-packet.ts'
import { showPacketAddress } from '../commands/packets/packet-address.ts'
import { refusalOf } from '../failures.ts'
import { createOwnedRecords } from '../owned-records.ts'
import {
  onChart,
  onNothing,
  onRecord,
  type PlaceWork,
  type ReachedOperations,
} from '../place-work.ts'
import { createKnownTemplates } from '../queries/packets/known-templates.ts'
import { packetDetails, readOwnPacket } from '../queries/packets/packet.ts'
import { readPacketPdf } from '../queries/packets/packet-pdf.ts'
import { isOpen, listPackets } from '../queries/packets/packets.ts'
import { groupKinds, listTemplates, readGroup } from '../queries/packets/templates.ts'
import type { DeskWork } from '../work.ts'

const { formPackets, formTemplateGroups, formTemplates } = contract.partner

/** Form packets of patients, and what they can be made of. */
export function packetsPlace(
  work: DeskWork,
  codeWork: DeskCodeWork,
  hereWork: HereWork,
): PlaceWork<typeof packetOperations> {
  const { references } = work
  const owned = createOwnedRecords(work, { kind: 'packet', record: 'formPacketId' })
  const known = createKnownTemplates(work)
  const create = createPackets(work, { owned, templates: known })
  const change = packetChanges(work, known)
  /** What concerns a packet, once the packet itself was read and is this patient's. */
  const onPacket = <T>(
    { chart, packet }: { readonly chart: Reference; readonly packet: Reference },
    run: (patientId: Id, read: ReadDeskPacket) => Promise<Result<T, DeskRefusal>>,
  ) =>
    owned.on({ chart, reference: packet }, async (patientId, id) => {
      const read = await readOwnPacket(work, patientId, id)
      return read.ok ? run(patientId, read.value) : read
    })
  /** What a patient is to fill in at a kiosk or here: a packet that waits, or null, those that do. */
  const onPacketToFillIn = <T>(
    { chart, packet }: { readonly chart: Reference; readonly packet: Reference | null },
    run: (wanted: { patientId: Id; packetId: Id | null }) => Promise<Result<T, DeskRefusal>>,
  ) =>
    packet === null
      ? onChart(work, chart, (patientId) => run({ patientId, packetId: null }))
      : onPacket({ chart, packet }, async (patientId, read) =>
          isOpen(read) ? run({ patientId, packetId: read.id }) : err({ kind: 'packetClosed' }),
        )
  /** Undefined where one of them was not shown. */
  const templatesOf = (names: readonly Reference[]) => {
    const ids = names.flatMap((name) => references.idOf('template', name) ?? [])
    return ids.length === names.length ? ids : undefined
  }
  function contentsOf(contents: PacketContents): NewContents | undefined {
    if (contents.of === 'group') {
      const groupId = references.idOf(groupKinds.here, contents.group)
      return groupId === undefined ? undefined : { of: 'group', groupId }
    }
    const templateIds = templatesOf(contents.templates)
    return templateIds && { of: 'templates', templateIds }
  }

  return {
    queries: {
      packets: ({ chart }) =>
        onChart(work, chart, async (id) => told(await listPackets(work, owned, id))),
      packet: (input) =>
        onPacket(input, (patientId, read) =>
          Promise.resolve(ok(packetDetails(work, owned, patientId, read))),
        ),
      packetPdf: (input) => onPacket(input, (_, { id }) => readPacketPdf(work, id)),
      templateChoices: () => onNothing(async () => told(await listTemplates(work))),
      templateGroup({ group: reference }) {
        const kinds = [groupKinds.here, groupKinds.elsewhere]
        const kind = kinds.find((each) => references.idOf(each, reference) !== undefined)
        return onRecord(
          work,
          { kind: kind ?? groupKinds.here, record: 'groupId', reference },
          async (id) => told(await readGroup(work, id, kind === groupKinds.here)),
        )
      },
      template: ({ template: reference }) =>
        onRecord(work, { kind: 'template', record: 'formTemplateId', reference }, async (id) =>
          told(await known.read(id)),
        ),
      deskCode: ({ chart }) => onChart(work, chart, (id) => readDeskCode(codeWork, id)),
    },
    commands: {
      createPacket({ chart, contents: named, dueDate, prefill }) {
        const contents = contentsOf(named)
        return contents && onChart(work, chart, (id) => create(id, { contents, dueDate, prefill }))
      },
      changeDueDate: ({ dueDate, ...input }) =>
        onPacket(input, (patientId, read) => change.dueDate(patientId, read.id, dueDate)),
      addForms({ templates, ...input }) {
        const ids = templatesOf(templates)
        return ids && onPacket(input, (patientId, read) => change.addForms(patientId, read, ids))
      },
      prefillPacket: ({ values, ...input }) =>
        onPacket(input, (patientId, read) => change.prefill(patientId, read, values)),
      archivePacket: (input) =>
        onPacket(input, (patientId, { id }) => change.archive(patientId, id)),
      showPacketAddress: (input) => onPacket(input, (_, { id }) => showPacketAddress(work, id)),
      makeDeskCode: (input) => onPacketToFillIn(input, (wanted) => makeDeskCode(codeWork, wanted)),
      beginAtKiosk: ({ kiosk, ...input }) =>
        onPacketToFillIn(input, (wanted) =>
          beginAtKiosk(codeWork, wanted, references.idOf('kiosk', kiosk)),
        ),
      beginHere: (input) => onPacketToFillIn(input, (wanted) => beginHere(work, hereWork, wanted)),
      withdrawDeskCode: ({ chart }) =>
        onChart(work, chart, (patientId) => withdrawDeskCode(codeWork, patientId)),
    },
  }
}

const told = <T>(read: Result<T, ServiceError>): Result<T, DeskRefusal> =>
  read.ok ? ok(read.value) : err(refusalOf(read.error))

const readsTemplate = [formTemplates.get, formTemplates.listElements, formTemplates.listAttributes]

/** What packets ask the service for. */
export const packetsReached: ReachedOperations<typeof packetOperations> = {
  // A packet itself only where a row does not say whose it is.
  packets: [formPackets.list, formPackets.get],
  packet: [formPackets.get],
  packetPdf: [formPackets.get, formPackets.getPdf],
  templateChoices: [
    formTemplates.list,
    formTemplateGroups.listForLocation,
    formTemplateGroups.list,
  ],
  templateGroup: [formTemplateGroups.getForLocation, formTemplateGroups.get],
  template: readsTemplate,
  // The packet and its group are read where an answer is missing; templates where values are given for them.
  createPacket: [
    ...readsTemplate,
    formPackets.list,
    formPackets.create,
    formPackets.get,
    formTemplateGroups.getForLocation,
  ],
  changeDueDate: [formPackets.get, formPackets.update],
  addForms: [formPackets.get, formPackets.update],
  prefillPacket: [formPackets.get, ...readsTemplate, formPackets.prefill],
  archivePacket: [formPackets.get, formPackets.archive],
  showPacketAddress: [formPackets.get, formPackets.getUrl],
  deskCode: [],
  // Only where it is for one packet.
  makeDeskCode: [formPackets.get],
  beginAtKiosk: [formPackets.get],
  // The first only where it is for one packet.
  beginHere: [formPackets.get, formTemplateGroups.listForLocation],
  withdrawDeskCode: [],
}

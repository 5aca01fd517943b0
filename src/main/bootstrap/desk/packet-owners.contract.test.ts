import { beforeEach, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { outcomeOf } from '../../../../test/harness/desk/chart-work.ts'
import {
  named,
  openPacketWork,
  type PacketWork,
} from '../../../../test/harness/desk/packet-work.ts'
import type { Prepared } from '../../desk/place-work.ts'
import { packetOperations } from '../../../shared/desk/operations/packets.ts'

const { queries, commands } = packetOperations

let opened: PacketWork
beforeEach(async () => {
  opened = await openPacketWork()
})

type Input = Awaited<ReturnType<PacketWork['firstPacket']>>
const operations: Record<
  string,
  (place: PacketWork['place'], input: Input, template: string) => Prepared<unknown> | undefined
> = {
  packet: ({ queries: of }, input) => of.packet(input),
  packetPdf: ({ queries: of }, input) => of.packetPdf(input),
  showPacketAddress: ({ commands: of }, input) => of.showPacketAddress(input),
  changeDueDate: ({ commands: of }, input) => of.changeDueDate({ ...input, dueDate: null }),
  archivePacket: ({ commands: of }, input) => of.archivePacket(input),
  prefillPacket: ({ commands: of }, input) =>
    of.prefillPacket({ ...input, values: [{ attribute: 'reason_for_visit', value: 'Knee' }] }),
  addForms: ({ commands: of }, input, template) => of.addForms({ ...input, templates: [template] }),
}

it.each(Object.entries(operations))(
  '%s does nothing with a packet that says that it is another patient’s',
  async (name, prepare) => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const { template } = named((await opened.choices()).templates, 'Pain and movement')
    opened.met.change = (operation, value) =>
      operation === 'partner.formPackets.get'
        ? { ...(value as object), patientId: cases.halfDone.id }
        : value
    opened.asked()
    const operation = { ...queries, ...commands }[name as keyof typeof queries]
    expect(await outcomeOf(operation, prepare(opened.place, input, template))).toEqual({
      ...{ ok: false, error: { kind: 'unknownReference' } },
    })
    expect(opened.asked()).toEqual(new Set(['partner.formPackets.get']))
  },
)

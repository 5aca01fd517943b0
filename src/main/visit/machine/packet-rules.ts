import { assertEvent } from 'xstate'
import type { PacketSummary } from '../service-port.ts'
import { assigned, type Given } from './assigned.ts'
import { packetOf, resultOf, valueOf } from './event-values.ts'
import type { VisitEvent } from './visit-types.ts'

/** The packets of the list that came; undefined where none came. */
const packetsThatWait = (event: VisitEvent) =>
  resultOf(event).ok ? (valueOf(event) as readonly PacketSummary[]) : undefined

/** The packet for which the front desk gave the patient their code, where it still waits. */
const packetOfDeskCode = ({ context, event }: Given) =>
  packetsThatWait(event)?.find(({ id }) => String(id) === String(context.deskCode.packetId))

/** Guards on the packets that wait for the patient. */
export const packetGuards = {
  noPacketWaits: ({ event }: Given) => packetsThatWait(event)?.length === 0,
  onePacketWaits: ({ event }: Given) => packetsThatWait(event)?.length === 1,
  packetOfDeskCodeWaits: (given: Given) => packetOfDeskCode(given) !== undefined,
  noPacketWaitsSoOneIsCreated: ({ context, event }: Given) => {
    const { createWhenNone, defaultTemplateGroupId } = context.ports.settings.packets
    return packetsThatWait(event)?.length === 0 && createWhenNone && defaultTemplateGroupId !== null
  },
  packetExists: ({ context, event }: Given) => {
    assertEvent(event, 'choosePacket')
    return packetOf(context, event.key) !== undefined
  },
}

/** What is noted of them. */
export const packetActions = {
  keepPackets: assigned(({ event }) => ({ packets: packetsThatWait(event) ?? [] })),
  takeOnlyPacket: assigned(({ event }) => ({ packet: packetsThatWait(event)?.[0] ?? null })),
  takePacketOfDeskCode: assigned((given) => ({ packet: packetOfDeskCode(given) ?? null })),
  takeNewPacket: assigned(({ event }) => ({ packet: valueOf(event) as PacketSummary })),
  takeChosenPacket: assigned(({ context, event }) => {
    assertEvent(event, 'choosePacket')
    return { packet: packetOf(context, event.key) ?? null }
  }),
}

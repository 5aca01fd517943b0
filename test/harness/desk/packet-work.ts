import * as cases from '../../../sandbox/seeds/cases.ts'
import type { DeskCodeWork, HereWork } from '../../../src/main/desk/features/packets/check-in.ts'
import { createDeskCodes } from '../../../src/main/desk/kiosks/desk-codes.ts'
import { servePackets } from '../../../src/main/desk/features/packets/packets.ts'
import type { PacketRow, PrefillValues } from '../../../src/shared/desk/packets.ts'
import { err } from '../../../src/shared/result.ts'
import { openChartWork, served } from './chart-work.ts'

export function named<T extends { readonly name: string | null }>(
  rows: readonly T[],
  name: string,
): T {
  const found = rows.find((row) => row.name === name)
  if (!found) throw new Error(`there is no ${name}`)
  return found
}

/** Of a desk that hears no kiosk. */
export const noCodes = (): DeskCodeWork => ({
  codes: createDeskCodes({
    audit: { append: () => undefined },
    clock: { now: () => performance.now(), wallTime: () => Date.now() },
  }),
  hearing: { hears: () => 'no', hub: () => undefined, opened: Promise.resolve() },
  who: () => ({ by: 'Ana Ruiz', member: 'ana' }),
})

/** Of a desk that cannot give its screen to anybody. */
export const noScreen: HereWork = {
  visits: { begin: () => Promise.resolve(err({ kind: 'noScreen' })) },
  lock: () => undefined,
}

/** The packets of a sandbox at one desk; they end with the test. */
export async function openPacketWork(codeWork: DeskCodeWork = noCodes(), hereWork = noScreen) {
  const opened = await openChartWork()
  const packets = served(servePackets(opened.work, codeWork, hereWork))
  const { value } = packets

  const rowsOf = async (chart: string): Promise<PacketRow[]> =>
    (await value('packets', { chart })).rows
  const choices = () => value('templateChoices', {})
  return {
    ...opened,
    ...packets,
    rowsOf,
    choices,
    firstPacket: async (patientId: number) => {
      const chart = opened.chart(patientId)
      const [row] = await rowsOf(chart)
      if (!row) throw new Error('there is no packet')
      return { chart, packet: row.packet }
    },
    /** A wish for a packet, of a patient who has none where nobody is named. */
    async wish(patientId = cases.noPacket.id, prefill: PrefillValues = []) {
      const { group } = named((await choices()).groups, 'New patient forms')
      return {
        chart: opened.chart(patientId),
        dueDate: null,
        prefill,
        contents: { of: 'group' as const, group },
      }
    },
  }
}

export type PacketWork = Awaited<ReturnType<typeof openPacketWork>>

import { expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { outcomeOf, valueFrom } from '../../../../test/harness/desk/chart-work.ts'
import { noCodes, openPacketWork } from '../../../../test/harness/desk/packet-work.ts'
import { packetOperations } from '../../../shared/desk/operations/packets.ts'
import { ok } from '../../../shared/result.ts'
import type { HereWork } from '../../desk/commands/begin-here.ts'
import { packetsReached } from '../../desk/places/packets.ts'
import type { DeskCodeMatch } from '../../visit/desk-code-port.ts'

const { beginHere } = packetOperations.commands
const refused = (kind: string) => ({ ok: false, error: { kind } })

/** A desk whose screen is given to whoever it is wanted for; each of them is noted. */
async function open() {
  const begun: DeskCodeMatch[] = []
  const hereWork: HereWork = {
    visits: {
      begin(wanted, handOver) {
        handOver()
        begun.push(wanted)
        return Promise.resolve(ok(null))
      },
    },
    lock: () => undefined,
  }
  return { begun, ...(await openPacketWork(noCodes(), hereWork)) }
}

it('is for who waits in an open chart, and looks first whether the service serves anybody', async () => {
  const at = await open()
  const { begun, place } = at
  const prepared = place.commands.beginHere({ chart: at.chart(cases.onePacket.id), packet: null })
  expect(prepared?.records).toEqual({ patientId: cases.onePacket.id })
  await valueFrom(beginHere, prepared)
  expect(begun).toEqual([{ patientId: cases.onePacket.id, packetId: null }])
  expect(at.asked()).toEqual(new Set(['partner.formTemplateGroups.listForLocation']))
  expect(place.commands.beginHere({ chart: 'chart-99', packet: null })).toBeUndefined()
})

it('is for one packet of theirs that waits', async () => {
  const at = await open()
  const { begun, met, place } = at
  const input = await at.firstPacket(cases.onePacket.id)
  at.asked()
  const prepared = place.commands.beginHere(input)
  await valueFrom(beginHere, prepared)
  expect(at.asked()).toEqual(new Set(packetsReached.beginHere.map(({ id }) => id)))
  expect(begun).toEqual([
    { patientId: cases.onePacket.id, packetId: prepared?.records['formPacketId'] },
  ])

  const other = { ...input, chart: at.chart(cases.halfDone.id) }
  expect(place.commands.beginHere(other)).toBeUndefined()
  met.change = (_, value) => ({ ...(value as object), patientId: cases.halfDone.id })
  expect(await outcomeOf(beginHere, place.commands.beginHere(input))).toEqual(
    refused('unknownReference'),
  )
  met.change = (_, value) => value
  const closed = await at.firstPacket(cases.completedPacket.id)
  expect(await outcomeOf(beginHere, place.commands.beginHere(closed))).toEqual(
    refused('packetClosed'),
  )
  met.onCall = () => 'lost'
  expect(await outcomeOf(beginHere, place.commands.beginHere(input))).toEqual(refused('offline'))
  expect(begun).toHaveLength(1)
})

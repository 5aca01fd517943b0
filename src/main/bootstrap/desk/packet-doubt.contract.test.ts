import { beforeEach, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { valueFrom } from '../../../../test/harness/desk/chart-work.ts'
import {
  noCodes,
  noScreen,
  openPacketWork,
  type PacketWork,
} from '../../../../test/harness/desk/packet-work.ts'
import { packetOperations } from '../../../shared/desk/operations/packets.ts'
import { packetsPlace } from '../../desk/places/packets.ts'

const { createPacket } = packetOperations.commands

let opened: PacketWork
beforeEach(async () => {
  opened = await openPacketWork()
})

const create = (wished: Awaited<ReturnType<PacketWork['wish']>>, { commands } = opened.place) =>
  valueFrom(createPacket, commands.createPacket(wished)).then(({ outcome }) => outcome)

/** A wish that was carried out, of which nothing came back. */
async function doubted(patientId?: number) {
  const { met, sandbox } = opened
  const wished = await opened.wish(patientId)
  let isGone = false
  met.onCall = (operation) => {
    if (isGone) return 'lost'
    if (operation !== 'partner.formPackets.create') return undefined
    sandbox.control.addFault({ cutAfterwards: true, pathIncludes: '/form', times: 1 })
    isGone = true
    return undefined
  }
  expect(await create(wished)).toBe('inDoubt')
  met.onCall = () => undefined
  return wished
}

it('a packet in doubt is looked for before it is asked for again', async () => {
  const wished = await doubted()
  expect(await create(wished)).toBe('created')
  expect(await opened.rowsOf(wished.chart)).toHaveLength(1)
})

it('a packet in doubt that was never made is asked for again', async () => {
  opened.met.onCall = (operation) =>
    operation === 'partner.formPackets.create' ? 'lost' : undefined
  const wished = await opened.wish()
  expect(await create(wished)).toBe('inDoubt')
  opened.met.onCall = () => undefined
  expect(await create(wished)).toBe('created')
  expect(await opened.rowsOf(wished.chart)).toHaveLength(1)
})

it('a packet in doubt is not asked for again while nobody can look for it', async () => {
  const wished = await doubted()
  opened.met.onCall = (operation) =>
    operation === 'partner.formTemplateGroups.getForLocation' ? 'lost' : undefined
  expect(await create(wished)).toBe('inDoubt')
  opened.met.onCall = () => undefined
  expect(await opened.rowsOf(wished.chart)).toHaveLength(1)
  expect(await create(wished)).toBe('created')
  expect(await opened.rowsOf(wished.chart)).toHaveLength(1)
})

it('a packet in doubt is not asked for again where several could be it', async () => {
  const wished = await doubted()
  expect(await create(wished, packetsPlace(opened.work, noCodes(), noScreen))).toBe('created')
  expect(await create(wished)).toBe('inDoubt')
  expect(await opened.rowsOf(wished.chart)).toHaveLength(2)
})

it('a packet in doubt is not asked for again where nobody says whose a new one is', async () => {
  const wished = await doubted(cases.onePacket.id)
  // The newest comes first; the oldest alone says whose it is.
  opened.met.change = (operation, value) => {
    if (operation === 'partner.formPackets.get')
      return { ...(value as object), patientId: undefined }
    if (operation !== 'partner.formPackets.list') return value
    const { items, nextCursor } = value as { items: readonly object[]; nextCursor: unknown }
    const newer = items.slice(0, -1).map((row) => ({ ...row, patientId: undefined }))
    return { items: [...newer, ...items.slice(-1)], nextCursor }
  }
  expect(await create(wished)).toBe('inDoubt')
  opened.met.change = (_, value) => value
  expect(await opened.rowsOf(wished.chart)).toHaveLength(2)
})

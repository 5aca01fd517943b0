import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { outcomeOf, valueFrom } from '../../../../test/harness/desk/chart-work.ts'
import {
  named,
  openPacketWork,
  type PacketWork,
} from '../../../../test/harness/desk/packet-work.ts'
import { packetOperations } from '../../../shared/desk/operations/packets.ts'

const { queries } = packetOperations
const refused = (kind: string) => ({ ok: false, error: { kind } })

let opened: PacketWork
let place: PacketWork['place']
beforeEach(async () => {
  opened = await openPacketWork()
  place = opened.place
})

describe('the packets of a patient', () => {
  it('are those of this location, archived ones last', async () => {
    const rows = await opened.rowsOf(opened.chart(cases.threePackets.id))
    expect(rows.map(({ name, state }) => [name, state])).toEqual([
      ['Physical therapy forms', 'open'],
      ['Yearly update', 'open'],
      ['Every kind of field', 'open'],
      ['Yearly update, last year', 'archived'],
    ])
    expect(JSON.stringify(rows)).not.toContain(String(cases.threePackets.id))
  })

  it('leave out what nobody says whose it is, and tell how much that is', async () => {
    const unnamed = Array.from({ length: 25 }, (_, index) => ({ id: 990_000 + index }))
    const chart = opened.chart(cases.threePackets.id)
    const list = () => valueFrom(queries.packets, place.queries.packets({ chart }))
    expect(await list()).toMatchObject({ notShown: 0 })
    opened.met.change = (operation, value) => {
      if (operation !== 'partner.formPackets.list') return value
      const { items, nextCursor } = value as { items: unknown[]; nextCursor: unknown }
      return { items: [...unnamed, ...items], nextCursor }
    }
    const { rows, notShown } = await list()
    expect(notShown).toBe(25)
    expect(rows).toHaveLength(4)
  })

  it('are none where nothing waits', async () => {
    expect(await opened.rowsOf(opened.chart(cases.noPacket.id))).toEqual([])
  })

  it('tell what was answered, and hide what was drawn', async () => {
    const done = await opened.detailsOf(await opened.firstPacket(cases.completedPacket.id))
    expect(done.state).toBe('completed')
    const answers = done.forms.flatMap((form) => form.answers)
    expect(answers).toContainEqual({
      question: 'First name',
      answer: { kind: 'text', text: 'Peter' },
    })
    const half = await opened.detailsOf(await opened.firstPacket(cases.halfDone.id))
    expect(half.state).toBe('started')
    expect(half.forms.map(({ state }) => state)).toEqual(['completed', 'started', 'open'])
  })

  it('belong to one chart, and are refused under another', async () => {
    const { packet } = await opened.firstPacket(cases.onePacket.id)
    const other = { chart: opened.chart(cases.bothChannels.id), packet }
    expect(await outcomeOf(queries.packet, place.queries.packet(other))).toEqual(
      refused('unknownReference'),
    )
    expect(place.commands.archivePacket(other)).toBeUndefined()
    expect(place.queries.packets({ chart: 'patient-1' })).toBeUndefined()
  })

  it('name the patient and the packet to the audit', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const { patientId, formPacketId } = place.queries.packet(input)?.records ?? {}
    expect(patientId).toBe(cases.onePacket.id)
    expect(formPacketId).toBeDefined()
  })

  it('are said to be offline without the service', async () => {
    opened.sandbox.control.switchNetwork('down', true)
    const asked = place.queries.packets({ chart: opened.chart(cases.onePacket.id) })
    expect(await outcomeOf(queries.packets, asked)).toEqual(refused('offline'))
  })
})

describe('templates', () => {
  it('come with their groups, of this location and of others', async () => {
    const { templates, groups } = await opened.choices()
    expect(templates.map(({ name }) => name)).toContain('Health history')
    expect(groups.filter(({ isHere }) => isHere).map(({ name }) => name)).toContain('Yearly update')
    expect(groups.some(({ isHere }) => !isHere)).toBe(true)
    for (const isHere of [true, false]) {
      const group = groups.find((row) => row.isHere === isHere && row.name === 'New patient forms')
      const asked = place.queries.templateGroup({ group: group?.group ?? '' })
      const inside = await valueFrom(queries.templateGroup, asked)
      expect(inside.templates.map(({ name }) => name)).toEqual([
        'About you',
        'Health history',
        'Consent to treatment',
      ])
    }
  })

  it('tell what they ask, page by page, and what can be filled in beforehand', async () => {
    const { template } = named((await opened.choices()).templates, 'Health history')
    const read = await valueFrom(queries.template, place.queries.template({ template }))
    expect(read.sections.map(({ name }) => name)).toEqual(["Today's visit", 'Your health'])
    expect(read.sections[1]?.elements.at(-1)).toMatchObject({
      label: 'What are you allergic to?',
      kind: 'textInput',
      isRequired: true,
    })
    expect(read.attributes.map(({ attribute }) => attribute)).toEqual([
      'reason_for_visit',
      'allergies',
    ])
  })
})

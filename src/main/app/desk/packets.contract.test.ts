import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import {
  named,
  noCodes,
  noScreen,
  openPacketWork,
  type PacketWork,
} from '#harness/desk/packet-work.ts'
import { served } from '#harness/desk/chart-work.ts'
import { servePackets } from '../../desk/features/packets/packets.ts'

const refused = (kind: string) => ({ ok: false, error: { kind } })

let opened: PacketWork
let { place, outcome, value } = {} as PacketWork
beforeEach(async () => {
  opened = await openPacketWork()
  ;({ place, outcome, value } = opened)
})
const detailsOf = (input: Input) => value('packet', input)

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
    const list = () => value('packets', { chart })
    expect(await list()).toMatchObject({ notShown: 0 })
    opened.changeList('partner.formPackets.list', (items) => [...unnamed, ...items])
    const { rows, notShown } = await list()
    expect(notShown).toBe(25)
    expect(rows).toHaveLength(4)
  })

  it('tell what was answered, and hide what was drawn', async () => {
    const done = await detailsOf(await opened.firstPacket(cases.completedPacket.id))
    expect(done.state).toBe('completed')
    expect(done.forms.flatMap((form) => form.answers)).toContainEqual({
      question: 'First name',
      answer: { kind: 'text', text: 'Peter' },
    })
    const half = await detailsOf(await opened.firstPacket(cases.halfDone.id))
    expect(half.state).toBe('started')
    expect(half.forms.map(({ state }) => state)).toEqual(['completed', 'started', 'open'])
  })

  it('belong to one chart, and are refused under another', async () => {
    const { packet } = await opened.firstPacket(cases.onePacket.id)
    const other = { chart: opened.chart(cases.bothChannels.id), packet }
    expect(await outcome('packet', other)).toEqual(refused('unknownReference'))
    expect(place.archivePacket(other)).toBeUndefined()
    expect(place.packets({ chart: 'patient-1' })).toBeUndefined()
  })

  it('name the patient and the packet to the audit', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const { patientId, formPacketId } = place.packet(input)?.records ?? {}
    expect(patientId).toBe(cases.onePacket.id)
    expect(formPacketId).toBeDefined()
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
      const inside = await value('templateGroup', { group: group?.group ?? '' })
      expect(inside.templates.map(({ name }) => name)).toEqual([
        'About you',
        'Health history',
        'Consent to treatment',
      ])
    }
  })

  it('tell what they ask, page by page, and what can be filled in beforehand', async () => {
    const { template } = named((await opened.choices()).templates, 'Health history')
    const read = await value('template', { template })
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

describe('a new packet', () => {
  it('is made of a group, with a due date and values', async () => {
    const chart = opened.chart(cases.noPacket.id)
    const { group } = named((await opened.choices()).groups, 'New patient forms')
    const made = await value('createPacket', {
      chart,
      dueDate: '2031-04-05',
      prefill: [{ attribute: 'preferred_name', value: 'Rosie' }],
      contents: { of: 'group', group },
    })
    if (made.outcome !== 'created') throw new Error('it is in doubt')
    const details = await detailsOf({ chart, packet: made.packet })
    expect(details).toMatchObject({ name: 'New patient forms', dueDate: '2031-04-05' })
    expect(details.forms).toHaveLength(3)
    expect(details.forms.flatMap(({ answers }) => answers)).toContainEqual({
      question: 'What should we call you?',
      answer: { kind: 'text', text: 'Rosie' },
    })
  })

  it('is made once though its answer is lost', async () => {
    const chart = opened.chart(cases.noPacket.id)
    opened.loseAnswerOf('partner.formPackets.create')
    expect((await value('createPacket', await opened.wish())).outcome).toBe('created')
    expect(await opened.rowsOf(chart)).toHaveLength(1)
  })

  it('that the service refuses is refused', async () => {
    const { template } = named((await opened.choices()).templates, 'About you')
    const wished = {
      chart: opened.chart(cases.noPacket.id),
      dueDate: null,
      prefill: [],
      contents: { of: 'templates' as const, templates: [template] },
    }
    opened.sandbox.control.removeTemplate(601)
    expect(await outcome('createPacket', wished)).toEqual(refused('refusedByService'))
  })
})

describe('a packet that is there', () => {
  it('gets another due date, and none', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const change = (dueDate: string | null) => value('changeDueDate', { ...input, dueDate })
    await change('2031-01-02')
    expect((await detailsOf(input)).dueDate).toBe('2031-01-02')
    await change(null)
    expect((await detailsOf(input)).dueDate).toBeNull()
    opened.loseAnswerOf('partner.formPackets.update')
    await change('2031-01-03')
    expect((await detailsOf(input)).dueDate).toBe('2031-01-03')
  })

  it('gets more forms, once though the answer is lost', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const { template } = named((await opened.choices()).templates, 'Pain and movement')
    opened.loseAnswerOf('partner.formPackets.update')
    await value('addForms', { ...input, templates: [template] })
    expect((await detailsOf(input)).forms).toHaveLength(4)
  })

  it('is filled in, but for what is answered already', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const values = [
      { attribute: 'first_name', value: 'Other' },
      { attribute: 'reason_for_visit', value: 'A sore knee' },
    ]
    expect(await value('prefillPacket', { ...input, values })).toEqual({ skipped: ['first_name'] })
    expect((await detailsOf(input)).forms.flatMap((form) => form.answers)).toContainEqual({
      question: 'What brings you in today?',
      answer: { kind: 'text', text: 'A sore knee' },
    })
  })

  it.each(['nobody_asks', 'member_number'])(
    'is not filled in with %s, which no form lists for it',
    async (attribute) => {
      const input = await opened.firstPacket(cases.onePacket.id)
      const values = [
        { attribute: 'reason_for_visit', value: 'A sore knee' },
        { attribute, value: 'yes' },
      ]
      const before = await detailsOf(input)
      expect(await outcome('prefillPacket', { ...input, values })).toEqual(refused('notAsked'))
      expect(await detailsOf(input)).toEqual(before)
      const wished = await opened.wish(cases.noPacket.id, values)
      expect(await outcome('createPacket', wished)).toEqual(refused('notAsked'))
      expect(await opened.rowsOf(wished.chart)).toEqual([])
    },
  )

  it('is filled in with nothing while it cannot be read what its forms list', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const values = [{ attribute: 'reason_for_visit', value: 'A sore knee' }]
    opened.lose('partner.formTemplates.get')
    expect(await outcome('prefillPacket', { ...input, values })).toEqual(refused('offline'))
  })

  it('is put away, also where the answer is lost', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    opened.loseAnswerOf('partner.formPackets.archive')
    await value('archivePacket', input)
    expect((await opened.rowsOf(input.chart)).map(({ state }) => state)).toEqual(['archived'])
  })

  it('comes as a PDF, and its address stays in main', async () => {
    const { base64 } = await value('packetPdf', await opened.firstPacket(cases.completedPacket.id))
    const bytes = Buffer.from(base64, 'base64').toString('latin1')
    expect(bytes).toMatch(/^%PDF-/)
    expect(bytes).toContain('Peter')
  })

  it('shows where a patient completes it as a code alone', async () => {
    const code = await value('showPacketAddress', await opened.firstPacket(cases.onePacket.id))
    expect(code.size).toBeGreaterThanOrEqual(21)
    expect(code.path).toMatch(/^M0 0h1v1h-1z/)
  })
})

type Input = Awaited<ReturnType<PacketWork['firstPacket']>>

it.each([
  ...(['packet', 'packetPdf', 'showPacketAddress', 'changeDueDate'] as const),
  ...(['archivePacket', 'prefillPacket', 'addForms'] as const),
])('%s does nothing with a packet that says that it is another patient’s', async (name) => {
  const input = await opened.firstPacket(cases.onePacket.id)
  const { template } = named((await opened.choices()).templates, 'Pain and movement')
  const values = [{ attribute: 'reason_for_visit', value: 'Knee' }]
  opened.met.change = (operation, read) =>
    operation === 'partner.formPackets.get'
      ? { ...(read as object), patientId: cases.halfDone.id }
      : read
  opened.asked()
  const wished = { ...input, dueDate: null, values, templates: [template] }
  expect(await outcome(name, wished)).toEqual(refused('unknownReference'))
  expect(opened.asked()).toEqual(new Set(['partner.formPackets.get']))
})

describe('a packet in doubt', () => {
  const create = (
    wished: Awaited<ReturnType<PacketWork['wish']>>,
    at: Pick<PacketWork, 'value'> = opened,
  ) => at.value('createPacket', wished).then(({ outcome }) => outcome)

  /** A wish that was carried out, of which nothing came back. */
  async function doubted(patientId?: number) {
    const wished = await opened.wish(patientId)
    opened.loseAnswerOf('partner.formPackets.create', { isLast: true })
    expect(await create(wished)).toBe('inDoubt')
    opened.restore()
    return wished
  }

  it('that was never made is asked for again', async () => {
    opened.lose('partner.formPackets.create')
    const wished = await opened.wish()
    expect(await create(wished)).toBe('inDoubt')
    opened.restore()
    expect(await create(wished)).toBe('created')
    expect(await opened.rowsOf(wished.chart)).toHaveLength(1)
  })

  it('is not asked for again while nobody can look for it', async () => {
    const wished = await doubted()
    opened.lose('partner.formTemplateGroups.getForLocation')
    expect(await create(wished)).toBe('inDoubt')
    opened.restore()
    expect(await opened.rowsOf(wished.chart)).toHaveLength(1)
    expect(await create(wished)).toBe('created')
    expect(await opened.rowsOf(wished.chart)).toHaveLength(1)
  })

  it('is not asked for again where several could be it', async () => {
    const wished = await doubted()
    expect(await create(wished, served(servePackets(opened.work, noCodes(), noScreen)))).toBe(
      'created',
    )
    expect(await create(wished)).toBe('inDoubt')
    expect(await opened.rowsOf(wished.chart)).toHaveLength(2)
  })

  it('is not asked for again where nobody says whose a new one is', async () => {
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
    opened.restore()
    expect(await opened.rowsOf(wished.chart)).toHaveLength(2)
  })
})

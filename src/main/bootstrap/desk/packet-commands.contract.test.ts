import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { outcomeOf, valueFrom } from '../../../../test/harness/desk/chart-work.ts'
import {
  named,
  openPacketWork,
  type PacketWork,
} from '../../../../test/harness/desk/packet-work.ts'
import { packetOperations } from '../../../shared/desk/operations/packets.ts'
import { packetsReached } from '../../desk/places/packets.ts'

const { queries, commands } = packetOperations
const refused = (kind: string) => ({ ok: false, error: { kind } })

let opened: PacketWork
let place: PacketWork['place']
beforeEach(async () => {
  opened = await openPacketWork()
  place = opened.place
})

const newPacket = (chart: string, group: string) =>
  place.commands.createPacket({
    ...{ chart, dueDate: '2031-04-05', prefill: [{ attribute: 'preferred_name', value: 'Rosie' }] },
    contents: { of: 'group', group },
  })

describe('a new packet', () => {
  it('is made of a group, with a due date and values', async () => {
    const chart = opened.chart(cases.noPacket.id)
    const { group } = named((await opened.choices()).groups, 'New patient forms')
    const made = await valueFrom(commands.createPacket, newPacket(chart, group))
    if (made.outcome !== 'created') throw new Error('it is in doubt')
    const details = await opened.detailsOf({ chart, packet: made.packet })
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
    const made = await valueFrom(
      commands.createPacket,
      place.commands.createPacket(await opened.wish()),
    )
    expect(made.outcome).toBe('created')
    expect(await opened.rowsOf(chart)).toHaveLength(1)
  })

  it('that the service refuses is refused', async () => {
    const { template } = named((await opened.choices()).templates, 'About you')
    const wished = {
      ...{ chart: opened.chart(cases.noPacket.id), dueDate: null, prefill: [] },
      contents: { of: 'templates' as const, templates: [template] },
    }
    opened.sandbox.control.removeTemplate(601)
    expect(await outcomeOf(commands.createPacket, place.commands.createPacket(wished))).toEqual(
      refused('refusedByService'),
    )
  })

  it('is not made of what was never shown', () => {
    const chart = opened.chart(cases.noPacket.id)
    expect(newPacket(chart, 'group-99')).toBeUndefined()
    expect(
      place.commands.createPacket({
        ...{ chart, dueDate: null, prefill: [] },
        contents: { of: 'templates', templates: ['template-99'] },
      }),
    ).toBeUndefined()
  })
})

describe('a packet that is there', () => {
  it('gets another due date, and none', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const change = (dueDate: string | null) =>
      valueFrom(commands.changeDueDate, place.commands.changeDueDate({ ...input, dueDate }))
    await change('2031-01-02')
    expect((await opened.detailsOf(input)).dueDate).toBe('2031-01-02')
    await change(null)
    expect((await opened.detailsOf(input)).dueDate).toBeNull()
    opened.loseAnswerOf('partner.formPackets.update')
    await change('2031-01-03')
    expect((await opened.detailsOf(input)).dueDate).toBe('2031-01-03')
  })

  it('gets more forms, once though the answer is lost', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const { template } = named((await opened.choices()).templates, 'Pain and movement')
    opened.loseAnswerOf('partner.formPackets.update')
    const wished = { ...input, templates: [template] }
    await valueFrom(commands.addForms, place.commands.addForms(wished))
    expect((await opened.detailsOf(input)).forms).toHaveLength(4)
  })

  it('is filled in, but for what is answered already', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const values = [
      { attribute: 'first_name', value: 'Other' },
      { attribute: 'reason_for_visit', value: 'A sore knee' },
    ]
    const filled = await valueFrom(
      commands.prefillPacket,
      place.commands.prefillPacket({ ...input, values }),
    )
    expect(filled).toEqual({ skipped: ['first_name'] })
    const answers = (await opened.detailsOf(input)).forms.flatMap((form) => form.answers)
    expect(answers).toContainEqual({
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
      const before = await opened.detailsOf(input)
      expect(
        await outcomeOf(commands.prefillPacket, place.commands.prefillPacket({ ...input, values })),
      ).toEqual(refused('notAsked'))
      expect(await opened.detailsOf(input)).toEqual(before)
      const wished = await opened.wish(cases.noPacket.id, values)
      expect(await outcomeOf(commands.createPacket, place.commands.createPacket(wished))).toEqual(
        refused('notAsked'),
      )
      expect(await opened.rowsOf(wished.chart)).toEqual([])
    },
  )

  it('is filled in with nothing while it cannot be read what its forms list', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const values = [{ attribute: 'reason_for_visit', value: 'A sore knee' }]
    opened.met.onCall = (operation) =>
      operation === 'partner.formTemplates.get' ? 'lost' : undefined
    const filled = place.commands.prefillPacket({ ...input, values })
    expect(await outcomeOf(commands.prefillPacket, filled)).toEqual(refused('offline'))
  })

  it('is put away, also where the answer is lost', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    opened.loseAnswerOf('partner.formPackets.archive')
    await valueFrom(commands.archivePacket, place.commands.archivePacket(input))
    expect((await opened.rowsOf(input.chart)).map(({ state }) => state)).toEqual(['archived'])
  })

  it('comes as a PDF, and its address stays in main', async () => {
    const input = await opened.firstPacket(cases.completedPacket.id)
    const { base64 } = await valueFrom(queries.packetPdf, place.queries.packetPdf(input))
    const bytes = Buffer.from(base64, 'base64').toString('latin1')
    expect(bytes).toMatch(/^%PDF-/)
    expect(bytes).toContain('Peter')
  })

  it('has no PDF where its signed address works no longer', async () => {
    const input = await opened.firstPacket(cases.completedPacket.id)
    opened.sandbox.control.addFault({ pathIncludes: '/files/', status: 403 })
    expect(await outcomeOf(queries.packetPdf, place.queries.packetPdf(input))).toEqual(
      refused('refusedByService'),
    )
  })

  it('shows where a patient completes it as a code alone', async () => {
    const input = await opened.firstPacket(cases.onePacket.id)
    const code = await valueFrom(
      commands.showPacketAddress,
      place.commands.showPacketAddress(input),
    )
    expect(code.rows.every((row) => row.length === code.rows.length)).toBe(true)
  })
})

it('asks the service for what docs/desk.md says, and nothing else', async () => {
  const ids = (name: keyof typeof packetsReached) =>
    new Set(packetsReached[name].map(({ id }): string => id))
  const without = (name: keyof typeof packetsReached, ...left: string[]) => {
    const all = ids(name)
    for (const each of left) all.delete(each)
    return all
  }
  const input = await opened.firstPacket(cases.onePacket.id)
  // The sandbox's rows say whose they are.
  expect(opened.asked()).toEqual(without('packets', 'partner.formPackets.get'))
  await opened.detailsOf(input)
  expect(opened.asked()).toEqual(ids('packet'))
  await valueFrom(queries.packetPdf, place.queries.packetPdf(input))
  expect(opened.asked()).toEqual(ids('packetPdf'))
  const { groups, templates } = await opened.choices()
  expect(opened.asked()).toEqual(ids('templateChoices'))
  for (const isHere of [true, false]) {
    const group = groups.find((row) => row.isHere === isHere)?.group ?? ''
    await valueFrom(queries.templateGroup, place.queries.templateGroup({ group }))
  }
  expect(opened.asked()).toEqual(ids('templateGroup'))
  const { template } = named(templates, 'Pain and movement')
  await valueFrom(queries.template, place.queries.template({ template }))
  expect(opened.asked()).toEqual(ids('template'))

  const prefill = [{ attribute: 'preferred_name', value: 'Rosie' }]
  const wished = await opened.wish(cases.noPacket.id, prefill)
  opened.asked()
  opened.loseAnswerOf('partner.formPackets.create')
  await valueFrom(commands.createPacket, place.commands.createPacket(wished))
  expect(opened.asked()).toEqual(ids('createPacket'))
  const due = { ...input, dueDate: '2031-01-02' }
  opened.loseAnswerOf('partner.formPackets.update')
  await valueFrom(commands.changeDueDate, place.commands.changeDueDate(due))
  expect(opened.asked()).toEqual(ids('changeDueDate'))
  const more = { ...input, templates: [template] }
  await valueFrom(commands.addForms, place.commands.addForms(more))
  expect(opened.asked()).toEqual(ids('addForms'))
  const values = [{ attribute: 'reason_for_visit', value: 'A sore knee' }]
  await valueFrom(commands.prefillPacket, place.commands.prefillPacket({ ...input, values }))
  expect(opened.asked()).toEqual(ids('prefillPacket'))
  await valueFrom(commands.showPacketAddress, place.commands.showPacketAddress(input))
  expect(opened.asked()).toEqual(ids('showPacketAddress'))
  opened.loseAnswerOf('partner.formPackets.archive')
  await valueFrom(commands.archivePacket, place.commands.archivePacket(input))
  expect(opened.asked()).toEqual(ids('archivePacket'))
})

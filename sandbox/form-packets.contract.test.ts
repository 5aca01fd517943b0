import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { formPacket, type FormPacket } from '../src/contract/partner-v2/form-packets.ts'
import * as cases from './seeds/cases.ts'
import { send, useSandbox, type Reply } from '#harness/sandbox/client.ts'

const { formPackets } = contract.partner
const place = { accountId: 101, locationId: 301 }

const { sandbox, control, call } = useSandbox()

const packetOf = (reply: Reply) => formPacket.parse(reply.body)
const itemsOf = (reply: Reply) => (reply.body as { items: FormPacket[] }).items
const listOf = async (patientId: number, query: object = {}) =>
  itemsOf(await call(formPackets.list, { params: place, query: { patientId, ...query } }))
const at = (packet: FormPacket) => ({ params: { ...place, formPacketId: packet.id } })
const create = (body: object) =>
  call(formPackets.create, {
    params: place,
    body: { patientId: cases.noPacket.id, formTemplateGroupId: 7011, ...body },
  })
const answersOf = ({ forms }: FormPacket, form = 0) =>
  new Map((forms?.[form]?.answers ?? []).map(({ attribute, value }) => [attribute, value]))

describe('creating a packet', () => {
  it('takes a template group and fills in what the record knows', async () => {
    const reply = await create({ dueDate: '2026-04-01' })
    expect(reply.status).toBe(201)
    const packet = packetOf(reply)
    expect(packet).toMatchObject({
      name: 'New patient forms',
      status: 'NOT_STARTED',
      patientId: cases.noPacket.id,
      dueDate: '2026-04-01',
      createdAt: '2026-03-10T17:00:00.000Z',
      completedAt: null,
    })
    expect(packet.forms?.map(({ name }) => name)).toEqual([
      'About you',
      'Health history',
      'Consent to treatment',
    ])
    expect(Object.fromEntries(answersOf(packet))).toEqual({
      first_name: 'Aisha',
      last_name: 'Rahman',
      date_of_birth: '1992-07-21',
      mobile_phone: cases.noPacket.phone,
      email: cases.noPacket.email,
    })
    expect(await listOf(cases.noPacket.id)).toMatchObject([{ id: packet.id }])
  })

  it('puts the map of the caller before the record', async () => {
    const packet = packetOf(
      await create({ prefill: { first_name: 'Aisha M.', preferred_name: 4711, nonsense: 'x' } }),
    )
    expect(answersOf(packet).get('first_name')).toBe('Aisha M.')
    expect(answersOf(packet).get('last_name')).toBe('Rahman')
    expect(answersOf(packet).get('preferred_name')).toBe('4711')
    expect(answersOf(packet).has('nonsense')).toBe(false)
  })

  it('refuses what is unknown, inactive or of another place with 422', async () => {
    const bad = [
      { patientId: 9001 },
      { formTemplateGroupId: 7021 },
      { formTemplateGroupId: 7015 },
      { formTemplateGroupId: undefined, formTemplateIds: [608] },
      { formTemplateGroupId: undefined, formTemplateIds: [999] },
    ]
    for (const body of bad) expect((await create(body)).status).toBe(422)
    expect(await listOf(cases.noPacket.id)).toEqual([])
  })

  it('refuses both a group and templates, or neither, with 400', async () => {
    expect((await create({ formTemplateIds: [601] })).status).toBe(400)
    expect((await create({ formTemplateGroupId: undefined })).status).toBe(400)
  })
})

describe('changing a packet', () => {
  it('sets the status: completed, opened again, and not to archived', async () => {
    const packet = packetOf(await create({}))
    const set = async (status: 'NOT_STARTED' | 'IN_PROGRESS' | 'COMPLETED', more: object = {}) =>
      call(formPackets.update, { ...at(packet), body: { status, ...more } })
    expect((await set('COMPLETED', { addFormTemplateIds: [605] })).body).toMatchObject({
      status: 'COMPLETED',
      forms: Array(4).fill({ status: 'COMPLETED' }) as object[],
      completedAt: '2026-03-10T17:00:00.000Z',
    })
    expect((await set('IN_PROGRESS')).body).toMatchObject({ status: 'IN_PROGRESS' })
    expect(await set('NOT_STARTED')).toMatchObject({ status: 422 })
    expect(await set('ARCHIVED' as 'COMPLETED')).toMatchObject({ status: 400 })
  })

  it('archives: hidden by default, found by id and by filter', async () => {
    const packet = packetOf(await create({}))
    await call(formPackets.update, { ...at(packet), body: { status: 'COMPLETED' } })
    const archived = await call(formPackets.archive, at(packet))
    const both = { status: 'COMPLETED', archivedAt: '2026-03-10T17:00:00.000Z' }
    expect(archived.body).toMatchObject(both)
    expect(await listOf(cases.noPacket.id)).toEqual([])
    expect(await listOf(cases.noPacket.id, { archived: true })).toMatchObject([both])
    expect((await call(formPackets.get, at(packet))).status).toBe(200)
  })

  it('narrows a list by status and by date', async () => {
    packetOf(await create({}))
    const day = (from: string, to: string) => listOf(cases.noPacket.id, { from, to })
    expect(await day('2026-03-10', '2026-03-10')).toHaveLength(1)
    expect(await day('2026-03-11', '2026-03-12')).toEqual([])
    expect(await listOf(cases.noPacket.id, { status: 'COMPLETED' })).toEqual([])
  })

  it('prefills by attribute, skipping what is unknown or answered', async () => {
    const packet = packetOf(await create({}))
    const body = { preferred_name: 4711, first_name: 'Nobody', nonsense: 'x', allergies: null }
    const reply = await call(formPackets.prefill, { ...at(packet), body })
    expect(reply.body).toEqual({
      filled: ['preferred_name'],
      skipped: ['first_name', 'nonsense', 'allergies'],
    })
    const after = packetOf(await call(formPackets.get, at(packet)))
    expect(answersOf(after).get('preferred_name')).toBe('4711')
    expect(answersOf(after).get('first_name')).toBe('Aisha')
    expect(answersOf(after, 2).get('preferred_name')).toBe('4711')
  })
})

describe('the addresses of a packet', () => {
  const urlOf = (reply: Reply) => (reply.body as { url: string }).url

  it('give a completion URL on another origin, unguessable and the same each time', async () => {
    const [packet] = await listOf(cases.onePacket.id)
    if (!packet) throw new Error('no packet')
    const url = urlOf(await call(formPackets.getUrl, at(packet)))
    expect(new URL(url).origin).toBe(sandbox.pagesUrl)
    expect(sandbox.pagesUrl).not.toBe(sandbox.apiUrl)
    expect(url).toMatch(/\/complete\/[\w-]{32}$/)
    expect(urlOf(await call(formPackets.getUrl, at(packet)))).toBe(url)
  })

  it('give a PDF for 15 minutes, and to nobody who changes the address', async () => {
    const [packet] = await listOf(cases.halfDone.id)
    if (!packet) throw new Error('no packet')
    const reply = await call(formPackets.getPdf, at(packet))
    expect(reply.body).toMatchObject({ expiresAt: '2026-03-10T17:15:00.000Z' })
    const url = urlOf(reply)
    const pdf = await send('GET', url)
    expect(pdf).toMatchObject({ status: 200, headers: { 'content-type': 'application/pdf' } })
    expect(pdf.body).toMatch(/^%PDF-1\.7[^]*Health history[^]*%%EOF\n$/)
    expect((await send('GET', url.replace(`/${packet.id}.pdf`, '/20001.pdf'))).status).toBe(403)
    expect((await send('GET', url.replace('expires=1', 'expires=2'))).status).toBe(403)
    control.advanceClock(15 * 60_000 - 1)
    expect((await send('GET', url)).status).toBe(200)
    control.advanceClock(1)
    expect((await send('GET', url)).status).toBe(403)
  })
})

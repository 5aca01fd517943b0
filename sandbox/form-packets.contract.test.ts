import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { formPacket, type FormPacket } from '../src/contract/partner-v2/form-packets.ts'
import * as cases from './seeds/cases.ts'
import { send, useSandbox, type Reply } from '#harness/sandbox/client.ts'
import type { CompletionPacket } from '../src/patient-page/store.ts'

const { formPackets, formTemplates, formTemplateGroups } = contract.partner
const place = { accountId: 101, locationId: 301 }

const { sandbox, control, call } = useSandbox()

const packetOf = (reply: Reply) => formPacket.parse(reply.body)
const itemsOf = <T>(reply: Reply) => (reply.body as { items: T[] }).items
const listOf = async (patientId: number, query: object = {}) =>
  itemsOf<FormPacket>(
    await call(formPackets.list, { params: place, query: { patientId, ...query } }),
  )
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
    expect((await call(formPackets.prefill, { ...at(packet), body })).body).toEqual({
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

const [aboutYou, healthHistory, consent] = [0, 1, 2]

const lookUp = async (packet: FormPacket) => packetOf(await call(formPackets.get, at(packet)))

/** Drives the patient's side of a completion URL, over HTTP. */
function pageAt(url: string) {
  const open = async () => (await send('GET', `${url}/packet`)).body as CompletionPacket
  const formId = async (form: number) => (await open()).forms[form]?.formId ?? 0
  return {
    open,
    save: async (form: number, answers: object) =>
      send('PUT', `${url}/forms/${await formId(form)}/answers`, { body: { answers } }),
    submit: async (form: number) => send('POST', `${url}/forms/${await formId(form)}/submission`),
  }
}

async function openFirstPacket(patientId: number) {
  const packet = formPacket.parse((await listOf(patientId))[0])
  const { url } = (await call(formPackets.getUrl, at(packet))).body as { url: string }
  return { packet, url, ...pageAt(url) }
}

async function completeAll(page: ReturnType<typeof pageAt>) {
  await page.save(aboutYou, { 601003: 'Rosie', 601007: 'Phone call' })
  await page.submit(aboutYou)
  await page.save(healthHistory, { 602001: 'A cough', 602004: 'Yes', 602005: 'Penicillin' })
  await page.submit(healthHistory)
  await page.save(consent, { 603002: true, 603003: 'Rosa Delgado' })
  return page.submit(consent)
}

describe('the life of a packet on its completion page', () => {
  it('begins with what is known, in the colour and the name of the location', async () => {
    const { open } = await openFirstPacket(cases.onePacket.id)
    expect(await open()).toMatchObject({
      clinicName: 'Harbor Family Clinic',
      color: '#0b6e6e',
      packetName: 'New patient forms',
      firstName: 'Rosa',
      completed: false,
      nextWaits: false,
      facts: { today: '2026-03-10' },
      forms: [{ submitted: false, answers: { 601001: 'Rosa' } }, {}, {}],
    })
  })

  it('starts with the first answer and is complete when every form is', async () => {
    const { packet, ...page } = await openFirstPacket(cases.onePacket.id)
    expect(await lookUp(packet)).toMatchObject({ status: 'NOT_STARTED' })
    await page.save(aboutYou, { 601003: 'Rosie' })
    expect(await lookUp(packet)).toMatchObject({ status: 'IN_PROGRESS', completedAt: null })
    control.advanceClock(60_000)
    expect(await completeAll(page)).toMatchObject({ body: { packetCompleted: true } })
    expect(await lookUp(packet)).toMatchObject({
      status: 'COMPLETED',
      completedAt: '2026-03-10T17:01:00.000Z',
      forms: [{ status: 'COMPLETED' }, { status: 'COMPLETED' }, { status: 'COMPLETED' }],
    })
    expect(await page.open()).toMatchObject({ completed: true })
  })

  it('keeps answers: merged, shown again, and read by the integrator', async () => {
    const { packet, save, open } = await openFirstPacket(cases.onePacket.id)
    await save(healthHistory, { 602001: 'A cough' })
    await save(healthHistory, { 602004: 'No' })
    expect((await open()).forms[1]?.answers).toEqual({ 602001: 'A cough', 602004: 'No' })
    const [, form] = (await lookUp(packet)).forms ?? []
    expect(form?.answers).toMatchObject([
      { elementId: 602001, attribute: 'reason_for_visit', value: 'A cough' },
      { elementId: 602004, attribute: null, value: 'No' },
    ])
  })

  it('keeps no answer to a question that is no longer asked', async () => {
    const { save, submit, open } = await openFirstPacket(cases.onePacket.id)
    await save(healthHistory, { 602001: 'A cough', 602004: 'Yes' })
    expect(await submit(healthHistory)).toMatchObject({
      body: { error: { kind: 'missingAnswers', elementIds: [602005] } },
    })
    await save(healthHistory, { 602005: 'Penicillin' })
    await save(healthHistory, { 602004: 'No' })
    expect((await submit(healthHistory)).status).toBe(200)
    expect((await open()).forms[healthHistory]?.answers).toEqual({
      602001: 'A cough',
      602004: 'No',
    })
  })

  it('takes a submission once, and nothing for fields that the patient does not have', async () => {
    const { save, submit } = await openFirstPacket(cases.onePacket.id)
    const staffNote = await save(aboutYou, { 601008: 'sneaky' })
    expect(staffNote).toMatchObject({ body: { error: { kind: 'unknownElement' } } })
    await save(aboutYou, { 601007: 'Phone call' })
    expect((await submit(aboutYou)).status).toBe(200)
    expect(await submit(aboutYou)).toMatchObject({ status: 409 })
  })

  it('opens a submitted form again by a changed answer, until the packet is complete', async () => {
    const { packet, ...page } = await openFirstPacket(cases.onePacket.id)
    await page.save(aboutYou, { 601007: 'Phone call' })
    await page.submit(aboutYou)
    expect((await page.save(aboutYou, { 601003: 'Rosie' })).status).toBe(204)
    expect((await lookUp(packet)).forms?.[0]).toMatchObject({ submittedAt: null })
    await completeAll(page)
    expect(await page.save(aboutYou, { 601003: 'late' })).toMatchObject({ status: 409 })
    expect(await page.submit(aboutYou)).toMatchObject({ status: 409 })
  })

  it('carries shared answers into the other forms of the packet on submission alone', async () => {
    const { save, submit, open } = await openFirstPacket(cases.onePacket.id)
    await save(aboutYou, { 601003: 'Rosie', 601007: 'Phone call' })
    expect((await open()).forms[consent]?.answers).toEqual({})
    await submit(aboutYou)
    expect((await open()).forms[consent]?.answers).toEqual({ 603001: 'Rosie' })
  })

  it('lets the caller’s map go before what was kept, and what was kept before the record', async () => {
    const page = await openFirstPacket(cases.onePacket.id)
    await page.save(aboutYou, { 601001: 'Rosita' })
    await completeAll(page)
    const body = { patientId: cases.onePacket.id, formTemplateIds: [601, 602] }
    const firstNameAndAllergies = async (prefill: Record<string, string>) => {
      const made = await call(formPackets.create, { params: place, body: { ...body, prefill } })
      const answers = (formPacket.parse(made.body).forms ?? []).flatMap((form) => form.answers)
      return ['first_name', 'allergies'].map(
        (wanted) => answers.find((answer) => answer?.attribute === wanted)?.value,
      )
    }
    expect(await firstNameAndAllergies({})).toEqual(['Rosita', 'Penicillin'])
    expect(await firstNameAndAllergies({ allergies: 'None' })).toEqual(['Rosita', 'None'])
  })

  it('ends with the archive: the link then leads nowhere', async () => {
    const { packet, url } = await openFirstPacket(cases.onePacket.id)
    await call(formPackets.archive, at(packet))
    expect((await send('GET', `${url}/packet`)).status).toBe(404)
  })
})

describe('public links', () => {
  const publicLink = async () => {
    const params = { ...place, groupId: sandbox.defaultTemplateGroupId }
    const group = (await call(formTemplateGroups.get, { params })).body
    return (group as { staticLink: string }).staticLink
  }

  it('begin an anonymous packet of the group, another for each visitor', async () => {
    const link = await publicLink()
    const visits = [await send('GET', link), await send('GET', link)]
    const pages = visits.map(({ status, headers }) => {
      expect(status).toBe(302)
      return String(headers['location'])
    })
    expect(new Set(pages).size).toBe(2)
    const page = pageAt(new URL(pages[0] ?? '', link).href)
    const blank = await page.open()
    expect(blank).toMatchObject({ firstName: null, packetName: 'New patient forms' })
    expect(blank.forms.map(({ answers }) => answers)).toEqual([{}, {}, {}])
    await page.save(aboutYou, {
      601001: 'Wanda',
      601002: 'Walkin',
      601004: '1980-01-01',
      601005: '(206) 555-0177',
    })
    expect(await completeAll(page)).toMatchObject({ body: { packetCompleted: true } })
    const query = { status: 'COMPLETED', limit: 1 } as const
    const listed = await call(formPackets.list, { params: place, query })
    expect(listed.body).toMatchObject({ items: [{ patientId: null, name: 'New patient forms' }] })
  })

  it('lead to a friendly page when they are wrong, as every wrong address does', async () => {
    for (const path of ['/public/none', '/public/b7e0c2d4-3a55-4c1e-8f60-90d1a2b37015', '/x']) {
      const { status, body } = await send('GET', `${sandbox.pagesUrl}${path}`)
      expect(status).toBe(404)
      expect(body).toContain('This link does not work')
    }
  })
})

const namesOf = (reply: Reply) => itemsOf<{ name: string }>(reply).map(({ name }) => name)

describe('form templates', () => {
  it('are listed without those no longer active; filters narrow the list', async () => {
    const all = namesOf(await call(formTemplates.list, { params: place }))
    expect(all).toContain('About you')
    expect(all).not.toContain('Screening questions (no longer used)')
    const staff = await call(formTemplates.list, { params: place, query: { isStaffOnly: true } })
    expect(namesOf(staff)).toEqual(['Intake review'])
    const query = { appointmentTypeId: 503 }
    const therapy = await call(formTemplates.list, { params: place, query })
    expect(namesOf(therapy)).toEqual(['Pain and movement'])
  })

  it('come whole, in their newest version; children carry no children', async () => {
    const params = { ...place, formTemplateId: 606 }
    const { body } = await call(formTemplates.get, { params })
    const template = formTemplates.get.answer.parse(body)
    const elements = template.formTemplateSections.flatMap(({ formElements }) => formElements)
    const parent = elements.find((element) => element.parent)
    expect(parent?.children).toHaveLength(2)
    for (const child of parent?.children ?? []) expect(child).not.toHaveProperty('children')
    for (const element of elements) expect(element).toHaveProperty('children')
    const aboutYou = await call(formTemplates.get, { params: { ...place, formTemplateId: 601 } })
    expect(aboutYou.body).toMatchObject({ version: 2, name: 'About you' })
  })

  it('tell their attributes and their elements', async () => {
    const params = { ...place, formTemplateId: 602 }
    expect(itemsOf(await call(formTemplates.listAttributes, { params }))).toEqual([
      { attribute: 'reason_for_visit', lifecycle: 'Form Group', elementId: 602001 },
      { attribute: 'allergies', lifecycle: 'Patient', elementId: 602005 },
    ])
    const elements = itemsOf<{ id: number }>(await call(formTemplates.listElements, { params }))
    expect(elements.map(({ id }) => id)).toEqual([602001, 602002, 602003, 602004, 602005])
  })
})

describe('form template groups', () => {
  it('are those of the location, or of the whole account', async () => {
    const here = itemsOf<{ id: number }>(
      await call(formTemplateGroups.listForLocation, { params: place }),
    )
    expect(here.map(({ id }) => id)).toEqual([7011, 7012, 7013, 7014])
    const all = itemsOf<{ id: number }>(await call(formTemplateGroups.list, { params: place }))
    expect(all).toHaveLength(12)
    const elsewhere = { params: { ...place, groupId: 7021 } }
    expect((await call(formTemplateGroups.getForLocation, elsewhere)).status).toBe(404)
    expect((await call(formTemplateGroups.get, elsewhere)).status).toBe(200)
  })
})

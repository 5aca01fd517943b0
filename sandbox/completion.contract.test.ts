import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { formPacket, type FormPacket } from '../src/contract/partner-v2/form-packets.ts'
import type { CompletionPacket } from '../src/patient-page/store.ts'
import * as cases from './seeds/cases.ts'
import { send, useSandbox } from '#harness/sandbox/client.ts'

const { formPackets, formTemplateGroups } = contract.partner
const place = { accountId: 101, locationId: 301 }
const [aboutYou, healthHistory, consent] = [0, 1, 2]

const { sandbox, control, call } = useSandbox()

const lookUp = async (packet: FormPacket) => {
  const params = { ...place, formPacketId: packet.id }
  return formPacket.parse((await call(formPackets.get, { params })).body)
}

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
  const list = await call(formPackets.list, { params: place, query: { patientId } })
  const packet = formPacket.parse((list.body as { items: unknown[] }).items[0])
  const params = { ...place, formPacketId: packet.id }
  const { url } = (await call(formPackets.getUrl, { params })).body as { url: string }
  return { packet, url, ...pageAt(url) }
}

/** Fills in and submits the three "New patient forms". */
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
    await call(formPackets.archive, { params: { ...place, formPacketId: packet.id } })
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

import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { capturedIntake } from '#harness/offline/sample-intakes.ts'
import { testFolder } from '#harness/test-folder.ts'
import { err, ok } from '../../../../shared/result.ts'
import type { Intake } from '../intake.ts'
import type { CaptureStore } from '../capture/capture-store.ts'
import { openCapturePage } from './capture-page.ts'

const element = (id: number | string, extra: object = {}) => ({
  id,
  label: `Question ${id}`,
  required: true,
  elementType: 1,
  ...extra,
})

const intakeOf = (...elements: object[]) => {
  const sections = [{ id: 1, name: 'You', formElements: elements }]
  const template = { id: 7, name: 'Health', formTemplateSections: sections } as never
  return capturedIntake(randomUUID(), [{ templateId: 7, version: 1, template, answers: {} }])
}

/** A vault that keeps in memory, until it is told to keep nothing. */
function memoryCaptures(intake: Intake) {
  const told = { keeps: true, finishedAt: null as string | null, intake }
  const store: Pick<CaptureStore, 'read' | 'keepPage' | 'finish'> = {
    read: () => ok(told.intake),
    keepPage(_, form, answers) {
      if (!told.keeps) return err({ kind: 'notKept' })
      const forms = told.intake.forms.map((each, at) => (at === form ? { ...each, answers } : each))
      told.intake = { ...told.intake, forms }
      return ok(null)
    },
    finish(_, finishedAt) {
      if (!told.keeps) return err({ kind: 'notKept' })
      told.finishedAt = finishedAt
      return ok(null)
    },
  }
  return { told, store }
}

async function opened(intake: Intake) {
  const clientDir = testFolder()
  mkdirSync(join(clientDir, 'assets'))
  writeFileSync(join(clientDir, 'index.html'), '<!doctype html><title>Forms</title>')
  const { told, store } = memoryCaptures(intake)
  const heard: string[] = []
  const page = await openCapturePage(
    {
      captures: store,
      clientDir,
      language: 'en',
      country: 'US',
      clinic: () => ({ name: 'Harbour Clinic', color: '#1a5f7a' }),
      now: () => new Date('2026-03-01T10:00:00.000Z'),
    },
    intake.id,
    () => heard.push('finished'),
  )
  if (!page.ok) return { page, told, heard, url: '' }
  onTestFinished(() => page.value.close())
  return { page, told, heard, url: page.value.url }
}

const put = (url: string, form: number, answers: object) =>
  fetch(`${url}/forms/${form}/answers`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ answers }),
  })
const submit = (url: string, form: number) =>
  fetch(`${url}/forms/${form}/submission`, { method: 'POST' })

it('shows the page and the forms to who has the key, and to nobody else', async () => {
  const { url } = await opened(intakeOf(element(1)))
  expect(await (await fetch(url)).text()).toContain('Forms')
  expect(await (await fetch(`${url}/packet`)).json()).toMatchObject({
    turnsWait: true,
    clinicName: 'Harbour Clinic',
    firstName: 'Ana',
    forms: [{ formId: 1, form: { name: 'Health' }, answers: {} }],
  })
  const other = `${url.slice(0, -5)}aaaaa`
  expect((await fetch(`${other}/packet`)).status).toBe(404)
  expect((await put(other, 1, { 1: 'x' })).status).toBe(404)
})

it('does not ask again what the kiosk has asked, and keeps it with the form', async () => {
  const { url, told } = await opened(intakeOf(element(1, { attribute: 'first_name' }), element(2)))
  expect(await (await fetch(`${url}/packet`)).json()).toMatchObject({
    facts: { country: 'US' },
    forms: [{ started: false, answers: { 1: 'Ana' } }],
  })
  expect(told.intake.forms[0]?.answers).toEqual({})
  expect((await put(url, 1, { 2: 'Tea' })).status).toBe(204)
  expect(told.intake.forms[0]?.answers).toEqual({ 1: 'Ana', 2: 'Tea' })
})

it('keeps answers as they come, and says that all is kept once it is', async () => {
  const { url, told, heard } = await opened(intakeOf(element(1), element(2, { required: false })))
  expect((await put(url, 1, { 1: 'Lisbon' })).status).toBe(204)
  expect(told.intake.forms[0]?.answers).toEqual({ 1: 'Lisbon' })
  expect((await put(url, 1, { 2: 'Tea' })).status).toBe(204)
  expect(told.intake.forms[0]?.answers).toEqual({ 1: 'Lisbon', 2: 'Tea' })
  expect(heard).toEqual([])
  expect(await (await submit(url, 1)).json()).toEqual({ packetCompleted: true })
  await expect.poll(() => heard).toEqual(['finished'])
  expect(told.finishedAt).toBe('2026-03-01T10:00:00.000Z')
  expect((await put(url, 1, { 1: 'Porto' })).status).toBe(409)
})

it('says nothing is done while an answer is missing, or cannot be kept', async () => {
  const { url, told, heard } = await opened(intakeOf(element(1)))
  expect((await submit(url, 1)).status).toBe(422)
  told.keeps = false
  expect((await put(url, 1, { 1: 'Lisbon' })).status).toBe(503)
  told.keeps = true
  await put(url, 1, { 1: 'Lisbon' })
  told.keeps = false
  expect((await submit(url, 1)).status).toBe(503)
  expect(heard).toEqual([])
  told.keeps = true
  expect((await submit(url, 1)).status).toBe(200)
  await expect.poll(() => heard).toEqual(['finished'])
})

it('drops what a changed answer no longer asks for', async () => {
  const parent = element(1, {
    elementType: 5,
    options: ['Yes', 'No'],
    children: [element(2, { showWhen: ['Yes'] })],
  })
  const { url, told } = await opened(intakeOf(parent))
  await put(url, 1, { 1: 'Yes', 2: 'Aspirin' })
  await put(url, 1, { 1: 'No' })
  expect((await submit(url, 1)).status).toBe(200)
  expect(told.intake.forms[0]?.answers).toEqual({ 1: 'No' })
})

it('reads ids that the service writes as text, and opens no form whose ids are no numbers', async () => {
  const { url } = await opened(intakeOf(element('12')))
  expect((await put(url, 1, { 12: 'Lisbon' })).status).toBe(204)
  expect((await opened(intakeOf(element('q-1')))).page).toMatchObject({ ok: false })
})

it('answers no more once it is closed', async () => {
  const { url, page } = await opened(intakeOf(element(1)))
  if (page.ok) await page.value.close()
  await expect(fetch(url)).rejects.toThrow()
})

it('answers nothing to a page that comes by another name of this machine', async () => {
  const { url } = await opened(intakeOf(element(1)))
  const statusFor = async (name: string) => {
    const request = get(`${url}/packet`, { headers: { Host: `${name}:${new URL(url).port}` } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response.resume().statusCode
  }
  expect(await statusFor('127.0.0.1')).toBe(200)
  for (const name of ['localhost', 'rebound.example']) expect(await statusFor(name)).toBe(403)
})

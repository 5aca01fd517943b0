import type { ServerResponse } from 'node:http'
import { expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { visitReaders } from '../../contract/readers/visit-readers.ts'
import { connect, createSignal, sendJson } from '../../../test/harness/service/test-service.ts'
import { checkAccess } from './access.ts'
import { createCheckInService, createJudgedRead } from './check-in-service.ts'

const { patients } = contract.partner
const { signal } = new AbortController()

/** Reads the birth date of a patient by a client. */
function readBy(client: Parameters<typeof createJudgedRead>[0]) {
  const read = createJudgedRead(client, { accountId: 7, locationId: 2 })
  const input = { params: { accountId: 7, patientId: 9 } }
  return () => read(patients.get, visitReaders.birthDate(9), input, signal)
}

/** Reads a patient at a service that answers so for the patient, and for everything else. */
async function judgedBy(patient: () => number, others = 200) {
  const { client } = await connect((request, response) => {
    const isPatient = request.url.includes('/patient')
    sendJson(response, { id: 9, dateOfBirth: '3/7/1984' }, isPatient ? patient() : others)
  })
  const read = readBy(client)
  return async () => {
    const result = await read()
    return result.ok ? 'read' : result.error.isolated === true ? 'isolated' : 'failed'
  }
}

it.each([401, 403, 501])('judges %i at once by whether the rest works', async (status) => {
  expect(await (await judgedBy(() => status))()).toBe('isolated')
  expect(await (await judgedBy(() => status, status))()).toBe('failed')
})

it('judges an internal error when it comes a second time in a row', async () => {
  let status = 500
  const ask = await judgedBy(() => status)
  expect(await ask()).toBe('failed')
  status = 200
  expect(await ask()).toBe('read')
  status = 500
  expect(await ask()).toBe('failed')
  expect(await ask()).toBe('isolated')
})

it.each([502, 503, 504])('judges %i when it comes a second time in a row', async (status) => {
  const ask = await judgedBy(() => status)
  expect([await ask(), await ask()]).toEqual(['failed', 'isolated'])
})

it('does not judge 404: it says what it means', async () => {
  const ask = await judgedBy(() => 404)
  expect([await ask(), await ask(), await ask()]).toEqual(['failed', 'failed', 'failed'])
})

/** Answers of a server that never come to an end. */
const endless: Readonly<Record<string, (response: ServerResponse) => void>> = {
  'a request without an answer': () => undefined,
  'an answer that comes byte by byte': (response) => {
    response.writeHead(200, { 'content-type': 'application/json' })
    const drip = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(drip))
  },
}

it.each(Object.entries(endless))('bounds %s, and judges it at once', async (_, answer) => {
  const asked = createSignal()
  const { client, clock } = await connect((request, response) => {
    if (!request.url.includes('/patient')) return sendJson(response, { items: [] })
    answer(response)
    asked.send()
  })
  const reading = readBy(client)()
  await asked.sent
  clock.advance(12_000)
  const error = { kind: 'timedOut', afterMs: 12_000, isolated: true }
  expect(await reading).toMatchObject({ ok: false, error })
})

it('waits for no service that asks to be left alone for an hour', async () => {
  const { client, clock } = await connect((request, response) => {
    if (request.url.includes('/patient')) response.setHeader('retry-after', '3600')
    sendJson(response, {}, 503)
  })
  const error = { retryAfterMs: 3_600_000, attempts: 1 }
  expect(await readBy(client)()).toMatchObject({ ok: false, error })
  expect(clock.pauses).toEqual([])
})

it('takes the page of a captive portal for no answer of the service', async () => {
  const { client } = await connect((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to our network')
  })
  const place = { accountId: 7, locationId: 2, defaultTemplateGroupId: null }
  expect(await checkAccess(client, place)).toMatchObject({ ok: false })
  const proof = { id: 1, token: 't', channels: ['sms'] } as const
  const service = createCheckInService(client, place)
  expect(await service.sendCode(proof, 'sms', '+12025550143', signal)).toMatchObject({ ok: false })
})

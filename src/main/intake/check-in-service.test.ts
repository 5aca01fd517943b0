import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { contract } from '../../contract/index.ts'
import { visitReaders } from '../../contract/readers/visit-readers.ts'
import { checkAccess } from './access.ts'
import { createCheckInService, createJudgedRead } from './check-in-service.ts'
import type { CheckInPlace } from './place.ts'
import {
  connect,
  createSignal,
  failed,
  answering,
  sendJson,
  type Behaviour,
} from '#harness/service/test-service.ts'

const place = { accountId: 7, locationId: 2, defaultTemplateGroupId: 30 }
const proof = { id: 'p1', token: 'secret', channels: ['sms'] as const }
const { signal } = new AbortController()

const at = async (behave: Behaviour, defaults: Partial<CheckInPlace> = {}) => {
  const { client, service } = await connect(behave)
  return { checkIn: createCheckInService(client, { ...place, ...defaults }), client, service }
}
const saying = (body: unknown, status = 200) => at(answering(body, status))
const packet = (id: number, more: object = {}) => ({
  id,
  name: `Packet ${id}`,
  status: 'NOT_STARTED',
  patientId: 9,
  locationId: 2,
  ...more,
})

describe('an identity proof', () => {
  it.each([
    ['sms', 'SMS'],
    ['email', 'EMAIL'],
    ['both', 'BOTH'],
  ] as const)('is created for %s', async (channels, verificationMethod) => {
    const { checkIn, service } = await saying({ id: 'p1', token: 'secret', more: 1 }, 201)
    expect(await checkIn.createProof(channels, signal)).toEqual({
      ok: true,
      value: { ...proof, channels: channels === 'both' ? ['sms', 'email'] : [channels] },
    })
    expect(JSON.parse(service.calls[0]?.body ?? '')).toEqual({ verificationMethod })
  })
})

describe('the packets that wait', () => {
  it('are not said to be none where all rows are of another place', async () => {
    const { checkIn } = await saying({ items: [packet(1, { locationId: 3 })] })
    expect(await checkIn.openPackets(9, signal)).toMatchObject({
      ok: false,
      error: { kind: 'unreadableAnswer', operation: 'partner.formPackets.list' },
    })
  })

  it('are offered once each', async () => {
    const { checkIn } = await saying({ items: [packet(1), packet(1), packet(2)] })
    expect(await checkIn.openPackets(9, signal)).toMatchObject({
      ok: true,
      value: [{ id: 1 }, { id: 2 }],
    })
  })
})

describe('the date of birth', () => {
  it.each([
    ['1/5/1990', { year: 1990, month: 1, day: 5 }],
    [null, null],
    ['', null],
    ['0001-01-01T00:00:00', null],
  ])('is read from the record: %o', async (dateOfBirth, value) => {
    const { checkIn } = await saying({ id: '9', dateOfBirth })
    expect(await checkIn.dateOfBirth(9, signal)).toEqual({ ok: true, value })
  })
})

describe('the packets of a patient', () => {
  it('are asked for in smaller pages where the size is refused, and no smaller than that', async () => {
    const limitOf = (url: string) => Number(new URL(url, 'http://x').searchParams.get('limit'))
    const { checkIn, service } = await at(({ url }, response) => {
      if (limitOf(url) > 100) sendJson(response, { error: 'limit is too large' }, 400)
      else sendJson(response, { items: [packet(1)] })
    })
    expect(await checkIn.openPackets(9, signal)).toMatchObject({ ok: true, value: [{ id: 1 }] })
    expect(service.calls.map(({ url }) => limitOf(url))).toEqual([200, 50])
    const { checkIn: refused } = await saying({}, 400)
    expect(await refused.openPackets(9, signal)).toMatchObject(failed({ status: 400 }))
  })

  it('are the open ones of all pages, soonest due first', async () => {
    const { checkIn, service } = await at((request, response) => {
      const { searchParams } = new URL(request.url, 'http://x')
      const first = [
        packet(1),
        packet(2, { dueDate: '2030-02-01' }),
        packet(3, { status: 'COMPLETED' }),
        packet(4, { status: 'ARCHIVED' }),
        packet(5, { archivedAt: '2029-01-01T00:00:00Z' }),
      ]
      const second = [packet(6, { dueDate: '2030-01-01T00:00:00Z', status: 'IN_PROGRESS' })]
      sendJson(
        response,
        searchParams.get('cursor') === 'next'
          ? { items: second, nextCursor: null }
          : { items: first, nextCursor: 'next' },
      )
    })
    expect(await checkIn.openPackets(9, signal)).toMatchObject({
      ok: true,
      value: [
        { id: 6, name: 'Packet 6', dueDate: '2030-01-01', started: true, completed: false },
        { id: 2, name: 'Packet 2', dueDate: '2030-02-01', started: false, completed: false },
        { id: 1, name: 'Packet 1', dueDate: null, started: false, completed: false },
      ],
    })
    expect(service.calls[0]?.url).toContain('patientId=9')
  })

  it('never hold one that the service does not state to be theirs, and here', async () => {
    const items = [
      packet(1, { patientId: 10 }),
      packet(2, { patientId: null }),
      packet(3, { patientId: undefined }),
      packet(4, { locationId: 3 }),
      packet(5, { patientId: '9', locationId: null }),
    ]
    const { checkIn } = await saying({ items })
    const open = await checkIn.openPackets(9, signal)
    expect(open.ok && open.value.map(({ id }) => id)).toEqual([5])
  })

  it('are those of rows without a patient where the filter is trusted, and of no other', async () => {
    const items = [
      packet(1, { patientId: 10 }),
      packet(2, { patientId: undefined }),
      packet(3, { patientId: undefined, status: 'COMPLETED' }),
      packet(4),
    ]
    const { checkIn, service } = await at(answering({ items, nextCursor: null }), {
      lists: { trustPatientFilter: true },
    })
    const open = await checkIn.openPackets(9, signal)
    expect(open.ok && open.value.map(({ id }) => id)).toEqual([2, 4])
    expect(service.calls).toHaveLength(1)
  })
})

it.each([
  ['http://forms.example/c/1', 'no https address'],
  ['javascript:alert(1)', 'expected an address, found { url: text }'],
  ['file:///etc/passwd', 'expected an address, found { url: text }'],
])('an address for the patient that is not protected is refused: %s', async (url, reason) => {
  const { checkIn } = await saying({ url })
  expect(await checkIn.completionUrl(8, signal)).toMatchObject(
    failed({ kind: 'unreadableAnswer', reason }),
  )
})

it('a read that the service still works on (202) is asked again, and never read', async () => {
  const job = { id: 7, url: 'https://intake.example/jobs/7', status: 'pending' }
  const { checkIn, service } = await at((_request, response) => {
    const isReady = service.calls.length > 2
    response.setHeader('location', '/jobs/7')
    if (isReady) sendJson(response, { url: 'https://forms.example/c/1' })
    else sendJson(response, job, 202)
  })
  const value = 'https://forms.example/c/1'
  expect(await checkIn.completionUrl(8, signal)).toEqual({ ok: true, value })
  const never = await saying(job, 202)
  const reason = 'not ready yet (202)'
  for (const read of ['completionUrl', 'packetProgress', 'openPackets', 'dateOfBirth'] as const)
    expect(await never.checkIn[read](8, signal)).toMatchObject(failed({ reason, attempts: 3 }))
  expect(await never.checkIn.matchPatient(proof, signal)).toMatchObject(failed({ reason }))
})

describe('an address alone', () => {
  const sent = (type: string, text: string) =>
    at((_request, response) => response.writeHead(200, { 'content-type': type }).end(text))

  it.each(['application/json', 'text/html', 'text/plain'])('is one as %s', async (type) => {
    const { checkIn } = await sent(type, 'https://forms.example/c/1\n')
    const value = 'https://forms.example/c/1'
    expect(await checkIn.completionUrl(8, signal)).toEqual({ ok: true, value })
  })

  it('is not found in other text that is no JSON', async () => {
    const { checkIn } = await sent('application/json', 'see https://forms.example/c/1')
    const error = { kind: 'unreadableAnswer', reason: 'not JSON' }
    expect(await checkIn.completionUrl(8, signal)).toMatchObject({ ok: false, error })
  })
})

it('without a default template group nothing is created or offered, and nothing sent', async () => {
  const { checkIn, service } = await at(() => undefined, { defaultTemplateGroupId: null })
  expect(await checkIn.createPacket(9, signal)).toMatchObject(
    failed({ kind: 'notFound', attempts: 0 }),
  )
  expect(await checkIn.publicLink(signal)).toMatchObject(failed({ kind: 'notFound' }))
  expect(service.calls).toEqual([])
})

it.each([
  [200, { ok: true, value: null }],
  [403, { ok: false, error: { kind: 'forbidden' } }],
  [401, { ok: false, error: { kind: 'unauthorized' } }],
])('the check of access reads a little: %i', async (status, outcome) => {
  const { client } = await connect(answering({ items: [] }, status))
  expect(await checkAccess(client, place)).toMatchObject(outcome)
})

const { patients } = contract.partner

function readBy(client: Parameters<typeof createJudgedRead>[0]) {
  const read = createJudgedRead(client, place)
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

it.each([500, 502, 503, 504])('judges %i when it comes a second time in a row', async (fault) => {
  let status = fault
  const ask = await judgedBy(() => status)
  expect(await ask()).toBe('failed')
  status = 200
  expect(await ask()).toBe('read')
  status = fault
  expect(await ask()).toBe('failed')
  expect(await ask()).toBe('isolated')
})

it('does not judge 404: it says what it means', async () => {
  const ask = await judgedBy(() => 404)
  expect([await ask(), await ask(), await ask()]).toEqual(['failed', 'failed', 'failed'])
})

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

it('takes the page of a captive portal for no answer of the service', async () => {
  const { client } = await connect((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html>Welcome to our network')
  })
  expect(await checkAccess(client, place)).toMatchObject({ ok: false })
  const checkIn = createCheckInService(client, place)
  expect(await checkIn.sendCode(proof, 'sms', '+12025550143', signal)).toMatchObject({ ok: false })
})

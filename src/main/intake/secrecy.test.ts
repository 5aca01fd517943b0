import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { AuditEntry, CallReport } from './client/call-types.ts'
import { machineCode } from './http/errors.ts'
import {
  connect,
  failed,
  answering,
  grantToken,
  sendJson,
  type Behaviour,
} from '#harness/service/test-service.ts'

const canary = 'canary'
const inProof = {
  params: { accountId: 7, id: 'proof-1' },
  headers: { 'x-identity-proof-token': 'canary-proof-token' },
}

/** A service that repeats every secret it received, in every place of an answer. */
const parrot =
  (status: number): Behaviour =>
  (request, response) => {
    const told = `canary ${request.headers.authorization} ${request.body} ${request.url}`
    const body = {
      error: told,
      code: told,
      message: told,
      success: false,
      id: [told],
      [told]: told,
    }
    response.setHeader('x-told', encodeURIComponent(told))
    response.setHeader('location', `https://elsewhere.example/?${encodeURIComponent(told)}`)
    sendJson(response, body, status)
  }

describe('errors, log and audit', () => {
  const statuses = [200, 302, 400, 401, 403, 404, 409, 422, 429, 500, 503]
  it.each(statuses)('hold no secret, token, contact or word of the answer (%i)', async (status) => {
    const seen: (AuditEntry | CallReport)[] = []
    const { client } = await connect(
      parrot(status),
      { audit: (entry) => void seen.push(entry), log: (report) => void seen.push(report) },
      (nth, response) =>
        sendJson(response, { access_token: `canary-token-${nth}`, expires_in: 3_600 }),
    )
    const { identityProof, patients } = client.partner
    const results = [
      await identityProof.get(inProof),
      await identityProof.getPatient(inProof),
      await identityProof.send({ ...inProof, body: { method: 'SMS', phone: '+1555canary' } }),
      await patients.list({ params: { accountId: 7 }, query: { email: 'canary@example.org' } }),
      await client.developer.locations.list(),
    ]
    expect(results.filter(({ ok }) => !ok).length).toBeGreaterThanOrEqual(4)
    const errors = results.filter((result) => !result.ok)
    const words = [
      JSON.stringify([errors, seen]),
      inspect([errors, seen], { depth: 9, showHidden: true }),
    ]
    for (const text of words) expect(text).not.toContain(canary)
    expect(seen.length).toBe(10)
  })

  it('hold none either when it is the token request that fails', async () => {
    const { client } = await connect(parrot(200), {}, (_nth, response) =>
      sendJson(response, { error: 'canary-partner-secret', error_description: canary }, 400),
    )
    const result = await client.partner.identityProof.get(inProof)
    expect(result).toMatchObject({ ok: false, error: { kind: 'unauthorized' } })
    expect(inspect(result, { depth: 9 })).not.toContain(canary)
  })

  it.each([
    'Jane Doe',
    'Doe',
    'a1b2c3',
    'eyJh.eyJz.c2ln',
    '+15550100',
    'x'.repeat(41),
    '',
    7,
    null,
  ])('do not take %o for a code', (text) => expect(machineCode(text)).toBeUndefined())
})

describe('a 422 of the patient match', () => {
  const match = async (body: unknown) => {
    const { client } = await connect(answering(body, 422))
    return client.partner.identityProof.getPatient(inProof)
  }

  it.each([{}, { error: 'several_matches' }])('means several matches', async (body) => {
    expect(await match(body)).toMatchObject({ ok: false, error: { kind: 'conflictingMatches' } })
  })

  it('means something else when its code says so', async () => {
    expect(await match({ error: 'proof_incomplete' })).toMatchObject(
      failed({ kind: 'rejected', status: 422, code: 'proof_incomplete' }),
    )
  })
})

describe('the audit', () => {
  it('knows of an access before its caller does, with the record that was found', async () => {
    const order: unknown[] = []
    const { client } = await connect(answering({ patientId: 44 }), {
      audit: async (entry) => {
        await Promise.resolve()
        order.push(entry)
      },
    })
    await client.partner.identityProof.getPatient(inProof)
    order.push('handed out')
    expect(order).toEqual([
      {
        operation: 'partner.identityProof.getPatient',
        records: { accountId: '7', id: 'proof-1', patientId: '44' },
        outcome: 'ok',
      },
      'handed out',
    ])
  })

  it('keeps no more of an id than an id has', async () => {
    const entries: AuditEntry[] = []
    const { client } = await connect(answering({ patientId: 'x'.repeat(1_000_000) }), {
      audit: (entry) => void entries.push(entry),
    })
    await client.partner.identityProof.getPatient(inProof)
    expect(entries[0]?.records['patientId']).toBe('x'.repeat(100))
  })

  it('that fails keeps the answer back', async () => {
    const { client } = await connect(answering({ patientId: 44 }), {
      audit: () => Promise.reject(new Error('disk full')),
    })
    await expect(client.partner.identityProof.getPatient(inProof)).rejects.toThrow('disk full')
  })

  it.each([
    ['no credentials', { credentials: { partner: () => undefined, developer: () => undefined } }],
    ['credentials that are refused', {}],
  ])('says of no call that could not be sent, for %s', async (_why, options) => {
    const audited: AuditEntry[] = []
    const logged: CallReport[] = []
    const { client, service } = await connect(
      answering({ patientId: 44 }),
      {
        ...options,
        audit: (entry) => void audited.push(entry),
        log: (report) => void logged.push(report),
      },
      (_nth, response) => sendJson(response, {}, 401),
    )
    await client.partner.identityProof.getPatient(inProof)
    expect(service.calls).toEqual([])
    expect(audited).toEqual([])
    expect(logged).toMatchObject([{ outcome: 'unauthorized', attempts: 0 }])
  })

  it('and the log name what came of a call', async () => {
    const audited: AuditEntry[] = []
    const logged: CallReport[] = []
    const { client } = await connect(
      answering({}, 404),
      { audit: (entry) => void audited.push(entry), log: (report) => void logged.push(report) },
      grantToken(60),
    )
    await client.partner.identityProof.getPatient(inProof)
    expect(audited).toMatchObject([{ outcome: 'notFound' }])
    expect(logged).toEqual([
      {
        operation: 'partner.identityProof.getPatient',
        outcome: 'notFound',
        error: { operation: 'partner.identityProof.getPatient', attempts: 1, kind: 'notFound' },
        attempts: 1,
        tookMs: 0,
      },
    ])
  })
})

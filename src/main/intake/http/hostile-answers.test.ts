import type { ServerResponse } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  createSignal,
  connect,
  failed,
  answering,
  sendJson,
  startTestService,
} from '#harness/service/test-service.ts'

const json = { 'content-type': 'application/json' }
const params = { accountId: 7, patientId: 1 }
const anotherShape = 'expected the shape of the contract, found another at its root'

/** Returns a call's result for an answer, with the number of requests it took. */
async function meet(answer: (response: ServerResponse) => void) {
  const { client, service } = await connect((_request, response) => answer(response))
  return { result: await client.partner.patients.get({ params }), requests: service.calls.length }
}

const unreadable = (reason: string, attempts = 1) => ({
  result: {
    ok: false,
    error: { operation: 'partner.patients.get', attempts, kind: 'unreadableAnswer', reason },
  },
  requests: attempts,
})

describe('an answer that cannot be used is an error value', () => {
  it.each<[string, (response: ServerResponse) => void, string]>([
    ['not JSON', (r) => r.writeHead(200, json).end('{"id": 1'), 'not JSON'],
    [
      'a field named twice',
      (r) => r.writeHead(200, json).end('{"id": [{"id": 1}], "name": "\\"id\\":", "id": []}'),
      'a field is named twice',
    ],
    [
      'a page of HTML',
      (r) => r.writeHead(200, { 'content-type': 'text/html' }).end('<p>'),
      'a page (HTML or XML) in place of JSON',
    ],
    [
      'a text that is none',
      (r) => r.writeHead(200, { 'content-type': 'text/plain' }).end('fine'),
      anotherShape,
    ],
    ['empty', (r) => r.writeHead(200, json).end(), anotherShape],
    ['no content', (r) => r.writeHead(204).end(), anotherShape],
    ['null', (r) => r.writeHead(200, json).end('null'), anotherShape],
    [
      'another shape',
      (r) => sendJson(r, { id: { deep: 'canary' } }),
      anotherShape.replace('its root', 'id'),
    ],
    [
      'packed in a way that is not known',
      (r) => r.writeHead(200, { ...json, 'content-encoding': 'zip' }).end('{"id":1}'),
      'packed in a way that cannot be undone',
    ],
    [
      'said to be packed, and is not',
      (r) => r.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end('{"id":1}'),
      'packed in a way that cannot be undone',
    ],
    [
      'a bomb of zeros',
      (r) =>
        r
          .writeHead(200, { ...json, 'content-encoding': 'gzip' })
          .end(gzipSync(Buffer.alloc(64 * 1024 * 1024))),
      'packed in a way that cannot be undone',
    ],
    [
      'not UTF-8',
      (r) => r.writeHead(200, json).end(Buffer.from([0x22, 0xff, 0x22])),
      'not in the character set that it names',
    ],
    ['not modified', (r) => r.writeHead(304).end(), 'redirected'],
  ])('%s: asked for once more, and given up', async (_name, answer, reason) => {
    expect(await meet(answer)).toEqual(unreadable(reason, 2))
  })

  it('too long, and says so: not asked for again', async () => {
    const answer = (response: ServerResponse) =>
      response.writeHead(200, { ...json, 'content-length': 10_000_000 }).write('{')
    expect(await meet(answer)).toEqual(unreadable('too long'))
  })

  it('too long, and never says so: read no further than the limit', async () => {
    const enormous = 32 * 1024 * 1024
    const chunk = Buffer.alloc(64 * 1024, 0x20)
    let poured = 0
    const { client } = await connect(
      (_request, response) => {
        response.writeHead(200, json)
        const pour = () => {
          while (poured < enormous && !response.destroyed) {
            poured += chunk.length
            if (!response.write(chunk)) return void response.once('drain', pour)
          }
        }
        pour()
      },
      { limits: { bodyBytes: chunk.length } },
    )
    expect(await client.partner.patients.get({ params })).toMatchObject(
      failed({ kind: 'unreadableAnswer', reason: 'too long' }),
    )
    expect(poured).toBeLessThan(enormous / 2)
  })

  it('cut off: a read is tried again, then given up', async () => {
    const cut = (response: ServerResponse) => {
      response.writeHead(200, { ...json, 'content-length': 100 })
      response.write('{"id":', () => response.destroy())
    }
    expect(await meet(cut)).toEqual(unreadable('cut off', 3))
  })

  it('a redirect elsewhere is not followed', async () => {
    const elsewhere = await startTestService(answering({ id: 1 }))
    const redirected = await meet((response) =>
      response.writeHead(302, { location: `${elsewhere.url}/x` }).end(),
    )
    expect(redirected).toEqual(unreadable('redirected', 2))
    expect(elsewhere.calls).toEqual([])
    await elsewhere.close()
  })

  it('nested deeper than a stack can follow', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    const nested = (response: ServerResponse) => response.writeHead(200, json).end(`{"id":${deep}}`)
    expect(await meet(nested)).toEqual(unreadable(anotherShape.replace('its root', 'id'), 2))
  })

  it('something that is not HTTP', async () => {
    const { result } = await meet((response) => response.socket?.end('SSH-2.0-OpenSSH\r\n'))
    expect(result).toMatchObject(failed({ kind: 'unreadableAnswer', reason: 'not HTTP' }))
  })

  it('names of an answer never change what an object is', async () => {
    const { result } = await meet((response) =>
      response.writeHead(200, json).end('{"id":1,"__proto__":{"admin":true}}'),
    )
    expect(result.ok && (result.value as { admin?: boolean }).admin).toBeUndefined()
  })
})

describe('the envelope of the developer interface', () => {
  const ask = async (body: unknown, status = 200) => {
    const { client } = await connect(answering(body, status))
    return client.developer.locations.list()
  }

  it('is opened, whatever its message', async () => {
    const data = [{ id: 1, name: 'North' }]
    expect(await ask({ success: true, message: 'Locations of A', data })).toEqual({
      ok: true,
      value: data,
    })
  })

  it('that says no is an error though its status is 200', async () => {
    const refused = await ask({ success: false, message: 'Jane Canary has no forms', data: {} })
    expect(refused).toMatchObject(failed({ kind: 'refusedByEnvelope', message: 'withheld' }))
  })

  it('that says no with a code hands the code on', async () => {
    const refused = await ask({ success: false, message: 'unknown_location', data: {} })
    expect(refused).toMatchObject({ ok: false, error: { message: 'unknown_location' } })
  })

  it.each([
    [[{ id: 1, name: 'North' }]],
    [{ data: [{ id: 1, name: 'North' }] }],
    [{ success: 'yes', data: [{ id: 1, name: 'North' }] }],
  ])('may be missing, or half there: %j', async (body) => {
    expect(await ask(body)).toEqual({ ok: true, value: [{ id: 1, name: 'North' }] })
  })

  const bodies = [
    { success: 'false', message: '' },
    { success: 0 },
    { status: 'error', data: null },
  ]
  it.each(bodies)('says no in other words: %j', async (body) => {
    expect(await ask(body)).toMatchObject({ ok: false, error: { kind: 'refusedByEnvelope' } })
  })
})

describe('a service that takes its time', () => {
  it('is given up at the deadline of an attempt, even while it drips', async () => {
    const arrived = createSignal()
    const { client, clock, service } = await connect((_request, response) => {
      response.writeHead(200, json)
      response.write('{')
      arrived.send()
    })
    const call = client.partner.identityProof.create({
      params: { accountId: 7 },
      body: { verificationMethod: 'SMS' },
    })
    await arrived.sent
    clock.advance(20_000)
    expect(await call).toMatchObject({ ok: false, error: { kind: 'timedOut', afterMs: 20_000 } })
    expect(service.calls).toHaveLength(1)
  })

  it('is left when the caller gives up', async () => {
    const arrived = createSignal()
    const { client } = await connect(() => arrived.send())
    const controller = new AbortController()
    const call = client.partner.patients.get({ params }, { signal: controller.signal })
    await arrived.sent
    controller.abort()
    expect(await call).toMatchObject(failed({ kind: 'unreachable', reason: 'aborted' }))
  })
})

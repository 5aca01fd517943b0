import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withheld } from './errors.ts'
import { connect } from './testing/connect.ts'

const bytes = fc.oneof(
  fc.json({ maxDepth: 4 }).map((text) => Buffer.from(text)),
  fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
  fc
    .record({ success: fc.anything(), message: fc.string(), data: fc.anything() })
    .map((envelope) => Buffer.from(JSON.stringify(envelope) ?? '')),
  fc
    .record({ items: fc.array(fc.anything()), nextCursor: fc.anything(), error: fc.string() })
    .map((page) => Buffer.from(JSON.stringify(page) ?? '')),
)
const answers = fc.record({
  status: fc.constantFrom(
    200,
    201,
    204,
    206,
    300,
    301,
    400,
    401,
    403,
    404,
    418,
    422,
    429,
    500,
    599,
  ),
  type: fc.constantFrom('application/json', 'application/problem+json', 'text/html', ''),
  retryAfter: fc.constantFrom(undefined, '', '-1', '0', '1e9', 'NaN', 'Tue, 99 Foo'),
  body: bytes,
  cutAt: fc.option(fc.nat({ max: 50 }), { nil: undefined }),
})

describe('whatever a service answers', () => {
  it('a call comes back with a value or an error, after three requests at most', async () => {
    let answer = fc.sample(answers, { numRuns: 1, seed: 1 })[0]
    const { client, service } = await connect((_request, response) => {
      if (!answer) return
      const { status, type, retryAfter, body, cutAt } = answer
      if (type) response.setHeader('content-type', type)
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
      response.writeHead(status, { 'content-length': body.length })
      if (cutAt === undefined || cutAt >= body.length || status === 204) response.end(body)
      else response.write(body.subarray(0, cutAt), () => response.destroy())
    })
    const params = { accountId: 7, locationId: 1 }
    const calls = [
      () => client.partner.formPackets.list({ params }),
      () => client.developer.locations.list(),
      () =>
        client.partner.identityProof.create({
          params: { accountId: 7 },
          body: { verificationMethod: 'SMS' },
        }),
    ]
    await fc.assert(
      fc.asyncProperty(answers, fc.constantFrom(...calls), async (next, call) => {
        answer = next
        const before = service.calls.length
        const result = await call()
        expect(service.calls.length - before).toBeLessThanOrEqual(3)
        if (result.ok) expect(next.status).toBeLessThan(300)
        else if (result.error.kind === 'refusedByEnvelope')
          expect(
            result.error.message === withheld || /^[a-z_.-]+$/i.test(result.error.message),
          ).toBe(true)
      }),
      { numRuns: 300, seed: 1 },
    )
  })
})

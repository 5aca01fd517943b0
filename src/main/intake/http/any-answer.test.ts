import type { ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isPaginated } from '../../../contract/operation.ts'
import type { IntakeClient } from '../client/client.ts'
import type { AuditEntry } from '../client/call-types.ts'
import {
  canary,
  fittingBodies,
  refusals,
  wrongBodies,
} from '../../../../test/harness/service/answers.ts'
import { connect, sendJson } from '../../../../test/harness/service/test-service.ts'
import {
  callAt,
  everyOperation,
  inputOf,
} from '../../../../test/harness/service/every-operation.ts'
import { costlyRuns } from '../../../../test/harness/property-runs.ts'

const kinds = [
  'unreachable',
  'timedOut',
  'unauthorized',
  'forbidden',
  'notFound',
  'conflictingMatches',
  'rejected',
  'refusedByEnvelope',
  'rateLimited',
  'serverFault',
  'unreadableAnswer',
]
const statuses = [
  200, 200, 200, 200, 201, 204, 206, 301, 304, 400, 401, 403, 404, 418, 422, 429, 500,
]
const json = 'application/json'
const types = [json, json, json, json, 'application/problem+json', 'text/html', '']

/** An answer, byte by byte. */
interface Bytes {
  readonly status: number
  readonly type: string
  readonly retryAfter: string | undefined
  readonly body: Buffer
  /** Place where the line is cut; null when all of it arrives. */
  readonly cutAt: number | null
}

const asBytes = (body: fc.Arbitrary<unknown>) =>
  body.map((value) => Buffer.from((JSON.stringify(value) as string | undefined) ?? ''))

/** Text that is nearly right: ended early, with a byte of another kind, or something else behind it. */
const spoilt = (bodies: fc.Arbitrary<Buffer>) =>
  fc
    .tuple(bodies, fc.nat(), fc.uint8Array({ minLength: 1, maxLength: 3 }), fc.boolean())
    .map(([body, at, garbage, ends]) => {
      const here = at % (body.length + 1)
      return Buffer.concat([
        body.subarray(0, here),
        garbage,
        body.subarray(ends ? body.length : here),
      ])
    })

function answersTo(operation: (typeof everyOperation)[number][1]): fc.Arbitrary<Bytes> {
  const fitting = asBytes(fittingBodies(operation))
  const wrong = asBytes(wrongBodies(operation))
  const noise = fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes))
  return fc.record({
    status: fc.constantFrom(...statuses),
    type: fc.constantFrom(...types),
    retryAfter: fc.constantFrom(undefined, undefined, '-1', '1e9', 'NaN', `${canary}, 99 Foo`),
    body: fc.oneof(wrong, wrong, fitting, spoilt(fitting), asBytes(refusals), noise),
    cutAt: fc.option(fc.nat({ max: 60 }), { freq: 8 }),
  })
}

function answer(response: ServerResponse, { status, type, retryAfter, body, cutAt }: Bytes): void {
  if (type) response.setHeader('content-type', type)
  if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter)
  response.writeHead(status, { 'content-length': body.length })
  if (cutAt === null || cutAt >= body.length || status === 204 || status === 304) response.end(body)
  else response.write(body.subarray(0, cutAt), () => response.destroy())
}

const cursor = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'again', 'x'.repeat(2_048), 'x'.repeat(2_049), 7, '\ud800'),
  fc.string({ unit: 'binary', maxLength: 40 }),
)

/** Drops the patient, whom the audit names by any id that the service gave. */
const withoutPatient = ({ records: { patientId: _, ...records }, ...entry }: AuditEntry) => ({
  ...entry,
  records,
})

/** Everything that a value holds, as a log or a debugger would show it. */
const words = (value: unknown) =>
  (JSON.stringify(value) + inspect(value, { depth: 9, showHidden: true })).toLowerCase()
const secret = canary.toLowerCase()

const grantCanary = (nth: number, response: ServerResponse) =>
  sendJson(response, { access_token: `${canary}-token-${nth}`, expires_in: 3_600 })

describe('whatever a service answers', () => {
  it.each(everyOperation)(
    '%s comes back with a fitting value or an error that tells nothing, after three requests at most',
    async (_id, operation, call) => {
      const said: unknown[] = []
      let next: Bytes | undefined
      const { client, service } = await connect(
        (_request, response) => next && answer(response, next),
        {
          log: (report) => void said.push(report),
          audit: (entry) => void said.push(withoutPatient(entry)),
        },
        grantCanary,
      )
      await fc.assert(
        fc.asyncProperty(answersTo(operation), async (bytes) => {
          next = bytes
          said.length = 0
          const before = service.calls.length
          const result = await call(client)
          expect(service.calls.length - before).toBeLessThanOrEqual(3)
          expect(words(said)).not.toContain(secret)
          if (result.ok) {
            expect(bytes.status).toBeLessThan(300)
            expect(operation.answer.safeParse(result.value).success).toBe(true)
          } else {
            expect(kinds).toContain(result.error.kind)
            expect(words(result.error)).not.toContain(secret)
          }
        }),
        { numRuns: costlyRuns(2, 10) },
      )
    },
  )

  it.each(everyOperation)('%s takes what fits the contract', async (_id, operation, call) => {
    let body: unknown
    const { client } = await connect((_request, response) => sendJson(response, body))
    await fc.assert(
      fc.asyncProperty(fittingBodies(operation), async (fitting) => {
        body = fitting
        expect(await call(client)).toMatchObject({ ok: true })
      }),
      { numRuns: costlyRuns(1, 50) },
    )
  })

  it.each(everyOperation.filter(([, operation]) => isPaginated(operation)))(
    '%s is read to an end, whatever cursors come',
    async (id, operation) => {
      let cursors: readonly unknown[] = []
      const { client, service } = await connect((_request, response) => {
        const nextCursor = cursors[service.calls.length % cursors.length]
        sendJson(response, { items: [], nextCursor })
      })
      const input = inputOf(operation) as object
      const list = callAt(client, id) as IntakeClient['partner']['webhooks']['list']
      await fc.assert(
        fc.asyncProperty(fc.array(cursor, { minLength: 1, maxLength: 4 }), async (next) => {
          cursors = next
          const before = service.calls.length
          const pages: { ok: boolean }[] = []
          for await (const page of list.pages(input, { maxPages: 5 })) pages.push(page)
          const failed = pages.findIndex(({ ok }) => !ok)
          expect(failed === -1 || failed === pages.length - 1).toBe(true)
          // A page that cannot be read is asked for once more.
          expect(service.calls.length - before).toBeLessThanOrEqual(2 * 5)
        }),
        { numRuns: costlyRuns(2, 10) },
      )
    },
  )

  it('no operation reads an enormous answer further than the limit', async () => {
    const bodyBytes = 64 * 1024
    const enormous = 32 * 1024 * 1024
    const chunk = Buffer.alloc(bodyBytes, 0x20)
    const poured: number[] = []
    const { client } = await connect(
      (_request, response) => {
        response.writeHead(200, { 'content-type': 'application/json' })
        let sent = 0
        const pour = () => {
          while (sent < enormous && !response.destroyed) {
            sent += chunk.length
            if (!response.write(chunk)) return void response.once('drain', pour)
          }
        }
        response.once('close', () => poured.push(sent))
        pour()
      },
      { limits: { bodyBytes } },
    )
    const results = await Promise.all(everyOperation.map(([, , call]) => call(client)))
    for (const result of results)
      expect(result).toMatchObject({ ok: false, error: { reason: 'too long' } })
    await expect.poll(() => poured.length).toBe(everyOperation.length)
    expect(Math.max(...poured)).toBeLessThan(enormous / 2)
  })

  it.each<[string, (response: ServerResponse) => void]>([
    ['headers', () => undefined],
    ['body', (response) => void response.writeHead(200).write('{')],
  ])('no operation waits for %s that do not come', async (_part, begin) => {
    const { client, service } = await connect((_request, response) => begin(response), {
      limits: { headersMs: 40, bodyMs: 40 },
    })
    const results = await Promise.all(everyOperation.map(([, , call]) => call(client)))
    for (const result of results)
      expect(result).toMatchObject({ ok: false, error: { kind: 'timedOut' } })
    expect(service.calls.length).toBeLessThanOrEqual(3 * everyOperation.length)
  })
})

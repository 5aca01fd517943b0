import { describe, expect, it, onTestFinished } from 'vitest'
import type { z } from 'zod'
import { wireProfile } from '../src/contract/wire-profile.ts'
import { getTokens, send } from '#harness/sandbox/client.ts'
import { startSandbox } from './sandbox.ts'
import * as cases from './seeds/cases.ts'

/** Starts a sandbox that speaks by a profile, for requests by hand, without a client that knows the profile. */
async function start(values: z.input<typeof wireProfile>, secrets?: Record<string, string>) {
  const profile = wireProfile.parse(values)
  const sandbox = await startSandbox({ profile, ...(secrets && { wireSecrets: secrets }) })
  onTestFinished(() => sandbox.close())
  const { partner } = await getTokens(sandbox)
  const account = `${sandbox.apiUrl}/partner/v2/account/${sandbox.accountId}`
  const ask = (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    send(method, account + path, {
      headers: { authorization: `Bearer ${partner}`, ...headers },
      ...(body !== undefined && { body }),
    })
  return { sandbox, ask, packets: `/location/${sandbox.locationIds[0]}/form` }
}

describe('a sandbox that speaks by a wire profile', () => {
  it('refuses a request without a header that the profile adds, or with another value', async () => {
    const { ask } = await start({ headers: [{ name: 'x-api-key', secret: 'key' }] }, { key: 'K-1' })
    const list = (key: Record<string, string>) => ask('GET', '/patients', undefined, key)
    expect(await list({})).toMatchObject({ status: 401, body: { error: 'missing_header' } })
    expect((await list({ 'x-api-key': 'K-2' })).status).toBe(401)
    expect((await list({ 'x-api-key': 'K-1' })).status).toBe(200)
  })

  it('takes the pair for a token by the names of the profile alone', async () => {
    const names = { client_id: 'clientId', client_secret: 'clientSecret' }
    const profile = wireProfile.parse({ token: { partner: { body: 'json', names } } })
    const sandbox = await startSandbox({ profile })
    onTestFinished(() => sandbox.close())
    const { clientId, clientSecret } = sandbox.credentials.partner
    const ask = (pair: object) =>
      send('POST', `${sandbox.apiUrl}/oauth/token`, {
        body: { grant_type: 'client_credentials', ...pair },
      })
    expect((await ask({ client_id: clientId, client_secret: clientSecret })).status).not.toBe(200)
    expect((await ask({ clientId, clientSecret })).status).toBe(200)
  })

  it.each([
    [{ length: 4 }, /^\d{4}$/],
    [{ length: 8, alphabet: 'alphanumeric' }, /^[A-Z2-9]{8}$/],
  ] as const)('sends codes by its rules: %j', async (code, form) => {
    const { ask, sandbox } = await start({ proof: { code, token: { in: 'query', name: 't' } } })
    const made = await ask('POST', '/identity-proof', { verificationMethod: 'SMS' })
    const { id, token } = made.body as { id: string; token: string }
    const { phone } = cases.onePacket
    const path = `/identity-proof/${id}/send`
    expect((await ask('POST', path, { method: 'SMS', phone })).status).toBe(400)
    expect((await ask('POST', `${path}?t=${token}`, { method: 'SMS', phone })).status).toBe(200)
    expect(sandbox.control.latestCode(phone)).toMatch(form)
  })

  it('gives no page longer than the profile says, and the status of an empty one', async () => {
    const { ask, packets } = await start({ lists: { pageSize: 5, emptyStatuses: [404] } })
    expect((await ask('GET', `${packets}?limit=6`)).status).toBe(400)
    expect((await ask('GET', `${packets}?limit=5`)).status).toBe(200)
    expect((await ask('GET', `${packets}?limit=5&patientId=${cases.noPacket.id}`)).status).toBe(404)
  })

  it('names no patient in rows whose filter is to be trusted', async () => {
    const { ask, packets } = await start({ lists: { trustPatientFilter: true } })
    const { body } = await ask('GET', `${packets}?patientId=${cases.onePacket.id}`)
    const { items } = body as { items: readonly object[] }
    expect(items).toHaveLength(1)
    expect(items[0]).not.toHaveProperty('patientId')
    expect(items[0]).toHaveProperty('status')
  })

  it('refuses requests that come faster than the profile allows', async () => {
    const { ask } = await start({ rate: { perSecond: 4 } })
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await ask('GET', '/patients')).status),
    )
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
  })
})

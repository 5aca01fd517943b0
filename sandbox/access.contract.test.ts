import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { createCaller, getTokens, send, useSandbox } from '#harness/sandbox/client.ts'

const { sandbox, control, call } = useSandbox()

const minute = 60_000
const listPatients = (accountId: number, by = call) =>
  by(contract.partner.patients.list, { params: { accountId } })

const ask = (path: string, body: string, headers: Record<string, string> = {}) =>
  send('POST', `${sandbox.apiUrl}${path}`, {
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })

it('token requests refuse wrong credentials with 401', async () => {
  const wrong = await ask(
    '/oauth/token',
    `grant_type=client_credentials&client_id=${sandbox.credentials.partner.clientId}&client_secret=guess`,
  )
  expect(wrong).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  const developer = await ask('/oauth2/token', 'grant_type=client_credentials', {
    authorization: `Basic ${Buffer.from('someone:guess').toString('base64')}`,
  })
  expect(developer.status).toBe(401)
})

describe('access tokens', () => {
  it('expire after an hour of the sandbox clock', async () => {
    await listPatients(sandbox.accountId)
    control.advanceClock(60 * minute - 1000)
    expect(await listPatients(sandbox.accountId)).toMatchObject({ status: 200 })
    control.advanceClock(2000)
    expect(await listPatients(sandbox.accountId)).toMatchObject({
      status: 401,
      body: { error: 'invalid_token' },
    })
  })

  it('must be there, whole, signed by us and for this interface', async () => {
    const url = `${sandbox.apiUrl}/partner/v2/account/${sandbox.accountId}/patients`
    const { partner, developer } = await getTokens(sandbox)
    const [head, , signature] = partner.split('.')
    const claims = Buffer.from('{"iss":"foyer-sandbox","aud":"partner"}').toString('base64url')
    const bad = [
      {},
      { authorization: partner },
      { authorization: 'Bearer x' },
      { authorization: `Bearer ${developer}` },
      { authorization: `Bearer ${head}.${claims}.${signature}` },
    ]
    for (const headers of bad) expect((await send('GET', url, { headers })).status).toBe(401)
    const headers = { authorization: `Bearer ${partner}` }
    expect((await send('GET', url, { headers })).status).toBe(200)
    const ofDeveloper = `${sandbox.apiUrl}/service/api/developer/v1/locations`
    expect(await send('GET', ofDeveloper, { headers })).toMatchObject({
      status: 401,
      body: { success: false, data: {} },
    })
  })

  it('can be withdrawn; a new one works', async () => {
    await listPatients(sandbox.accountId)
    control.addFault({ expireTokens: true })
    expect((await listPatients(sandbox.accountId)).status).toBe(401)
    expect((await listPatients(sandbox.accountId, createCaller(sandbox))).status).toBe(200)
  })
})

describe('an address that no interface has', () => {
  const developerBase = '/service/api/developer/v1'
  const ask = async (method: string, path: string, token?: string) =>
    send(method, `${sandbox.apiUrl}${path}`, {
      headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    })

  it.each([
    ['GET', '/nothing'],
    ['GET', '/locations/1/nothing'],
    ['DELETE', '/locations'],
  ])('is answered by the envelope in place of the developer interface: %s %s', async (...at) => {
    const [method, path] = at
    const { developer } = await getTokens(sandbox)
    const known = await ask(method, developerBase + path, developer)
    expect(known).toMatchObject({ status: 200, body: { success: false, data: {} } })
    expect((known.body as { message: string }).message).not.toBe('')
    const unknown = await ask(method, developerBase + path)
    expect(unknown).toMatchObject({ status: 401, body: { success: false, data: {} } })
  })

  it('is an error of the partner interface elsewhere', async () => {
    for (const path of ['/partner/v2/nothing', '/nothing', '/service/api/developer/v2/locations'])
      expect(await ask('GET', path)).toMatchObject({ status: 404, body: { error: 'not_found' } })
  })
})

it('grants can be taken back and given again', async () => {
  control.addFault({ revokeGrant: true })
  const listWebhooks = () => call(contract.partner.webhooks.list, {})
  expect((await listPatients(sandbox.accountId)).status).toBe(403)
  expect(await listWebhooks()).toMatchObject({ status: 403, body: { error: 'no_grant' } })
  control.clearFaults()
  expect((await listPatients(sandbox.accountId)).status).toBe(200)
  expect((await listWebhooks()).status).toBe(200)
})

describe('requests', () => {
  it('carry integers in decimal, and in no other notation', async () => {
    const { partner } = await getTokens(sandbox)
    const headers = { authorization: `Bearer ${partner}` }
    const ask = async (account: string, limit: string) => {
      const path = `/partner/v2/account/${account}/patients?limit=${limit}`
      return (await send('GET', `${sandbox.apiUrl}${path}`, { headers })).status
    }
    expect(await ask('101', '20')).toBe(200)
    for (const limit of ['2e1', '0x14', '20.0', '%2020', '%2B20', '', 'twenty'])
      expect(await ask('101', limit), `limit=${limit}`).toBe(400)
    for (const account of ['1.01e2', '0x65', '101.0', '%20101', '+101', 'ours'])
      expect(await ask(account, '20'), account).toBe(400)
    expect(await ask('424242', '20')).toBe(403)
  })

  it('that do not fit the contract are 400, and say where without saying what was sent', async () => {
    const { partner } = await getTokens(sandbox)
    const url = `${sandbox.apiUrl}/partner/v2/account/101/patients`
    const headers = { authorization: `Bearer ${partner}` }
    const surplus = await send('GET', `${url}?colour=blue`, { headers })
    expect(surplus).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
    expect((await send('GET', `${url}?limit=1001`, { headers })).status).toBe(400)
    const broken = await send('POST', url, { headers, body: '{"firstName": "Sec' })
    expect(broken.status).toBe(400)
    expect(JSON.stringify(broken.body)).not.toContain('Sec')
    const cursor = await send('GET', `${url}?cursor=zzz`, { headers })
    expect(cursor).toMatchObject({ status: 400, body: { error: 'invalid_cursor' } })
  })
})

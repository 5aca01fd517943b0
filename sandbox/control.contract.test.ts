import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { onePacket, shortForm } from './seeds/cases.ts'
import { send, startStillSandbox, useSandbox, getTokens } from '#harness/sandbox/client.ts'
import { networkSwitches } from './control/faults.ts'

const { sandbox, control, call } = useSandbox(await startStillSandbox())

const ask = (method: string, path: string, body?: unknown) =>
  send(method, `${sandbox.apiUrl}/sandbox/${path}`, body === undefined ? {} : { body })
const listPatients = () => call(contract.partner.patients.list, { params: { accountId: 101 } })
const listLocations = () => call(contract.developer.locations.list, {})

describe('faults', () => {
  it('answer with a status, as often as told, and only where told', async () => {
    const fault = { status: 503, retryAfterSeconds: 7, pathIncludes: '/patients', times: 2 }
    expect((await ask('POST', 'faults', fault)).status).toBe(200)
    expect(await listPatients()).toMatchObject({ status: 503, headers: { 'retry-after': '7' } })
    expect((await listLocations()).status).toBe(200)
    expect((await listPatients()).status).toBe(503)
    expect((await listPatients()).status).toBe(200)
  })

  it('cut the connection after the request was carried out', async () => {
    const create = () =>
      call(contract.partner.patients.create, {
        params: { accountId: 101 },
        body: { firstName: 'Noor', lastName: 'Said' },
      })
    const before = control.counts().patients
    await ask('POST', 'faults', { cutAfterwards: true, times: 1 })
    await expect(create()).rejects.toMatchObject({ cause: { code: 'UND_ERR_SOCKET' } })
    expect(control.counts().patients).toBe(before + 1)
  })

  it('answer with the page of a log-in portal', async () => {
    await ask('POST', 'faults', { portal: true, times: 1 })
    const answer = await send('GET', `${sandbox.apiUrl}/anything`)
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
  })

  it('send an answer slowly, and whole', async () => {
    const whole = await listLocations()
    await ask('POST', 'faults', { bytesPerSecond: 10_000, times: 1 })
    const before = performance.now()
    expect((await listLocations()).body).toEqual(whole.body)
    expect(performance.now() - before).toBeGreaterThan(99)
  })

  it('leave the control endpoints alone and stay off the other listener', async () => {
    await ask('POST', 'faults', { status: 500 })
    expect((await ask('GET', 'state')).status).toBe(200)
    expect((await send('GET', `${sandbox.pagesUrl}/nowhere`)).status).toBe(404)
    await ask('POST', 'faults', { status: 502, on: 'pages' })
    expect((await send('GET', `${sandbox.pagesUrl}/nowhere`)).status).toBe(502)
  })
})

describe('the clock and the reset', () => {
  it('moves the clock', async () => {
    const moved = await ask('POST', 'clock', { advanceMs: 90_000 })
    expect(moved.body).toMatchObject({ now: '2026-03-10T17:01:30.000Z' })
  })

  it('brings everything back to the seeds; tokens stay valid', async () => {
    const before = (await ask('GET', 'state')).body
    const params = { accountId: 101 }
    await call(contract.partner.patients.create, {
      params,
      body: { firstName: 'Noor', lastName: 'Said' },
    })
    await call(contract.partner.patients.update, {
      params: { ...params, patientId: onePacket.id },
      body: { firstName: 'Changed' },
    })
    await ask('POST', 'clock', { advanceMs: 5000 })
    await ask('POST', 'faults', { status: 500, pathIncludes: 'never' })
    expect((await ask('GET', 'state')).body).not.toEqual(before)
    expect((await ask('POST', 'reset')).body).toEqual(before)
    const reply = await call(contract.partner.patients.get, {
      params: { ...params, patientId: onePacket.id },
    })
    expect(reply).toMatchObject({ status: 200, body: { firstName: 'Rosa' } })
  })
})

/** Lets the sandbox send a code to each of these addresses, one after the other. */
async function sendCodes(emails: readonly string[]): Promise<void> {
  const { identityProof } = contract.partner
  const params = { accountId: 101 }
  const created = await call(identityProof.create, {
    params,
    body: { verificationMethod: 'EMAIL' },
  })
  const { id, token } = created.body as { id: string; token: string }
  for (const email of emails)
    await call(identityProof.send, {
      params: { ...params, id },
      headers: { 'x-identity-proof-token': token },
      body: { method: 'EMAIL', email },
    })
}

describe('the phone', () => {
  it('shows what a person types at the kiosk once they are chosen', async () => {
    const unchosen = (await ask('GET', 'phone')).body
    expect(unchosen).toContain(`?as=${shortForm.id}`)
    expect(unchosen).not.toContain('206 555 0109')
    const chosen = (await ask('GET', `phone?as=${shortForm.id}`)).body
    expect(chosen).toContain('206 555 0109')
    expect(chosen).toContain('May 12, 1990')
    expect(chosen).toMatch(/aria-current="true"[^]*Nora Berg/)
  })

  it('shows messages newest last, and escapes them', async () => {
    await sendCodes(['first@example.com', '<i>@example.com'])
    const codes = ['first@example.com', '<i>@example.com'].map((to) => control.latestCode(to))
    for (const path of ['phone', 'phone/messages']) {
      const page = (await ask('GET', path)).body as string
      expect([...page.matchAll(/<strong>(\d+)</g)].map(([, code]) => code)).toEqual(codes)
      expect(page).not.toContain('<i>@')
    }
  })
})

const network = () => fetch(`${sandbox.apiUrl}/sandbox/network`)
const tap = (...fields: readonly [string, string][]) =>
  fetch(`${sandbox.apiUrl}/sandbox/network`, {
    method: 'POST',
    body: new URLSearchParams([...fields].map(([name, value]): [string, string] => [name, value])),
  })
const here = () => ({ accountId: sandbox.accountId, locationId: sandbox.locationIds[0] })
const template = (formTemplateId: number) =>
  call(contract.partner.formTemplates.get, { params: { ...here(), formTemplateId } })

describe('the network page', () => {
  const switches = networkSwitches
    .filter(({ fault }) => fault.status)
    .map(({ id, fault }) => [id, fault] as const)
  it.each(switches)('switches %s on and off', async (id, { status, retryAfterSeconds }) => {
    expect((await tap(['switch', id], ['on', 'yes'])).url).toContain('/sandbox/network')
    const answer = await listPatients()
    expect(answer.status).toBe(status)
    const asked = retryAfterSeconds === undefined ? undefined : String(retryAfterSeconds)
    expect(answer.headers['retry-after']).toBe(asked)
    await tap(['switch', id], ['on', 'no'])
    expect((await listPatients()).status).toBe(200)
  })

  it.each(['down', 'otherHost'])('cuts both the interfaces and the pages by %s', async (id) => {
    await tap(['switch', id], ['on', 'yes'])
    await expect(listPatients()).rejects.toThrow()
    await expect(fetch(`${sandbox.pagesUrl}/`)).rejects.toThrow()
    expect(await (await network()).text()).toContain('On now:')
  })

  it('refuses tokens that it gives out', async () => {
    await tap(['switch', 'tokens'], ['on', 'yes'])
    expect((await listPatients()).status).toBe(401)
    expect((await getTokens(sandbox)).partner).not.toBe('')
  })

  it('makes all well at once, and says what is on meanwhile', async () => {
    await tap(['switch', 'slow'], ['on', 'yes'])
    control.addFault({ status: 500, pathIncludes: '/patients' })
    const text = await (await network()).text()
    expect(text).toContain('The network is slow; 1 more, set by a program')
    await tap(['clear', ''])
    expect(await (await network()).text()).toContain('All is well.')
    expect((await listPatients()).status).toBe(200)
  })

  it('changes a template, takes one away, and moves the clock', async () => {
    const known = (await template(602)).body as { version: number }
    await tap(['raise', '602'])
    expect((await template(602)).body).toMatchObject({ version: known.version + 1 })
    await tap(['remove', '602'])
    expect((await template(602)).status).toBe(404)
    const group = await call(contract.partner.formTemplateGroups.getForLocation, {
      params: { ...here(), groupId: sandbox.defaultTemplateGroupId },
    })
    const { formTemplates } = group.body as { formTemplates: { id: number }[] }
    expect(formTemplates.map(({ id }) => id)).not.toContain(602)
    expect(control.removeTemplate(602)).toBe(false)
    const before = control.counts().now
    await tap(['hour', ''])
    expect(Date.parse(control.counts().now) - Date.parse(before)).toBe(3_600_000)
  })
})

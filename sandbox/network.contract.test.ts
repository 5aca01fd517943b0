import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { networkSwitches } from './control/faults.ts'
import { getTokens, startStillSandbox, useSandbox } from '../test/harness/sandbox/client.ts'

const { sandbox, control, call } = useSandbox(await startStillSandbox())

const listPatients = () => call(contract.partner.patients.list, { params: { accountId: 101 } })
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
  it.each(networkSwitches.filter(({ fault }) => fault.status).map(({ id, fault }) => [id, fault]))(
    'switches %s on and off',
    async (id, { status, retryAfterSeconds }) => {
      expect((await tap(['switch', id], ['on', 'yes'])).url).toContain('/sandbox/network')
      const answer = await listPatients()
      expect(answer.status).toBe(status)
      const asked = retryAfterSeconds === undefined ? undefined : String(retryAfterSeconds)
      expect(answer.headers['retry-after']).toBe(asked)
      await tap(['switch', id], ['on', 'no'])
      expect((await listPatients()).status).toBe(200)
    },
  )

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

  it('knows no other switch', async () => {
    expect((await tap(['switch', 'nonsense'], ['on', 'yes'])).status).toBe(400)
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

import { describe, expect, it } from 'vitest'
import { routes } from '../../../sandbox/routes.ts'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import * as cases from '../../../sandbox/seeds/cases.ts'
import type { Result } from '../../shared/result.ts'
import type { IntakeClient, IntakeClientOptions } from './client.ts'
import type { ServiceError } from './errors.ts'
import { connectTo } from './testing/connect-to.ts'

async function startSandboxed(options?: Partial<IntakeClientOptions>) {
  const sandbox = await startSandbox()
  return { sandbox, ...connectTo(sandbox, options) }
}

type Here = Awaited<ReturnType<typeof startSandboxed>>['here']

function valueOf<T>(result: Result<T, ServiceError>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

async function firstOf<T>(list: Promise<Result<{ items: T[] }, ServiceError>>): Promise<T> {
  const [item] = valueOf(await list).items
  if (item === undefined) throw new Error('the list is empty')
  return item
}

async function callForms({ partner }: IntakeClient, params: Here, defaultTemplateGroupId: number) {
  const { formTemplates, formTemplateGroups, formPackets } = partner
  const template = await firstOf(formTemplates.list({ params, query: { limit: 1 } }))
  const inTemplate = { params: { ...params, formTemplateId: template.id } }
  expect(valueOf(await formTemplates.get(inTemplate)).name).toBe(template.name)
  expect(valueOf(await formTemplates.listAttributes(inTemplate)).items).toBeInstanceOf(Array)
  expect(valueOf(await formTemplates.listElements(inTemplate)).items.length).toBeGreaterThan(0)

  const inGroup = { params: { ...params, groupId: defaultTemplateGroupId } }
  await firstOf(formTemplateGroups.list({ params }))
  await firstOf(formTemplateGroups.listForLocation({ params }))
  expect(valueOf(await formTemplateGroups.get(inGroup)).id).toBe(defaultTemplateGroupId)
  expect(valueOf(await formTemplateGroups.getForLocation(inGroup)).id).toBe(defaultTemplateGroupId)

  const body = { patientId: cases.noPacket.id, formTemplateGroupId: defaultTemplateGroupId }
  const created = valueOf(await formPackets.create({ params, body }))
  const inPacket = { params: { ...params, formPacketId: created.id } }
  const query = { patientId: cases.noPacket.id }
  expect((await firstOf(formPackets.list({ params, query }))).id).toBe(created.id)
  expect(valueOf(await formPackets.get(inPacket)).forms?.length).toBeGreaterThan(0)
  const change = { ...inPacket, body: { dueDate: '2031-01-02' } }
  expect(valueOf(await formPackets.update(change)).dueDate).toBe('2031-01-02')
  const filled = await formPackets.prefill({ ...inPacket, body: { no_such_attribute: 'x' } })
  expect(valueOf(filled).skipped).toEqual(['no_such_attribute'])
  expect(valueOf(await formPackets.getPdf(inPacket)).url).toMatch(/^http/)
  expect(valueOf(await formPackets.getUrl(inPacket)).url).toMatch(/^http/)
  expect(valueOf(await formPackets.archive(inPacket)).status).toBe('ARCHIVED')
}

async function callPatients({ partner: { patients } }: IntakeClient, { accountId }: Here) {
  const params = { accountId }
  const body = { firstName: 'Ada', lastName: 'Quill', dateOfBirth: '1990-02-03' }
  const { id: patientId } = valueOf(await patients.create({ params, body }))
  const one = { params: { accountId, patientId } }
  expect(valueOf(await patients.get(one)).dateOfBirth).toBe('2/3/1990')
  expect(valueOf(await patients.update({ ...one, body: { lastName: 'Reed' } })).lastName).toBe(
    'Reed',
  )
  expect((await firstOf(patients.list({ params, query: { name: 'Reed' } }))).id).toBe(patientId)
}

async function callAppointments({ partner: { appointments } }: IntakeClient, params: Here) {
  const { practitionerId, appointmentTypeId } = await firstOf(appointments.list({ params }))
  if (!practitionerId || !appointmentTypeId)
    throw new Error('an appointment without a practitioner')
  const startAt = '2031-03-04T10:00:00Z'
  const body = { patientId: cases.onePacket.id, practitionerId, appointmentTypeId, startAt }
  const { id: appointmentId } = valueOf(await appointments.create({ params, body }))
  const one = { params: { ...params, appointmentId } }
  expect(Date.parse(valueOf(await appointments.get(one)).startAt)).toBe(Date.parse(startAt))
  const change = { ...one, body: { status: 'CANCELLED' as const } }
  expect(valueOf(await appointments.update(change)).status).toBe('CANCELLED')
}

async function callIdentityProof(
  { partner: { identityProof } }: IntakeClient,
  { accountId }: Here,
  codeOf: (to: string) => string | undefined,
) {
  const { phone, id: patientId } = cases.onePacket
  const body = { verificationMethod: 'SMS' as const }
  const proof = valueOf(await identityProof.create({ params: { accountId }, body }))
  const one = {
    params: { accountId, id: proof.id },
    headers: { 'x-identity-proof-token': proof.token },
  }
  valueOf(await identityProof.send({ ...one, body: { method: 'SMS', phone } }))
  const code = codeOf(phone) ?? ''
  const verified = await identityProof.verify({ ...one, body: { method: 'SMS', code } })
  expect(valueOf(verified).result).toBe('VERIFIED')
  expect(valueOf(await identityProof.get(one)).methods).toMatchObject([{ status: 'VERIFIED' }])
  expect(valueOf(await identityProof.getPatient(one)).patientId).toBe(patientId)
}

async function callDeveloper({ developer }: IntakeClient, { locationId }: Here, group: number) {
  const { locations, formTemplateGroups } = developer
  expect(valueOf(await locations.list()).length).toBeGreaterThan(0)
  expect(valueOf(await locations.get({ params: { location_id: locationId } })).id).toBe(locationId)
  expect(valueOf(await formTemplateGroups.list()).length).toBeGreaterThan(0)
  const one = { params: { form_template_group_id: group } }
  expect(valueOf(await formTemplateGroups.get(one)).id).toBe(group)
}

describe('the client at the sandbox', () => {
  it('calls every operation that there is, and each answer is as described', async () => {
    const called = new Set<string>()
    const { sandbox, client, here } = await startSandboxed({
      log: ({ operation, outcome }) => void (outcome === 'ok' && called.add(operation)),
    })
    const group = sandbox.defaultTemplateGroupId
    await callForms(client, here, group)
    await callPatients(client, here)
    await callAppointments(client, here)
    await callIdentityProof(client, here, (to) => sandbox.control.latestCode(to))
    await callDeveloper(client, here, group)
    const served = routes.map(({ operation }) => operation.id)
    expect([...called].sort()).toEqual(served.filter((id) => !id.startsWith('auth.')).sort())
  })

  it('goes on when every token is withdrawn', async () => {
    const { sandbox, client, here } = await startSandboxed()
    valueOf(await client.partner.appointments.list({ params: here }))
    sandbox.control.addFault({ expireTokens: true, times: 1 })
    valueOf(await client.partner.appointments.list({ params: here }))
    sandbox.control.advanceClock(2 * 3_600_000)
    valueOf(await client.developer.locations.list())
    valueOf(await client.partner.appointments.list({ params: here }))
  })

  it('rides out a fault of a read, and never repeats a write', async () => {
    const { sandbox, client, here } = await startSandboxed()
    sandbox.control.addFault({ status: 503, times: 1, pathIncludes: '/partner' })
    valueOf(await client.partner.appointments.list({ params: here }))
    sandbox.control.addFault({ cut: true, times: 1, pathIncludes: '/partner' })
    valueOf(await client.partner.appointments.list({ params: here }))

    sandbox.control.addFault({ cut: true, times: 1, pathIncludes: '/identity-proof' })
    const params = { accountId: here.accountId }
    const body = { verificationMethod: 'SMS' as const }
    const cut = await client.partner.identityProof.create({ params, body })
    expect(cut).toMatchObject({ ok: false, error: { kind: 'unreachable', attempts: 1 } })
    expect(sandbox.control.counts().proofs).toBe(0)
  })

  it.each([
    ['a foreign account', (id: { foreign: number }) => ({ accountId: id.foreign })],
    ['a foreign location', () => ({ locationId: 999_999 })],
  ])('is forbidden %s', async (_name, change) => {
    const { sandbox, client, here } = await startSandboxed()
    const params = { ...here, ...change({ foreign: sandbox.foreignAccountId }) }
    const list = await client.partner.appointments.list({ params })
    expect(list).toMatchObject({ ok: false, error: { kind: 'forbidden' } })
  })

  it('is unauthorized with wrong credentials, at either interface', async () => {
    const wrong = () => ({ clientId: 'nobody', clientSecret: 'wrong' })
    const { client, here } = await startSandboxed({
      credentials: { partner: wrong, developer: wrong },
    })
    const error = { kind: 'unauthorized', stage: 'token', attempts: 0 }
    expect(await client.partner.appointments.list({ params: here })).toMatchObject({ error })
    expect(await client.developer.locations.list()).toMatchObject({ error })
  })

  it('reads a failed envelope as an error', async () => {
    const { client } = await startSandboxed()
    const location = await client.developer.locations.get({ params: { location_id: 999_999 } })
    expect(location).toMatchObject({ ok: false, error: { kind: 'refusedByEnvelope' } })
  })
})

import { describe, expect, it } from 'vitest'
import { routes } from '../../../../sandbox/routes.ts'
import {
  callCrm,
  callRecords,
  callRemoteCare,
  callScheduling,
} from '../../../../test/harness/sandbox/calls/clinic.ts'
import {
  callDeveloperForms,
  callDeveloperPatients,
  callLocations,
} from '../../../../test/harness/sandbox/calls/developer.ts'
import { callForms } from '../../../../test/harness/sandbox/calls/forms.ts'
import { callIdentityProof, callPatients } from '../../../../test/harness/sandbox/calls/patients.ts'
import { callWebhooks } from '../../../../test/harness/sandbox/calls/webhooks.ts'
import { openClient, value } from '../../../../test/harness/sandbox/client.ts'

const calls = [
  callScheduling,
  callCrm,
  callForms,
  callIdentityProof,
  callRecords,
  callPatients,
  callRemoteCare,
  callWebhooks,
  callLocations,
  callDeveloperPatients,
  callDeveloperForms,
]

describe('the client at the sandbox', () => {
  it('calls every operation that there is, and each answer is as described', async () => {
    const called = new Set<string>()
    const opened = await openClient({
      log: ({ operation, outcome }) => {
        if (outcome === 'ok') called.add(operation)
      },
    })
    for (const call of calls) await call(opened)
    const served = routes.map(({ operation }) => operation.id)
    expect([...called].sort()).toEqual(served.filter((id) => !id.startsWith('auth.')).sort())
  })

  it('goes on when every token is withdrawn', async () => {
    const { control, developer, partner, here } = await openClient()
    await value(partner.appointments.list({ params: here }))
    control.addFault({ expireTokens: true, times: 1 })
    await value(partner.appointments.list({ params: here }))
    control.advanceClock(2 * 3_600_000)
    await value(developer.locations.list())
    await value(partner.appointments.list({ params: here }))
  })

  it('rides out a fault of a read, and never repeats a write', async () => {
    const { control, partner, here } = await openClient()
    control.addFault({ status: 503, times: 1, pathIncludes: '/partner' })
    await value(partner.appointments.list({ params: here }))
    control.addFault({ cut: true, times: 1, pathIncludes: '/partner' })
    await value(partner.appointments.list({ params: here }))

    control.addFault({ cut: true, times: 1, pathIncludes: '/identity-proof' })
    const params = { accountId: here.accountId }
    const body = { verificationMethod: 'SMS' as const }
    const cut = await partner.identityProof.create({ params, body })
    expect(cut).toMatchObject({ ok: false, error: { kind: 'unreachable', attempts: 1 } })
    expect(control.counts().proofs).toBe(0)
  })

  it.each([
    ['a foreign account', (id: { foreign: number }) => ({ accountId: id.foreign })],
    ['a foreign location', () => ({ locationId: 999_999 })],
  ])('is forbidden %s', async (_name, change) => {
    const { sandbox, partner, here } = await openClient()
    const params = { ...here, ...change({ foreign: sandbox.foreignAccountId }) }
    const list = await partner.appointments.list({ params })
    expect(list).toMatchObject({ ok: false, error: { kind: 'forbidden' } })
  })

  it('is unauthorized with wrong credentials, at either interface', async () => {
    const wrong = () => ({ clientId: 'nobody', clientSecret: 'wrong' })
    const { developer, partner, here } = await openClient({
      credentials: { partner: wrong, developer: wrong },
    })
    const error = { kind: 'unauthorized', stage: 'token', attempts: 0 }
    expect(await partner.appointments.list({ params: here })).toMatchObject({ error })
    expect(await developer.locations.list()).toMatchObject({ error })
  })

  it('reads a failed envelope as an error', async () => {
    const { developer } = await openClient()
    const location = await developer.locations.get({ params: { location_id: 999_999 } })
    expect(location).toMatchObject({ ok: false, error: { kind: 'refusedByEnvelope' } })
  })
})

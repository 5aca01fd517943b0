import { describe, expect, it } from 'vitest'
import { startStillSandbox } from '../../../../test/harness/sandbox/caller.ts'
import { openClient, value } from '../../../../test/harness/sandbox/client.ts'

const openOverHttp = async () => openClient({}, await startStillSandbox())

describe('the client at the sandbox', () => {
  it('goes on when every token is withdrawn', async () => {
    const { control, developer, partner, here } = await openOverHttp()
    await value(partner.appointments.list({ params: here }))
    control.addFault({ expireTokens: true, times: 1 })
    await value(partner.appointments.list({ params: here }))
    control.advanceClock(2 * 3_600_000)
    await value(developer.locations.list())
    await value(partner.appointments.list({ params: here }))
  })

  it('rides out a fault of a read, and never repeats a write', async () => {
    const { control, partner, here } = await openOverHttp()
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
})

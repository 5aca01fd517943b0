import { describe, expect, it, onTestFinished } from 'vitest'
import { sandboxSecret } from '../../../sandbox/http/wire.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import * as cases from '../../../sandbox/seeds/cases.ts'
import { profileNamed, profileNames } from '../../../test/harness/contract/profiles.ts'
import { openSandbox } from '../../../test/harness/sandbox/client.ts'
import { connectTo } from '../../../test/harness/service/connect-to.ts'
import { defaultWireProfile, type WireProfile } from '../../contract/wire-profile.ts'
import type { Result } from '../../shared/result.ts'
import { checkAccess } from './access.ts'
import { createCheckInService } from './check-in-service.ts'
import type { IntakeClientOptions } from './client/call-types.ts'
import { readClinic } from './clinic.ts'
import type { ServiceError } from './http/errors.ts'

const { signal } = new AbortController()

const profiles = profileNames.map((name) => ({ name, profile: profileNamed(name) }))

class Failed extends Error {
  readonly failure: ServiceError

  constructor(failure: ServiceError) {
    super(JSON.stringify(failure))
    this.failure = failure
  }
}

function valueOf<T>(result: Result<T, ServiceError>): T {
  if (!result.ok) throw new Failed(result.error)
  return result.value
}

/** Everything that a visit asks of the service, from the health check to a packet that is done. */
async function visit(sandbox: Sandbox, options: Partial<IntakeClientOptions>) {
  const { client, here } = connectTo(sandbox, { secrets: sandboxSecret, ...options })
  const { defaultTemplateGroupId } = sandbox
  const checkIn = createCheckInService(client, { ...here, defaultTemplateGroupId })
  const { phone, email, id } = cases.bothChannels
  valueOf(await checkAccess(client, here))
  expect(valueOf(await readClinic(client, here.locationId)).name).not.toBe('')

  const proof = valueOf(await checkIn.createProof('both', signal))
  const prove = async (channel: 'sms' | 'email', contact: string) => {
    valueOf(await checkIn.sendCode(proof, channel, contact, signal))
    const code = sandbox.control.latestCode(contact) ?? ''
    const wrong = `${code.startsWith('2') ? '3' : '2'}${code.slice(1)}`
    expect(valueOf(await checkIn.verifyCode(proof, channel, wrong, signal))).toBe('incorrect')
    expect(valueOf(await checkIn.verifyCode(proof, channel, code, signal))).toBe('verified')
  }
  await prove('sms', phone)
  expect(valueOf(await checkIn.proofStatus(proof, signal)).state).toBe('pending')
  await prove('email', email)
  expect(valueOf(await checkIn.proofStatus(proof, signal)).state).toBe('proved')
  expect(valueOf(await checkIn.matchPatient(proof, signal))).toBe(id)

  const several = cases.threePackets
  const [year = 0, month = 0, day = 0] = several.dateOfBirth.split('-').map(Number)
  expect(valueOf(await checkIn.dateOfBirth(several.id, signal))).toEqual({ year, month, day })
  const packets = valueOf(await checkIn.openPackets(several.id, signal))
  expect(packets).toHaveLength(3)
  const [packet] = packets
  if (!packet) throw new Error('no packet waits')
  expect(valueOf(await checkIn.completionUrl(packet.id, signal))).toContain(sandbox.pagesUrl)
  expect(valueOf(await checkIn.packetProgress(packet.id, signal)).completed).toBe(false)
  const params = { ...here, formPacketId: packet.id }
  valueOf(await client.partner.formPackets.update({ params, body: { status: 'COMPLETED' } }))
  expect(valueOf(await checkIn.packetProgress(packet.id, signal)).completed).toBe(true)

  expect(valueOf(await checkIn.openPackets(cases.noPacket.id, signal))).toEqual([])
  const created = valueOf(await checkIn.createPacket(cases.noPacket.id, signal))
  expect(created).toMatchObject({ started: false, completed: false })
  const query = { from: '2000-01-01', to: '2100-12-31', patientId: cases.noPacket.id }
  const listed = valueOf(await client.partner.formPackets.list({ params: here, query }))
  expect(listed.items.map((each) => each.id)).toEqual([created.id])
  expect(valueOf(await checkIn.publicLink(signal))).toContain(sandbox.pagesUrl)
}

describe('a visit at a service that speaks in its own way', () => {
  it.each(profiles)('goes through with its profile: $name', async ({ profile }) => {
    await visit(openSandbox({ profile }), { profile })
  })

  it.each(profiles)('fails without its profile: $name', { tags: 'full' }, async ({ profile }) => {
    await expect(visit(openSandbox({ profile }), {})).rejects.toThrow()
  })

  it.each(profiles)(
    'fails with its profile at another service: $name',
    { tags: 'full' },
    async ({ profile }) => {
      await expect(visit(openSandbox(), { profile })).rejects.toThrow()
    },
  )

  it('fails where the secret of a header is not kept, and sends nothing', async () => {
    const profile = profileNamed('gateway')
    const sandbox = openSandbox({ profile })
    const refused = visit(sandbox, { profile, secrets: () => undefined })
    await expect(refused).rejects.toMatchObject({
      failure: { kind: 'unauthorized', stage: 'token', attempts: 0 },
    })
    expect(sandbox.control.served()).toEqual([])
  })

  it('speaks as the contract says where the profile says nothing', async () => {
    await visit(openSandbox({ profile: defaultWireProfile }), {})
  })
})

describe('a code that is read aloud', () => {
  const { phone } = cases.onePacket
  const prove = async (profile: WireProfile) => {
    const sandbox = openSandbox({ profile })
    onTestFinished(() => sandbox.close())
    const { client, here } = connectTo(sandbox, { secrets: sandboxSecret, profile })
    const checkIn = createCheckInService(client, { ...here, defaultTemplateGroupId: null })
    const proof = valueOf(await checkIn.createProof('sms', signal))
    return { sandbox, checkIn, proof, sent: await checkIn.sendCode(proof, 'voice', phone, signal) }
  }

  it('is called for by the word of the profile, and proves the phone as a text does', async () => {
    const { sandbox, checkIn, proof, sent } = await prove(profileNamed('other-words'))
    expect(sent.ok).toBe(true)
    expect(sandbox.control.inbox()[0]?.text).toMatch(/^Call: your code .* is \d( \d){5}\.$/)
    const code = sandbox.control.latestCode(phone) ?? ''
    expect(valueOf(await checkIn.verifyCode(proof, 'sms', code, signal))).toBe('verified')
    expect(valueOf(await checkIn.proofStatus(proof, signal)).state).toBe('proved')
  })

  it('is refused by a service that makes no calls', async () => {
    const { sandbox, sent } = await prove(defaultWireProfile)
    expect(sent).toMatchObject({ ok: false, error: { code: 'method_not_included' } })
    expect(sandbox.control.inbox()).toEqual([])
  })
})

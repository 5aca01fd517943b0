import { describe, expect, it, onTestFinished } from 'vitest'
import { sandboxSecret } from '../../../sandbox/http/wire.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import * as cases from '../../../sandbox/seeds/cases.ts'
import { profileNamed, profileNames } from '../../../test/harness/contract/profiles.ts'
import { openSandbox, value } from '../../../test/harness/sandbox/client.ts'
import { connectTo } from '../../../test/harness/service/connect-to.ts'
import { defaultWireProfile, type WireProfile } from '../../contract/wire-profile.ts'
import { checkAccess } from './access.ts'
import { createCheckInService } from './check-in-service.ts'
import type { IntakeClientOptions } from './client/call-types.ts'
import { readClinic } from './clinic.ts'

const { signal } = new AbortController()

const profiles = profileNames.map((name) => ({ name, profile: profileNamed(name) }))

/** Everything that a visit asks of the service, from the health check to a packet that is done. */
async function visit(sandbox: Sandbox, options: Partial<IntakeClientOptions>) {
  const { client, here } = connectTo(sandbox, { secrets: sandboxSecret, ...options })
  const { defaultTemplateGroupId } = sandbox
  const checkIn = createCheckInService(client, { ...here, defaultTemplateGroupId })
  const { phone, email, id } = cases.bothChannels
  await value(checkAccess(client, here))
  expect(await value(readClinic(client, here.locationId))).not.toMatchObject({ name: '' })

  const proof = await value(checkIn.createProof('both', signal))
  const prove = async (channel: 'sms' | 'email', contact: string) => {
    await value(checkIn.sendCode(proof, channel, contact, signal))
    const code = sandbox.control.latestCode(contact) ?? ''
    const wrong = `${code.startsWith('2') ? '3' : '2'}${code.slice(1)}`
    expect(await value(checkIn.verifyCode(proof, channel, wrong, signal))).toBe('incorrect')
    expect(await value(checkIn.verifyCode(proof, channel, code, signal))).toBe('verified')
  }
  await prove('sms', phone)
  expect(await value(checkIn.proofStatus(proof, signal))).toMatchObject({ state: 'pending' })
  await prove('email', email)
  expect(await value(checkIn.proofStatus(proof, signal))).toMatchObject({ state: 'proved' })
  expect(await value(checkIn.matchPatient(proof, signal))).toBe(id)

  const several = cases.threePackets
  const [year = 0, month = 0, day = 0] = several.dateOfBirth.split('-').map(Number)
  expect(await value(checkIn.dateOfBirth(several.id, signal))).toEqual({ year, month, day })
  const packets = await value(checkIn.openPackets(several.id, signal))
  expect(packets).toHaveLength(3)
  const [packet] = packets
  if (!packet) throw new Error('no packet waits')
  expect(await value(checkIn.completionUrl(packet.id, signal))).toContain(sandbox.pagesUrl)
  expect(await value(checkIn.packetProgress(packet.id, signal))).toMatchObject({ completed: false })
  const params = { ...here, formPacketId: packet.id }
  await value(client.partner.formPackets.update({ params, body: { status: 'COMPLETED' } }))
  expect(await value(checkIn.packetProgress(packet.id, signal))).toMatchObject({ completed: true })

  expect(await value(checkIn.openPackets(cases.noPacket.id, signal))).toEqual([])
  const created = await value(checkIn.createPacket(cases.noPacket.id, signal))
  expect(created).toMatchObject({ started: false, completed: false })
  const query = { from: '2000-01-01', to: '2100-12-31', patientId: cases.noPacket.id }
  const listed = await value(client.partner.formPackets.list({ params: here, query }))
  expect(listed.items.map((each) => each.id)).toEqual([created?.id])
  expect(await value(checkIn.publicLink(signal))).toContain(sandbox.pagesUrl)
}

it.each(profiles)(
  'a visit at a service that speaks in its own way goes through with its profile: $name',
  async ({ profile }) => {
    await visit(openSandbox({ profile }), { profile })
  },
)

describe('a code that is read aloud', () => {
  const { phone } = cases.onePacket
  const prove = async (profile: WireProfile) => {
    const sandbox = openSandbox({ profile })
    onTestFinished(() => sandbox.close())
    const { client, here } = connectTo(sandbox, { secrets: sandboxSecret, profile })
    const checkIn = createCheckInService(client, { ...here, defaultTemplateGroupId: null })
    const proof = await value(checkIn.createProof('sms', signal))
    return { sandbox, checkIn, proof, sent: await checkIn.sendCode(proof, 'voice', phone, signal) }
  }

  it('is called for by the word of the profile, and proves the phone as a text does', async () => {
    const { sandbox, checkIn, proof, sent } = await prove(profileNamed('other-words'))
    expect(sent.ok).toBe(true)
    expect(sandbox.control.inbox()[0]?.text).toMatch(/^Call: your code .* is \d( \d){5}\.$/)
    const code = sandbox.control.latestCode(phone) ?? ''
    expect(await value(checkIn.verifyCode(proof, 'sms', code, signal))).toBe('verified')
    expect(await value(checkIn.proofStatus(proof, signal))).toMatchObject({ state: 'proved' })
  })

  it('is refused by a service that makes no calls', async () => {
    const { sandbox, sent } = await prove(defaultWireProfile)
    expect(sent).toMatchObject({ ok: false, error: { code: 'method_not_included' } })
    expect(sandbox.control.inbox()).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import * as cases from '../../../sandbox/seeds/cases.ts'
import type { Result } from '../../shared/result.ts'
import type { CheckInService, Proof } from '../visit/service-port.ts'
import { checkAccess } from './access.ts'
import { createCheckInService } from './check-in-service.ts'
import { readClinic } from './clinic.ts'
import type { ServiceError } from './http/errors.ts'
import { openSandbox } from '../../../test/harness/sandbox/in-process.ts'
import { connectTo } from '../../../test/harness/service/connect-to.ts'

const { signal } = new AbortController()

function valueOf<T>(result: Result<T, ServiceError>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

function start() {
  const sandbox = openSandbox()
  const { client, here } = connectTo(sandbox)
  const { defaultTemplateGroupId } = sandbox
  const checkIn = createCheckInService(client, { ...here, defaultTemplateGroupId })
  const prove = async (channel: 'sms' | 'email', contact: string): Promise<Proof> => {
    const proof = valueOf(await checkIn.createProof(channel, signal))
    await verify(checkIn, proof, channel, contact, () => sandbox.control.latestCode(contact))
    return proof
  }
  return { sandbox, client, here, checkIn, prove }
}

async function verify(
  checkIn: CheckInService,
  proof: Proof,
  channel: 'sms' | 'email',
  contact: string,
  codeOf: () => string | undefined,
) {
  valueOf(await checkIn.sendCode(proof, channel, contact, signal))
  const code = codeOf() ?? ''
  expect(valueOf(await checkIn.verifyCode(proof, channel, code, signal))).toBe('verified')
}

describe('a visit at the sandbox', () => {
  it('goes from a phone number to a completed packet', async () => {
    const { sandbox, client, here, checkIn } = start()
    const { phone, id } = cases.onePacket
    expect(valueOf(await checkAccess(client, here))).toBeNull()

    const proof = valueOf(await checkIn.createProof('sms', signal))
    valueOf(await checkIn.sendCode(proof, 'sms', phone, signal))
    const code = sandbox.control.latestCode(phone) ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    expect(valueOf(await checkIn.verifyCode(proof, 'sms', wrong, signal))).toBe('incorrect')
    expect(valueOf(await checkIn.proofStatus(proof, signal)).state).toBe('pending')
    expect(await checkIn.matchPatient(proof, signal)).toMatchObject({
      ok: false,
      error: { kind: 'rejected', code: 'proof_incomplete' },
    })
    expect(valueOf(await checkIn.verifyCode(proof, 'sms', code, signal))).toBe('verified')
    expect(valueOf(await checkIn.proofStatus(proof, signal)).state).toBe('proved')

    expect(valueOf(await checkIn.matchPatient(proof, signal))).toBe(id)
    expect(valueOf(await checkIn.dateOfBirth(id, signal))).toEqual({ year: 1984, month: 3, day: 7 })
    const [packet, ...others] = valueOf(await checkIn.openPackets(id, signal))
    if (!packet) throw new Error('no packet waits')
    expect(others).toEqual([])
    expect(valueOf(await checkIn.completionUrl(packet.id, signal))).toContain(sandbox.pagesUrl)
    expect(valueOf(await checkIn.packetProgress(packet.id, signal)).completed).toBe(false)

    const params = { ...here, formPacketId: packet.id }
    valueOf(await client.partner.formPackets.update({ params, body: { status: 'COMPLETED' } }))
    expect(valueOf(await checkIn.packetProgress(packet.id, signal)).completed).toBe(true)
    expect(valueOf(await checkIn.openPackets(id, signal))).toEqual([])
  })

  it('proves both contacts where both are required', async () => {
    const { sandbox, checkIn } = start()
    const { phone, email, id } = cases.bothChannels
    const proof = valueOf(await checkIn.createProof('both', signal))
    await verify(checkIn, proof, 'sms', phone, () => sandbox.control.latestCode(phone))
    expect(valueOf(await checkIn.proofStatus(proof, signal)).state).toBe('pending')
    await verify(checkIn, proof, 'email', email, () => sandbox.control.latestCode(email))
    expect(valueOf(await checkIn.proofStatus(proof, signal)).state).toBe('proved')
    expect(valueOf(await checkIn.matchPatient(proof, signal))).toBe(id)
  })

  it('tells an expired code and a locked proof from a wrong code', async () => {
    const { sandbox, checkIn } = start()
    const { phone } = cases.onePacket
    const proof = valueOf(await checkIn.createProof('sms', signal))
    valueOf(await checkIn.sendCode(proof, 'sms', phone, signal))
    const code = sandbox.control.latestCode(phone) ?? ''
    sandbox.control.advanceClock(11 * 60_000)
    expect(valueOf(await checkIn.verifyCode(proof, 'sms', code, signal))).toBe('expired')

    const second = valueOf(await checkIn.createProof('sms', signal))
    valueOf(await checkIn.sendCode(second, 'sms', phone, signal))
    const wrong = sandbox.control.latestCode(phone) === '000000' ? '000001' : '000000'
    const outcomes = []
    for (let tries = 0; tries < 6; tries++)
      outcomes.push(valueOf(await checkIn.verifyCode(second, 'sms', wrong, signal)))
    expect(outcomes.at(0)).toBe('incorrect')
    expect(outcomes.at(-1)).toBe('locked')
  })

  it.each([
    ['nobody', 'sms', cases.unknownContact.phone, 'notFound'],
    ['an inactive record', 'sms', cases.inactivePatient.phone, 'notFound'],
    ['a family with one phone', 'sms', cases.familyPhone.phone, 'conflictingMatches'],
    ['two records with one address', 'email', cases.sharedEmail.email, 'conflictingMatches'],
  ] as const)('does not take %s for one patient', async (_name, channel, contact, kind) => {
    const { checkIn, prove } = start()
    const proof = await prove(channel, contact)
    expect(await checkIn.matchPatient(proof, signal)).toMatchObject({ ok: false, error: { kind } })
  })

  it('orders three packets by their due dates and knows which are begun', async () => {
    const { checkIn } = start()
    const packets = valueOf(await checkIn.openPackets(cases.threePackets.id, signal))
    expect(packets).toHaveLength(3)
    const due = packets.map(({ dueDate }) => dueDate)
    expect(due).toEqual(due.toSorted((a, b) => (a ?? '9').localeCompare(b ?? '9')))
    expect(due.at(-1)).toBeNull()
    expect(valueOf(await checkIn.openPackets(cases.halfDone.id, signal))).toMatchObject([
      { started: true, completed: false },
    ])
    expect(valueOf(await checkIn.openPackets(cases.completedPacket.id, signal))).toEqual([])
  })

  it('creates a packet where none waits, and knows the public link', async () => {
    const { sandbox, checkIn } = start()
    const { id } = cases.noPacket
    expect(valueOf(await checkIn.openPackets(id, signal))).toEqual([])
    const created = valueOf(await checkIn.createPacket(id, signal))
    expect(created).toMatchObject({ started: false, completed: false })
    expect(valueOf(await checkIn.openPackets(id, signal))).toEqual([created])
    expect(valueOf(await checkIn.publicLink(signal))).toContain(sandbox.pagesUrl)
  })

  it('knows a record without a date of birth', async () => {
    const { checkIn } = start()
    expect(valueOf(await checkIn.dateOfBirth(cases.noDateOfBirth.id, signal))).toBeNull()
  })

  it('reads the look of the clinic', async () => {
    const { client, here } = start()
    expect(valueOf(await readClinic(client, here.locationId))).toMatchObject({
      name: expect.stringMatching(/\S/) as string,
      logoLetter: expect.stringMatching(/^\S$/) as string,
    })
  })

  it('learns that the grant is gone', async () => {
    const { sandbox, client, here } = start()
    sandbox.control.addFault({ revokeGrant: true })
    expect(await checkAccess(client, here)).toMatchObject({
      ok: false,
      error: { kind: 'forbidden' },
    })
  })
})

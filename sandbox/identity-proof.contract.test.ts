import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import * as cases from './seeds/cases.ts'
import { useSandbox, type Reply } from '#harness/sandbox/client.ts'

const { identityProof } = contract.partner
const minute = 60_000

const { sandbox, control, call } = useSandbox()

/** Begins a proof on the far side, with short ways to its operations. */
async function begin(verificationMethod: 'EMAIL' | 'SMS' | 'BOTH' = 'SMS') {
  const params = { accountId: sandbox.accountId }
  const created = await call(identityProof.create, { params, body: { verificationMethod } })
  expect(created.status).toBe(201)
  const { id, token } = created.body as { id: string; token: string }
  const proof = { params: { ...params, id }, headers: { 'x-identity-proof-token': token } }
  return {
    ...proof,
    text: (phone: string) => call(identityProof.send, { ...proof, body: { method: 'SMS', phone } }),
    mail: (email: string) =>
      call(identityProof.send, { ...proof, body: { method: 'EMAIL', email } }),
    verify: (method: 'EMAIL' | 'SMS', code: string) =>
      call(identityProof.verify, { ...proof, body: { method, code } }),
    status: () => call(identityProof.get, proof),
    patient: () => call(identityProof.getPatient, proof),
  }
}

const codeFor = (to: string) => {
  const code = control.latestCode(to)
  if (code === undefined) throw new Error(`nothing was sent to ${to}`)
  return code
}
const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
const result = (reply: Reply) => (reply.body as { result: string }).result

async function prove(to: string, method: 'EMAIL' | 'SMS' = 'SMS') {
  const proof = await begin(method)
  await (method === 'SMS' ? proof.text(to) : proof.mail(to))
  expect(result(await proof.verify(method, codeFor(to)))).toBe('VERIFIED')
  return proof
}

const { phone, email } = cases.onePacket

describe('codes', () => {
  it('have six digits, arrive in the inbox, and say where and for whom', async () => {
    expect(await (await begin()).text(phone)).toMatchObject({
      status: 200,
      body: { expiresAt: '2026-03-10T17:10:00.000Z' },
    })
    const [message] = control.inbox()
    expect(message).toMatchObject({ channel: 'SMS', to: phone, sentAt: '2026-03-10T17:00:00.000Z' })
    expect(message?.code).toMatch(/^\d{6}$/)
    expect(message?.text).toContain(message?.code)
    expect(message?.text).toContain('Harbor Family Health')
  })

  it('verify, and the status and the contact follow', async () => {
    const proof = await begin()
    await proof.text(phone)
    expect(await proof.status()).toMatchObject({
      body: { methods: [{ method: 'SMS', status: 'PENDING' }] },
    })
    expect(await proof.verify('SMS', codeFor(phone))).toMatchObject({
      status: 200,
      body: { result: 'VERIFIED', phone, email: null },
    })
    expect(await proof.status()).toMatchObject({
      body: { methods: [{ method: 'SMS', status: 'VERIFIED' }] },
    })
  })

  it('work once', async () => {
    expect(result(await (await prove(phone)).verify('SMS', codeFor(phone)))).toBe('INCORRECT')
  })

  it('expire after ten minutes of the sandbox clock', async () => {
    const proof = await begin()
    await proof.text(phone)
    control.advanceClock(10 * minute)
    expect(result(await proof.verify('SMS', codeFor(phone)))).toBe('EXPIRED')
    expect(await proof.status()).toMatchObject({ body: { methods: [{ status: 'PENDING' }] } })
  })

  it('stay valid after another was sent, each until its own end', async () => {
    const proof = await begin()
    await proof.text(phone)
    const earlier = codeFor(phone)
    control.advanceClock(9 * minute)
    await proof.text(phone)
    expect(result(await proof.verify('SMS', earlier))).toBe('VERIFIED')

    const other = await begin()
    await other.text(phone)
    const first = codeFor(phone)
    control.advanceClock(6 * minute)
    await other.text(phone)
    control.advanceClock(6 * minute)
    expect(result(await other.verify('SMS', first))).toBe('EXPIRED')
    expect(result(await other.verify('SMS', codeFor(phone)))).toBe('VERIFIED')
  })

  it('lock the proof at the fifth wrong try, for right codes and for new ones', async () => {
    const proof = await begin()
    await proof.text(phone)
    const right = codeFor(phone)
    for (let tries = 1; tries < 5; tries += 1)
      expect(result(await proof.verify('SMS', wrong(right)))).toBe('INCORRECT')
    expect(result(await proof.verify('SMS', wrong(right)))).toBe('LOCKED')
    expect(result(await proof.verify('SMS', right))).toBe('LOCKED')
    expect(await proof.text(phone)).toMatchObject({ status: 422, body: { error: 'proof_locked' } })
  })

  it('of one channel do not verify the other', async () => {
    const proof = await begin('BOTH')
    await proof.text(phone)
    expect(result(await proof.verify('EMAIL', codeFor(phone)))).toBe('INCORRECT')
  })

  it('are not sent by a channel that the proof does not include, nor to what is no contact', async () => {
    const proof = await begin('SMS')
    expect(await proof.mail(email)).toMatchObject({
      status: 422,
      body: { error: 'method_not_included' },
    })
    expect(await proof.text('no number')).toMatchObject({ status: 422 })
    expect(control.inbox()).toEqual([])
  })
})

it('the token of a proof is needed and must be its own', async () => {
  const proof = await begin()
  const other = await begin()
  const foreign = { params: proof.params, headers: other.headers }
  expect((await call(identityProof.get, foreign)).status).toBe(403)
  const unknown = { params: { ...proof.params, id: 'none' }, headers: proof.headers }
  expect((await call(identityProof.get, unknown)).status).toBe(404)
})

describe('the matched patient', () => {
  it('is found by a proved e-mail address, however it is capitalised', async () => {
    const proof = await prove(email.toUpperCase(), 'EMAIL')
    expect(await proof.patient()).toMatchObject({ body: { patientId: cases.onePacket.id } })
  })

  it('is refused while a required method is pending, with a code of its own', async () => {
    const proof = await begin('BOTH')
    await proof.text(cases.bothChannels.phone)
    await proof.verify('SMS', codeFor(cases.bothChannels.phone))
    expect(await proof.patient()).toMatchObject({
      status: 422,
      body: { error: 'proof_incomplete' },
    })
    await proof.mail(cases.bothChannels.email)
    await proof.verify('EMAIL', codeFor(cases.bothChannels.email))
    expect(await proof.patient()).toMatchObject({
      status: 200,
      body: { patientId: cases.bothChannels.id },
    })
  })

  it.each([
    ['an unknown contact', cases.unknownContact.phone],
    ['an inactive patient', cases.inactivePatient.phone],
    ['a patient of another account', cases.fictionalPhone(95)],
  ])('is nobody for %s (404)', async (_whose, contact) => {
    expect((await (await prove(contact)).patient()).status).toBe(404)
  })

  it('is undecided for a family phone and for a shared e-mail address (422)', async () => {
    const several = { status: 422, body: { error: 'several_matches' } }
    const family = await prove(cases.familyPhone.phone)
    const pair = await prove(cases.sharedEmail.email, 'EMAIL')
    for (const proof of [family, pair]) expect(await proof.patient()).toMatchObject(several)
  })

  it('is one of a family when both channels are proved', async () => {
    const [, daniel] = cases.familyPhone.members
    const proof = await begin('BOTH')
    await proof.text(daniel.phone)
    await proof.mail(daniel.email)
    await proof.verify('SMS', codeFor(daniel.phone))
    await proof.verify('EMAIL', codeFor(daniel.email))
    expect(await proof.patient()).toMatchObject({ body: { patientId: daniel.id } })
  })
})

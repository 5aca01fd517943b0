import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { contract } from '../../src/contract/index.ts'
import { errorCodes } from '../../src/contract/partner-v2/error-body.ts'
import type { ProofChannel } from '../../src/contract/partner-v2/identity-proof.ts'
import type { Id } from '../../src/contract/values.ts'
import type { CodeRules } from '../../src/contract/wire-profile.ts'
import { ok, type Result } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { forbidden, notFound, unprocessable, type Refusal } from '../http/refusal.ts'
import { route } from '../http/route.ts'
import { ofAccount } from '../state/lookup.ts'
import type { Account, Patient, Proof, State } from '../state/types.ts'
import { digitsOf } from './patients.ts'

const codeLifetimeMs = 10 * 60_000
/** Wrong tries after which a proof takes no code any more. */
const maxWrongTries = 5

const channelsOf = { EMAIL: ['EMAIL'], SMS: ['SMS'], BOTH: ['SMS', 'EMAIL'] } as const

interface ProofCall {
  readonly state: State
  readonly account: Account
  readonly params: { readonly id: Id }
  readonly headers: { readonly 'x-identity-proof-token': string }
}

function proofOf({ state, account, params, headers }: ProofCall): Result<Proof, Refusal> {
  const proof = state.proofs.get(String(params.id))
  if (proof?.accountId !== account.id) return notFound('identity proof')
  if (proof.token !== headers['x-identity-proof-token']) {
    return forbidden('wrong_proof_token', 'The token is not that of this identity proof.')
  }
  return ok(proof)
}

function methodsOf(proof: Proof) {
  return proof.channels.map((method) => ({
    method,
    status: proof.verified[method] === undefined ? 'PENDING' : 'VERIFIED',
  }))
}

const isLocked = (proof: Proof) => proof.wrongTries >= maxWrongTries

function holds(patient: Patient, channel: ProofChannel, contact: string | undefined): boolean {
  if (contact === undefined) return false
  return channel === 'SMS'
    ? patient.mobilePhone !== null && digitsOf(patient.mobilePhone) === digitsOf(contact)
    : patient.email?.toLowerCase() === contact.toLowerCase()
}

function isContact(channel: ProofChannel, contact: string): boolean {
  return channel === 'SMS'
    ? /^\+?[\d\s().-]{7,20}$/.test(contact)
    : /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(contact)
}

/** Letters and digits that cannot be mistaken for each other. */
const legible = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const alphabets = { digits: '0123456789', alphanumeric: legible }

function newCode({ length, alphabet }: CodeRules): string {
  const letters = alphabets[alphabet]
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

export const identityProofRoutes = [
  route(contract.partner.identityProof.create, ({ state, account, body }) => {
    const proof: Proof = {
      id: randomUUID(),
      token: randomBytes(24).toString('base64url'),
      accountId: account.id,
      channels: channelsOf[body.verificationMethod],
      codes: [],
      verified: {},
      wrongTries: 0,
    }
    state.proofs.set(proof.id, proof)
    return ok({ id: proof.id, token: proof.token, methods: methodsOf(proof) })
  }),

  route(contract.partner.identityProof.get, (call) => {
    const found = proofOf(call)
    return found.ok ? ok({ id: found.value.id, methods: methodsOf(found.value) }) : found
  }),

  route(contract.partner.identityProof.getPatient, (call) => {
    const found = proofOf(call)
    if (!found.ok) return found
    const { channels, verified } = found.value
    if (channels.some((channel) => verified[channel] === undefined)) {
      return unprocessable(errorCodes.proofIncomplete, 'A verification method is still pending.')
    }
    const [patient, ...others] = ofAccount(call.state.patients, call.account.id).filter(
      (each) => each.active && channels.every((channel) => holds(each, channel, verified[channel])),
    )
    if (!patient) return notFound('patient')
    return others.length === 0
      ? ok({ patientId: patient.id })
      : unprocessable(errorCodes.severalMatches, 'Several patients have this contact.')
  }),

  route(contract.partner.identityProof.send, (call) => {
    const found = proofOf(call)
    if (!found.ok) return found
    const { state, account, body, now } = call
    const { code: rules } = call.sandbox.profile.proof
    const isCall = body.method === 'VOICE'
    const channel = isCall ? 'SMS' : body.method
    const to = body.method === 'EMAIL' ? body.email : body.phone
    if (!found.value.channels.includes(channel) || (isCall && !rules.voice)) {
      return unprocessable('method_not_included', 'The proof does not include this method.')
    }
    if (isLocked(found.value)) {
      return unprocessable('proof_locked', 'Too many wrong codes were tried.')
    }
    if (!isContact(channel, to)) {
      return unprocessable('invalid_contact', 'Nothing can be sent to this contact.')
    }
    const code = newCode(rules)
    const expiresAt = now + codeLifetimeMs
    found.value.codes.push({ channel, to, code, sentAt: now, expiresAt, used: false })
    state.inbox.push({
      channel,
      to,
      code,
      text: isCall
        ? `Call: your code for ${account.name} is ${Array.from(code).join(' ')}.`
        : `${code} is your code for ${account.name}. It works for 10 minutes.`,
      sentAt: iso(now),
    })
    return ok({ expiresAt: iso(expiresAt) })
  }),

  route(contract.partner.identityProof.verify, (call) => {
    const found = proofOf(call)
    if (!found.ok) return found
    const proof = found.value
    const { method, code } = call.body
    const answer = (result: 'VERIFIED' | 'INCORRECT' | 'EXPIRED' | 'LOCKED') =>
      ok({
        result,
        methods: methodsOf(proof),
        email: proof.verified.EMAIL ?? null,
        phone: proof.verified.SMS ?? null,
      })
    if (isLocked(proof)) return answer('LOCKED')
    const same = proof.codes.filter(
      (sent) => sent.channel === method && sent.code === code && !sent.used,
    )
    const valid = same.findLast(({ expiresAt }) => call.now < expiresAt)
    if (valid) {
      valid.used = true
      proof.verified[method] = valid.to
      return answer('VERIFIED')
    }
    if (same.length > 0) return answer('EXPIRED')
    proof.wrongTries += 1
    return answer(isLocked(proof) ? 'LOCKED' : 'INCORRECT')
  }),
]

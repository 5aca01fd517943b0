import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import { contract } from '../../src/contract/index.ts'
import { errorCodes } from '../../src/contract/partner-v2/error-body.ts'
import type { ProofChannel } from '../../src/contract/partner-v2/identity-proof.ts'
import type { CodeRules } from '../../src/contract/wire-profile.ts'
import { ok } from '../../src/shared/result.ts'
import { iso } from '../clock.ts'
import { forbidden, notFound, unprocessable } from '../http/refusal.ts'
import { route, type Call, type Handler } from '../http/route.ts'
import { ofAccount } from '../state/lookup.ts'
import type { Patient, Proof } from '../state/types.ts'
import { digitsOf } from './patients.ts'

const { identityProof } = contract.partner
const codeLifetimeMs = 10 * 60_000
/** Wrong tries after which a proof takes no code any more. */
const maxWrongTries = 5

const channelsOf = { EMAIL: ['EMAIL'], SMS: ['SMS'], BOTH: ['SMS', 'EMAIL'] } as const

/** Carries out an operation on the proof that its path names, if the call's token is the proof's own. */
function proofRoute<O extends (typeof identityProof)['get' | 'getPatient' | 'send' | 'verify']>(
  operation: O,
  carryOut: (proof: Proof, call: Call<O>) => ReturnType<Handler<O>>,
) {
  return route(operation, (call) => {
    const { params, headers } = call as unknown as Call<typeof identityProof.get>
    const proof = call.state.proofs.get(String(params.id))
    if (proof?.accountId !== call.account.id) return notFound('identity proof')
    return proof.token === headers['x-identity-proof-token']
      ? carryOut(proof, call)
      : forbidden('wrong_proof_token', 'The token is not that of this identity proof.')
  })
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

/** Makes a code as a patient is sent one. */
export function randomCode({ length, alphabet }: CodeRules): string {
  const letters = alphabets[alphabet]
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

export const identityProofRoutes = [
  route(identityProof.create, ({ state, account, body }) => {
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

  proofRoute(identityProof.get, (proof) => ok({ id: proof.id, methods: methodsOf(proof) })),

  proofRoute(identityProof.getPatient, ({ channels, verified }, { state, account }) => {
    if (channels.some((channel) => verified[channel] === undefined))
      return unprocessable(errorCodes.proofIncomplete, 'A verification method is still pending.')
    const [patient, ...others] = ofAccount(state.patients, account.id).filter(
      (each) => each.active && channels.every((channel) => holds(each, channel, verified[channel])),
    )
    if (!patient) return notFound('patient')
    return others.length === 0
      ? ok({ patientId: patient.id })
      : unprocessable(errorCodes.severalMatches, 'Several patients have this contact.')
  }),

  proofRoute(identityProof.send, (proof, { state, account, body, now, sandbox }) => {
    const { code: rules } = sandbox.profile.proof
    const isCall = body.method === 'VOICE'
    const channel = isCall ? 'SMS' : body.method
    const to = body.method === 'EMAIL' ? body.email : body.phone
    if (!proof.channels.includes(channel) || (isCall && !rules.voice))
      return unprocessable('method_not_included', 'The proof does not include this method.')
    if (isLocked(proof)) return unprocessable('proof_locked', 'Too many wrong codes were tried.')
    if (!isContact(channel, to))
      return unprocessable('invalid_contact', 'Nothing can be sent to this contact.')
    const code = randomCode(rules)
    const expiresAt = now + codeLifetimeMs
    proof.codes.push({ channel, to, code, sentAt: now, expiresAt, used: false })
    const text = isCall
      ? `Call: your code for ${account.name} is ${Array.from(code).join(' ')}.`
      : `${code} is your code for ${account.name}. It works for 10 minutes.`
    state.inbox.push({ channel, to, code, text, sentAt: iso(now) })
    return ok({ expiresAt: iso(expiresAt) })
  }),

  proofRoute(identityProof.verify, (proof, { body: { method, code }, now }) => {
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
    const valid = same.findLast(({ expiresAt }) => now < expiresAt)
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

import { z } from 'zod'
import { assumed } from '../mark.ts'
import { defineOperation } from '../operation.ts'
import { accountId, id, pathId, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}/identity-proof'
const section = 'Identity proof'

/** Channel of one code. */
const proofChannel = z.enum(['EMAIL', 'SMS'])
export type ProofChannel = z.infer<typeof proofChannel>

const token = {
  'x-identity-proof-token': assumed(z.string().min(1), 'identity-proof-token-header'),
}
const methodStatuses = z.array(z.looseObject({ method: proofChannel, status: z.string() }))
const inProof = z.strictObject({ accountId, id: pathId })

/** Proving who holds a phone or an e-mail address, and which patient that is. */
export const identityProof = {
  /**
   * Starts an identity proof. Answers with the session's id and its secure token.
   * Partner API v2, “Identity proof”.
   */
  create: defineOperation({
    id: 'partner.identityProof.create',
    interface: 'partner',
    method: 'POST',
    path: base,
    section,
    summary: 'Create a session that proves who holds a phone, an e-mail address or both.',
    params: z.strictObject({ accountId }),
    body: assumed(
      z.strictObject({ verificationMethod: z.enum(['EMAIL', 'SMS', 'BOTH']) }),
      'identity-proof-bodies',
    ).meta({ examples: [{ verificationMethod: 'SMS' }] }),
    answer: assumed(
      z.looseObject({ id, token: z.string().min(1), methods: methodStatuses.nullish() }),
      'identity-proof-answers',
    ),
    status: 201,
    assumes: ['created-status'],
  }),

  /**
   * Which verification methods are verified and which are pending.
   * Partner API v2, “Identity proof”.
   */
  get: defineOperation({
    id: 'partner.identityProof.get',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{id}`,
    section,
    summary: 'Status of a proof: which verification methods are verified and which pending.',
    params: inProof,
    headers: z.strictObject(token),
    answer: assumed(z.looseObject({ id, methods: methodStatuses }), 'identity-proof-verify-result'),
    status: 200,
    assumes: ['identity-proof-wrong-token'],
  }),

  /**
   * The patient that the proved contacts belong to. 404: nobody; 422: several, or a method is
   * still pending.
   * Partner API v2, “Identity proof”.
   */
  getPatient: defineOperation({
    id: 'partner.identityProof.getPatient',
    interface: 'partner',
    method: 'GET',
    path: `${base}/{id}/patient`,
    section,
    summary: 'Matched patient id of a verified proof.',
    params: inProof,
    headers: z.strictObject(token),
    answer: assumed(z.looseObject({ patientId: id }), 'identity-proof-answers'),
    status: 200,
    errors: [404, 422],
    assumes: ['identity-proof-matching', 'identity-proof-wrong-token'],
  }),

  /**
   * Sends a code. Proves contact ownership only; says nothing about whether a patient is known.
   * Partner API v2, “Identity proof”.
   */
  send: defineOperation({
    id: 'partner.identityProof.send',
    interface: 'partner',
    method: 'POST',
    path: `${base}/{id}/send`,
    section,
    summary: 'Send a verification code to an e-mail address or phone.',
    params: inProof,
    headers: z.strictObject(token),
    body: assumed(
      z.union([
        z.strictObject({ method: z.literal('EMAIL'), email: z.string().min(3) }),
        z.strictObject({ method: z.literal('SMS'), phone: z.string().min(5) }),
        z.strictObject({ method: z.literal('VOICE'), phone: z.string().min(5) }),
      ]),
      'identity-proof-bodies',
    ).meta({ examples: [{ method: 'SMS', phone: '+12065550101' }] }),
    answer: assumed(z.looseObject({ expiresAt: timestamp.nullish() }), 'identity-proof-answers'),
    status: 200,
    assumes: [
      'identity-proof-codes',
      'identity-proof-voice',
      'unprocessable-bodies',
      'identity-proof-wrong-token',
    ],
  }),

  /**
   * Checks a code; a wrong, expired or locked one is an ordinary answer, not an HTTP error.
   * Partner API v2, “Identity proof”.
   */
  verify: defineOperation({
    id: 'partner.identityProof.verify',
    interface: 'partner',
    method: 'POST',
    path: `${base}/{id}/verify`,
    section,
    summary:
      'Verify a code; answers with the verification status and the verified e-mail or phone.',
    params: inProof,
    headers: z.strictObject(token),
    body: assumed(
      z.strictObject({ method: proofChannel, code: z.string().min(1) }),
      'identity-proof-bodies',
    ).meta({ examples: [{ method: 'SMS', code: '123456' }] }),
    answer: assumed(
      z.looseObject({
        result: z.enum(['VERIFIED', 'INCORRECT', 'EXPIRED', 'LOCKED']),
        methods: methodStatuses,
        email: z.string().nullish(),
        phone: z.string().nullish(),
      }),
      'identity-proof-verify-result',
    ),
    status: 200,
    assumes: ['identity-proof-codes', 'identity-proof-wrong-token'],
  }),
}

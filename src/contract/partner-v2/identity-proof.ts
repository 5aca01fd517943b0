import { z } from 'zod'
import { assumed } from '../mark.ts'
import { get, operations, post } from '../operation.ts'
import { id, timestamp } from '../values.ts'

const base = '/partner/v2/account/{accountId}/identity-proof'

const proofChannel = z.enum(['EMAIL', 'SMS'])
export type ProofChannel = z.infer<typeof proofChannel>

const token = {
  'x-identity-proof-token': assumed(z.string().min(1), 'identity-proof-token-header'),
}
const methodStatuses = z.array(z.looseObject({ method: proofChannel, status: z.string() }))

export const identityProof = operations('partner.identityProof', 'Identity proof', {
  create: post(base, 'Create a session that proves who holds a phone, an e-mail address or both.', {
    body: assumed(
      z.strictObject({ verificationMethod: z.enum(['EMAIL', 'SMS', 'BOTH']) }),
      'identity-proof-bodies',
    ).meta({ examples: [{ verificationMethod: 'SMS' }] }),
    answer: assumed(
      z.looseObject({ id, token: z.string().min(1), methods: methodStatuses.nullish() }),
      'identity-proof-answers',
    ),
    assumes: ['created-status'],
    status: 201,
  }),

  get: get(
    `${base}/{id}`,
    'Status of a proof: which verification methods are verified and which pending.',
    {
      headers: z.strictObject(token),
      answer: assumed(
        z.looseObject({ id, methods: methodStatuses }),
        'identity-proof-verify-result',
      ),
      assumes: ['identity-proof-wrong-token'],
    },
  ),

  /** The patient that the proved contacts belong to. 404: nobody; 422: several, or a method is still pending. */
  getPatient: get(`${base}/{id}/patient`, 'Matched patient id of a verified proof.', {
    headers: z.strictObject(token),
    answer: assumed(z.looseObject({ patientId: id }), 'identity-proof-answers'),
    errors: [404, 422],
    assumes: ['identity-proof-matching', 'identity-proof-wrong-token'],
  }),

  /** Sends a code. Proves contact ownership only; says nothing about whether a patient is known. */
  send: post(`${base}/{id}/send`, 'Send a verification code to an e-mail address or phone.', {
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
    assumes: [
      'identity-proof-codes',
      'identity-proof-voice',
      'unprocessable-bodies',
      'identity-proof-wrong-token',
    ],
  }),

  /** Checks a code; a wrong, expired or locked one is an ordinary answer, not an HTTP error. */
  verify: post(
    `${base}/{id}/verify`,
    'Verify a code; answers with the verification status and the verified e-mail or phone.',
    {
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
      assumes: ['identity-proof-codes', 'identity-proof-wrong-token'],
    },
  ),
})

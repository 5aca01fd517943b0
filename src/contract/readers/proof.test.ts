import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerOf } from '#harness/service/service-answer.ts'
import { codeVerdict, describeProof, proofStatus, type ProofChannel } from './proof.ts'

const verdictOf = (body: unknown, channel: ProofChannel = 'sms') =>
  codeVerdict(answerOf(body), channel)
const stateOf = (body: unknown, needed: readonly ProofChannel[] = ['sms']) =>
  proofStatus(answerOf(body), needed)?.state

const sms = (status: unknown) => ({ method: 'SMS', status })
const email = (status: unknown) => ({ method: 'EMAIL', status })

describe('a word of success that is the protocol’s, not the patient’s', () => {
  const answers: readonly unknown[] = [
    { success: true, data: { id: 7 } },
    { success: true, message: 'pending' },
    { message: 'Done' },
    { success: true },
    { status: 'ok' },
    { valid: true, code: 200 },
    { status: 'ok', data: { status: 'PENDING' } },
    { verified: false, status: 'ok' },
    { result: 'APPROVED', isVerified: true, valid: true },
    { methods: ['SMS'] },
    { methods: [sms('COMPLETED')], status: 'success' },
    { methods: [email('VERIFIED')] },
    { method: 'EMAIL', status: 'VERIFIED' },
    { result: 'VERIFIED', verified: false },
    { status: '0/2 verified' },
    { status: 'not verified' },
    { verified: 1, pending: 1 },
    { verified: '1' },
    { status: 'VERIFIED', data: { status: 'PENDING' } },
    { status: 'VERIFIED', methods: [sms('PENDING')] },
    { methods: [sms('VERIFIED'), sms('PENDING')] },
    true,
    'OK',
    200,
    [],
    undefined,
  ]
  const bodies = answers.map((body) => [JSON.stringify(body), body] as const)
  it.each(bodies)('verifies nothing: %s', (_, body) => {
    expect(verdictOf(body)).not.toBe('verified')
    expect(stateOf(body)).not.toBe('proved')
  })

  it('verifies nothing in 10,000 generated answers without the documents’ word', () => {
    const name = fc.constantFrom(
      ...['status', 'result', 'verificationStatus', 'state', 'success', 'valid', 'ok', 'methods'],
      ...['data', 'verification', 'isVerified', 'method', 'message', 'code', 'SMS', 'pending'],
    )
    const word = fc.constantFrom(
      ...['ok', 'OK', 'success', 'APPROVED', 'PENDING', 'complete', 'done', 'true', 'unverified'],
      ...['SMS', 'EMAIL', true, false, 1, 0, 200, null],
    )
    const { body } = fc.letrec<{ body: unknown }>((tie) => ({
      body: fc.oneof(
        { depthSize: 'small' },
        word,
        fc.dictionary(name, tie('body'), { maxKeys: 5 }),
        fc.array(tie('body'), { maxLength: 3 }),
      ),
    }))
    fc.assert(
      fc.property(fc.oneof(body, fc.jsonValue()), fc.boolean(), (answer, isRefused) => {
        const said = isRefused ? { verified: false, ...(answer as object) } : answer
        expect(verdictOf(said)).not.toBe('verified')
        expect(stateOf(said)).not.toBe('proved')
        expect(stateOf(said, ['sms', 'email'])).not.toBe('proved')
      }),
      { numRuns: 10_000 },
    )
  })
})

describe('the words of the documents', () => {
  const wrappers: readonly ((body: unknown) => unknown)[] = [
    (body) => body,
    (data) => ({ success: true, message: 'fine', data }),
    (result) => ({ status: 'OK', result }),
    (identityProof) => ({ identityProof }),
    (body) => [body],
  ]
  const spelled = (word: string) => fc.constantFrom(word, word.toLowerCase(), ` ${word} `)

  it('tell a right code from a wrong one, in any case and envelope', () => {
    const forms: readonly ((word: string, isRight: boolean) => object)[] = [
      (result) => ({ result, methods: [] }),
      (status) => ({ id: 'x', status }),
      (word) => ({ verification_status: word }),
      (_, verified) => ({ verified }),
      (_, isRight) => ({ methods: [sms(isRight ? 'VERIFIED' : 'PENDING'), email('PENDING')] }),
    ]
    const verdicts = fc.constantFrom('VERIFIED', 'INCORRECT')
    fc.assert(
      fc.property(
        fc.constantFrom(...forms),
        verdicts.chain((verdict) => fc.tuple(fc.constant(verdict), spelled(verdict))),
        fc.constantFrom(...wrappers),
        (form, [verdict, written], wrap) => {
          expect(verdictOf(wrap(form(written, verdict === 'VERIFIED')))).toBe(verdict.toLowerCase())
        },
      ),
    )
  })

  it.each(['EXPIRED', 'LOCKED'])('tell that a code or a proof is over: %s', (result) => {
    expect(verdictOf({ result, methods: [sms('PENDING')] })).toBe(result.toLowerCase())
    expect(stateOf({ status: result })).toBe(result === 'LOCKED' ? 'locked' : 'gone')
  })

  it('leave a code open that is verified and not', () => {
    expect(verdictOf({ result: 'VERIFIED', status: 'PENDING' })).toBeUndefined()
  })

  it.each<[object, readonly ProofChannel[], string, readonly ProofChannel[]]>([
    [{ methods: [sms('VERIFIED')] }, ['sms'], 'proved', ['sms']],
    [{ methods: [sms('PENDING')] }, ['sms'], 'pending', []],
    [{ methods: [] }, ['sms'], 'pending', []],
    [{ methods: [sms('VERIFIED')] }, ['sms', 'email'], 'pending', ['sms']],
    [{ methods: [sms('VERIFIED'), email('PENDING')] }, ['sms', 'email'], 'pending', ['sms']],
    [
      { methods: [sms('verified'), email('Verified')] },
      ['sms', 'email'],
      'proved',
      ['sms', 'email'],
    ],
    [{ methods: [sms('VERIFIED'), email('PENDING')] }, ['sms'], 'pending', ['sms']],
    [{ methods: [{ method: 'SMS', verified: true }] }, ['sms'], 'proved', ['sms']],
    [{ verificationMethods: [sms('VERIFIED')] }, ['sms'], 'proved', ['sms']],
    [{ verified: ['SMS'], pending: ['EMAIL'] }, ['sms', 'email'], 'pending', ['sms']],
    [{ verified: ['SMS'], pending: [] }, ['sms'], 'proved', ['sms']],
    [{ id: 'p', status: 'VERIFIED' }, ['sms', 'email'], 'proved', []],
    [{ id: 'p', verified: false }, ['sms'], 'pending', []],
  ])('tell how far a proof is: %j for %j', (body, needed, state, verified) => {
    for (const wrap of wrappers)
      expect(proofStatus(answerOf(wrap(body)), needed)).toEqual({ state, verified })
  })

  it('leave a proof unread that says nothing in them', () => {
    for (const body of [{}, { id: 'p' }, { methods: [sms('BESTAETIGT')] }, { methods: [sms(2)] }])
      expect(stateOf(body)).toBeUndefined()
  })
})

it('an answer in other words is described by its shape and its short words, never by a contact', () => {
  const body = { status: 'APPROVED', result: 'ana@example.org', phone: '+12065550101' }
  expect(describeProof(answerOf(body))).toBe(
    '{ status: text, result: text, phone: text }, status APPROVED',
  )
})

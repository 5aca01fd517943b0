import { describe, expect, it } from 'vitest'
import * as cases from '../../sandbox/seeds/cases.ts'
import { op } from './operations.ts'
import { runVisit } from './run-visit.ts'
import { visits } from './visits.ts'
import { json, type Change } from './wire.ts'

/** A service that answers every code and proof with `body`, and hands out the patient whenever it is asked. */
const eager = (body: unknown, asked: string[]): Change => ({
  answer: (answer, { operation }) => {
    asked.push(operation)
    if (operation === op.verifyCode || operation === op.proofStatus) return json(body)
    return operation === op.match ? json({ patientId: cases.onePacket.id }) : answer
  },
})

describe('a service that hands out the patient whenever it is asked', () => {
  it.each([
    [{ success: true, message: 'pending' }, 'other words'],
    [{ result: 'APPROVED' }, 'other words'],
    [{ verified: false, status: 'ok' }, 'a no'],
  ])('is never asked for a birth date after it said %j of a code: %s', async (body, kind) => {
    const asked: string[] = []
    const { end, log } = await runVisit(visits.wrongCode, [eager(body, asked)])
    expect(asked).toContain(op.verifyCode)
    expect(asked).not.toContain(op.match)
    expect(asked).not.toContain(op.patient)
    expect(end).not.toBe('through')
    const told = log.filter(({ operation }) => operation === op.verifyCode)
    expect(told.length > 0).toBe(kind === 'other words')
  })

  it('is asked for it after the documents’ own word', async () => {
    const asked: string[] = []
    await runVisit(visits.usual, [eager({ result: 'VERIFIED' }, asked)])
    expect(asked).toContain(op.patient)
  })
})

import { describe, expect, it } from 'vitest'
import { answerOf } from '#harness/service/service-answer.ts'
import { conversionReader } from './patient-readers.ts'

const read = (body: unknown, asked?: number) => {
  const outcome = conversionReader(asked)(answerOf(body))
  return outcome.ok ? outcome.value : undefined
}

describe('a remote care conversion', () => {
  it('is read as the document shows it', () => {
    const body = {
      id: 41,
      status: 'IN_PROGRESS',
      selectedServices: ['Remote monitoring'],
      patient: { firstName: 'Ada', lastName: 'Reed', dateOfBirth: '1984-02-29' },
      attemptLinks: [{ attemptId: 81 }],
    }
    expect(read(body, 41)).toMatchObject({
      id: 41,
      state: 'inProgress',
      services: ['Remote monitoring'],
      patient: { firstName: 'Ada', lastName: 'Reed', dateOfBirth: '1984-02-29' },
    })
  })

  it('is read in an envelope, and without what it does not say', () => {
    const body = { data: { id: 'c-7', status: 'initialized', selectedServices: ['Scale'] } }
    expect(read(body)).toEqual({ id: 'c-7', state: 'begun', services: ['Scale'], patient: null })
  })

  it('is none without a number, and none of another number', () => {
    expect(read({ status: 'CONVERTED' })).toBeUndefined()
    expect(read({ id: 42 }, 41)).toBeUndefined()
  })
})

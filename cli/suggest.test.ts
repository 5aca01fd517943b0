import { describe, expect, it } from 'vitest'
import { didYouMean, nearest } from './suggest.ts'

const known = ['--location', '--limit', '--patient', '--from']

describe('a suggestion', () => {
  it.each([
    ['--loction', '--location'],
    ['--patientt', '--patient'],
    ['--form', '--from'],
    ['--LIMIT', '--limit'],
    ['--lmit', '--limit'],
  ])('for %s is %s', (typed, meant) => expect(nearest(typed, known)).toBe(meant))

  it('is not made when nothing is near', () => {
    expect(nearest('--practitioner', known)).toBeUndefined()
    expect(didYouMean('--practitioner', known)).toBe('')
  })
})

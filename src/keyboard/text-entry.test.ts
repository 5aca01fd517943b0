import { describe, expect, it } from 'vitest'
import { withEnding } from './text-entry.ts'

describe('withEnding', () => {
  it('adds the ending', () => {
    expect(withEnding('rosa', '@gmail.com')).toBe('rosa@gmail.com')
    expect(withEnding('rosa@clinic', '.com')).toBe('rosa@clinic.com')
  })

  it('never brings in a second at sign', () => {
    expect(withEnding('rosa@yahoo.com', '@gmail.com')).toBe('rosa@gmail.com')
  })
})

import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import { drawAnswer } from './render.ts'
import { drawTable } from './table.ts'
import { cut, oneLine, widthOf } from './text.ts'

const { patients, formPackets } = contract.partner

describe('a table', () => {
  it('never is wider than the terminal, whatever the script', () => {
    const rows = [
      ['1', 'Amina', 'x'.repeat(90)],
      ['20', '王小明 '.repeat(20), 'नमस्ते'.repeat(9)],
    ]
    for (const width of [20, 41, 80, 119]) {
      const { text } = drawTable(['id', 'name', 'note'], rows, width)
      for (const line of text.split('\n')) expect(widthOf(line)).toBeLessThanOrEqual(width)
    }
  })

  it('lines up its columns, numbers to the right', () => {
    const { text } = drawTable(
      ['id', 'name'],
      [
        ['1', '王'],
        ['100', 'b'],
      ],
      40,
    )
    expect(text.split('\n')).toEqual([' id  name', '───  ────', '  1  王', '100  b', ''])
  })

  it('tells which columns had no room', () => {
    const { leftOut } = drawTable(['first', 'second', 'third'], [['a', 'b', 'c']], 14)
    expect(leftOut).toEqual(['third'])
  })

  it('cuts between characters as a reader sees them', () => {
    expect(cut('abcdef', 4)).toBe('abc…')
    expect(cut('👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 4)).toBe('👩‍👩‍👧…')
  })

  it('lets no answer steer the terminal', () => {
    expect(oneLine('a\u001b[2Jb\r\nc\u202ed\u009be')).toBe('a [2Jb c d e')
  })
})

describe('an answer for people', () => {
  const draw = (answer: unknown, columns?: string[]) =>
    drawAnswer(patients.list, answer, { width: 120, columns })

  it('shows the columns that say something, in the order of the contract', () => {
    const { text } = draw({
      items: [
        { surprise: 1, lastName: 'Quill', id: 1, email: null, gender: '', dateOfBirth: '1/2/1990' },
      ],
      nextCursor: null,
    })
    expect(text.split('\n')[0]?.split(/\s+/).filter(Boolean)).toEqual([
      'id',
      'lastName',
      'dateOfBirth',
      'surprise',
    ])
  })

  it('shows a record whole, its objects flat and its lists below', () => {
    const url = `https://intake.example/${'x'.repeat(200)}`
    const { text } = drawAnswer(
      formPackets.get,
      {
        id: 9,
        url,
        address: { city: 'Oslo' },
        tags: ['a', 'b'],
        forms: [{ id: 1, name: 'About you' }],
      },
      { width: 60 },
    )
    expect(text).toContain(url)
    expect(text).toMatch(/^address\.city +Oslo$/m)
    expect(text).toMatch(/^tags +a, b$/m)
    expect(text).toMatch(/^forms \(1\)\n +id {2}name\n/m)
  })

  it('says so when there is nothing', () => {
    expect(draw({ items: [] })).toEqual({ text: '', notes: ['Nothing is listed.'] })
    expect(draw(undefined)).toEqual({ text: '', notes: ['Done.'] })
  })
})

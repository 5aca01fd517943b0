import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { assumed, lenient, optional, readAs } from './mark.ts'
import { strictOf } from './strict.ts'

const text = readAs(z.string(), z.string().regex(/^[a-z]+$/))
const record = z.looseObject({ id: z.int(), word: lenient(text), more: optional(z.boolean()) })
const takes = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

describe('the strict form of a schema', () => {
  const strict = strictOf(record)

  it.each([
    ['all that is stated', { id: 1, word: 'a', more: true }, true],
    ['what is optional left out', { id: 1, word: 'a' }, true],
    ['an unknown field', { id: 1, word: 'a', surprise: [] }, true],
    ['a stated field left out', { id: 1 }, false],
    ['null for a stated field', { id: 1, word: null }, false],
    ['null for an optional field', { id: 1, word: 'a', more: null }, false],
    ['another format', { id: 1, word: 'A1' }, false],
  ])('%s', (_name, value, expected) => {
    expect(takes(strict, value)).toBe(expected)
    expect(takes(record, value), 'a reader takes it').toBe(true)
  })

  it.each([
    ['a list', z.array(record), [{ id: 1 }]],
    ['a field', z.looseObject({ inner: record }), { inner: { id: 1 } }],
    ['a field that may be null', z.looseObject({ inner: record.nullish() }), { inner: { id: 1 } }],
    ['a map', z.record(z.string(), record), { one: { id: 1 } }],
    ['one of several', z.union([record, z.boolean()]), { id: 1 }],
    ['a marked schema', assumed(record, 'list-pages'), { id: 1 }],
    ['a described schema', lenient(record).describe('It.'), { id: 1 }],
  ])('reaches into %s', (_name, schema, value) => {
    expect(takes(schema, value)).toBe(true)
    expect(takes(strictOf<z.ZodType>(schema), value)).toBe(false)
  })

  it('keeps names, descriptions and marks, and is made once', () => {
    const named = record.meta({ id: 'Strictly', description: 'A record.' })
    const marked = assumed(named, 'list-pages')
    expect(strictOf(named).meta()).toEqual({ id: 'Strictly', description: 'A record.' })
    expect(strictOf(marked).meta()).toMatchObject({ assumption: 'list-pages' })
    expect(lenient(text).describe('It.').meta()).toEqual({ description: 'It.' })
    expect(strictOf(lenient(text).describe('It.')).meta()).toEqual({ description: 'It.' })
    expect(strictOf(named)).toBe(strictOf(named))
  })

  it('is the schema itself where nothing is read tolerantly', () => {
    const plain = z.looseObject({ id: z.int(), list: z.array(z.union([z.string(), z.null()])) })
    expect(strictOf(plain)).toBe(plain)
  })
})

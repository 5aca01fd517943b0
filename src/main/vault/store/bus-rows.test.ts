import { expect, it } from 'vitest'
import { openMemoryRows } from '../../../../test/harness/bus/memory-rows.ts'

const heard = (number: number, lane = 'up') => ({ station: 'a', lane, number })

it('numbers what is said, above everything before', () => {
  const rows = openMemoryRows()
  expect([rows.nextNumber(1_000), rows.nextNumber(1_000), rows.nextNumber(5)]).toEqual([
    1_000, 1_001, 1_002,
  ])
  expect(rows.queue({ id: 'x', row: '{}' }, 0, 1)).toBe(1_003)
  expect(rows.queue({ id: 'y', row: '{}' }, 0, 1)).toBeUndefined()
  rows.unqueue('x')
  expect(rows.queue({ id: 'y', row: '{}' }, 0, 1)).toBe(1_004)
  expect(rows.queued()).toEqual([{ number: 1_004, id: 'y', row: '{}' }])
})

it('knows what it heard, of each lane, and takes what it forgot as heard', () => {
  const rows = openMemoryRows()
  for (const number of [5, 9, 7, 11]) rows.hear(heard(number), 2, () => undefined)
  const known = [5, 6, 7, 8, 9, 10, 11, 12].filter((number) => rows.wasHeard(heard(number)))
  expect(known).toEqual([5, 6, 7, 9, 11])
  expect(rows.wasHeard(heard(9, 'down'))).toBe(false)
})

it('has not heard what was not handed on', () => {
  const rows = openMemoryRows()
  const fail = () => {
    throw new Error('a listener')
  }
  expect(() => rows.hear(heard(1), 9, fail)).toThrow('a listener')
  expect(rows.wasHeard(heard(1))).toBe(false)
})

it('keeps the latest of what nobody knows, once each', () => {
  const rows = openMemoryRows()
  const unknown = (id: string) => ({ station: 'a', id, topic: 't', message: 'm' })
  expect(['1', '1', '2', '3'].map((id) => rows.keepUnknown(unknown(id), 2))).toEqual([
    true,
    false,
    true,
    true,
  ])
  expect(rows.unknown().map(({ id }) => id)).toEqual(['2', '3'])
  rows.removeUnknown(unknown('2'))
  expect(rows.unknown()).toEqual([unknown('3')])
})

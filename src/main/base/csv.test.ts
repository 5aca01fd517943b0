import { expect, it } from 'vitest'
import { csvRecord } from './csv.ts'

it('keeps what a field holds', () => {
  expect(csvRecord([7, 'a, b', 'said "no"', 'one\r\ntwo', ''])).toBe(
    '"7","a, b","said ""no""","one\r\ntwo",""',
  )
})

it.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(A1)',
  '\t=1',
  '\r=1',
  '\n=1',
  ' =1',
  '＝1',
  '＋1',
  '－1',
  '＠a',
])('makes no formula of %j', (text) => {
  expect(csvRecord([text])).toBe(`"'${text}"`)
})

it('leaves such a sign be within a field', () => {
  expect(csvRecord(['a=b', '206-555', 'ana@clinic.example'])).toBe(
    '"a=b","206-555","ana@clinic.example"',
  )
})

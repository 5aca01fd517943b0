import { expect, it } from 'vitest'
import { csvRecord } from './csv.ts'

it('keeps what a field holds', () => {
  expect(csvRecord([7, 'a, b', 'said "no"', 'one\r\ntwo', ''])).toBe(
    '"7","a, b","said ""no""","one\r\ntwo",""',
  )
})

it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t1', '\r1', '\n1', ' =1', '＝1', '＋1', '－1', '＠a'])(
  'makes no formula of %j',
  (text) => expect(csvRecord([text])).toBe(`"'${text}"`),
)

/** The cells of a line where `separator` tells them apart, as a spreadsheet reads it: a quote counts at a cell's begin alone. */
function cellsOf(line: string, separator: string): readonly string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  let isFresh = true
  for (let at = 0; at < line.length; at += 1) {
    const sign = line[at] ?? ''
    if (isQuoted && sign === '"' && line[at + 1] === '"') cell += line[(at += 1)] ?? ''
    else if (isQuoted && sign === '"') isQuoted = false
    else if (!isQuoted && isFresh && sign === '"') isQuoted = true
    else if (!isQuoted && (sign === separator || sign === '\n')) {
      cells.push(cell)
      cell = ''
      isFresh = true
      continue
    } else cell += sign
    isFresh = false
  }
  return [...cells, cell]
}

it.each([',', ';', '|', '\t'])('makes no formula where cells are told apart by %j', (separator) => {
  for (const before of [';', '; ', '|', '\t', '\n', '\r\n ', 'a";"', '";'])
    for (const sign of ['=', '+', '-', '@', '＝'])
      for (const cell of cellsOf(csvRecord(['1', `a${before}${sign}cmd|' /c calc'!A1`]), separator))
        expect(cell).not.toMatch(/^"?\s*[=+\-@＝]/)
})

it('leaves such a sign be within a field', () => {
  expect(csvRecord(['a=b', '206-555', 'ana@clinic.example'])).toBe(
    '"a=b","206-555","ana@clinic.example"',
  )
})

import { describe, expect, it } from 'vitest'
import { pdfOf } from './files.ts'

const textOf = (lines: string[]) => pdfOf(lines).toString('latin1')

describe('pdfOf', () => {
  it('points with every entry of its table at the object of that number', () => {
    const file = textOf(['One', 'Two'])
    const [, table = ''] = /startxref\n(\d+)/.exec(file) ?? []
    expect(file.slice(Number(table))).toMatch(/^xref\n0 6\n/)
    const entries = [...file.matchAll(/(\d{10}) 00000 n/g)].map(([, at]) => Number(at))
    expect(entries).toHaveLength(5)
    for (const [index, at] of entries.entries())
      expect(file.slice(at)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  })

  it('says the true length of each page', () => {
    const streams = [
      ...textOf(['(a) \\ b']).matchAll(/Length (\d+) >>\nstream\n([^]*?)\nendstream/g),
    ]
    expect(streams).toHaveLength(1)
    for (const [, length, content = ''] of streams) expect(content).toHaveLength(Number(length))
    expect(streams[0]?.[2]).toContain('(\\(a\\) \\\\ b) Tj')
  })

  it('wraps long lines and goes on to another page', () => {
    const file = textOf([`${'word '.repeat(40)}end`, ...Array.from({ length: 60 }, () => 'x')])
    expect(file).toContain('/Count 2')
    for (const [, line = ''] of file.matchAll(/\(([^)]*)\) Tj/g))
      expect(line.length).toBeLessThanOrEqual(91)
    expect(file).toContain('end) Tj')
    expect(textOf(['x'.repeat(200)])).toContain(`(${'x'.repeat(20)}) Tj`)
  })

  it('draws what the font has, and a question mark for the rest', () => {
    expect(textOf(['Zoë 王\n'])).toContain('(Zo\u00eb ??) Tj')
  })
})

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '..')
const text = readFileSync(join(root, 'docs', 'security.md'), 'utf8')

/** A test as the document names it: `file` “part of its name, word for word”. */
const reference = /`([\w./-]+\.ts)` “([^”]+)”/g

interface Table {
  readonly title: string
  readonly rows: readonly string[]
}

/** The tables by the heading above them, without their head and rule. */
const tables: readonly Table[] = text
  .split(/^## /m)
  .slice(1)
  .map((section) => ({
    title: section.slice(0, section.indexOf('\n')),
    rows: section
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2),
  }))
  .filter(({ rows }) => rows.length > 0)

const rowsUnder = (title: string) =>
  tables.find((table) => table.title.startsWith(title))?.rows ?? []

describe('docs/security.md', () => {
  const named = [...text.matchAll(reference)].map(([, file = '', name = '']) => ({ file, name }))

  it('names tests', () => expect(named.length).toBeGreaterThan(50))

  it.each(named)('names a test that is there: $file “$name”', ({ file, name }) => {
    const path = join(root, file)
    expect(existsSync(path), 'the file').toBe(true)
    expect(readFileSync(path, 'utf8').replaceAll(/\s+/g, ' '), 'the test in it').toContain(name)
  })

  it.each(["Electron's checklist", 'HIPAA', 'NIST'])('holds every row of %s by a test', (title) => {
    const rows = rowsUnder(title)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => !row.match(reference))).toEqual([])
  })

  it("goes through all twenty items of Electron's checklist", () => {
    const numbers = rowsUnder("Electron's checklist").map((row) => Number(row.split('|')[1]))
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
})

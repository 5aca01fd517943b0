import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { getAt, parsePath } from './wire/json-path.ts'
import { answerFieldNames } from './wire/answer-fields.ts'
import { defaultWireProfile, parseWireProfile, wireProfile } from './wire-profile.ts'

const root = join(import.meta.dirname, '../..')
const document = readFileSync(join(root, 'docs', 'wire-profile.md'), 'utf8')

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
}

/** Every key that holds a value: an object of named keys is looked into, a list or a map is one value. */
function keysOf({ properties }: Schema, path: readonly string[] = []): string[] {
  return properties
    ? Object.entries(properties).flatMap(([name, child]) => keysOf(child, [...path, name]))
    : [path.join('.')]
}

const keys = keysOf(z.toJSONSchema(wireProfile, { io: 'input', unrepresentable: 'any' }) as Schema)
const rows = [...document.matchAll(/^\| `([^`]+)` +\| `([^`]+)` +\|/gm)].map(
  ([, key = '', value = '']) => ({ key, value }),
)

describe('docs/wire-profile.md', () => {
  it('has a row for every key of a profile, and for no other', () => {
    expect(rows.map(({ key }) => key).toSorted()).toEqual(keys.toSorted())
  })

  it.each(rows)('gives the default of $key', ({ key, value }) => {
    const usual = getAt(defaultWireProfile, parsePath(key) ?? [])
    expect(value).toBe(typeof usual === 'string' ? usual : JSON.stringify(usual))
  })

  it('names every field that may stand elsewhere, and no other', () => {
    const table = document.slice(document.indexOf('| record '), document.indexOf('## Lists'))
    const named = [...table.matchAll(/`(\w+\.\w+)`/g)].map(([, name]) => name)
    expect(named.toSorted()).toEqual(answerFieldNames.toSorted())
  })

  it('shows profiles that are right', () => {
    const blocks = [...document.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text)
    expect(blocks.length).toBeGreaterThan(0)
    for (const block of blocks)
      expect(parseWireProfile(JSON.parse(block))).toMatchObject({ ok: true })
  })

  it('tells of each example, and each is right', () => {
    const folder = join(root, 'test', 'wire-profiles')
    for (const file of readdirSync(folder)) {
      expect(document).toContain(`| \`${file}\``)
      const values: unknown = JSON.parse(readFileSync(join(folder, file), 'utf8'))
      expect(parseWireProfile(values)).toMatchObject({ ok: true })
    }
  })
})

import { describe, expect, it } from 'vitest'
import { defaultWireProfile, parseWireProfile, wireProfile } from './wire-profile.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { getAt, parsePath } from './wire/json-path.ts'
import { answerFieldNames } from './wire/answer-fields.ts'

const problemsOf = (values: unknown) => {
  const parsed = parseWireProfile(values)
  return parsed.ok ? [] : parsed.error
}

describe('a wire profile', () => {
  it('is that of the contract when it says nothing', () => {
    expect(parseWireProfile({})).toEqual({ ok: true, value: defaultWireProfile })
  })

  it.each<[path: string, value: unknown, expected: RegExp, within?: string]>([
    ['verbs', {}, /no such key/],
    ['sent phones', 'e164', /no such key/],
    ['sent phone', 'local', /e164.*national.*digits/],
    ['sent names telephone', 'to', /a field of a request/],
    ['sent names limit partner.patients.get', 'size', /an operation that takes limit/],
    ['sent words method FAX', 'fax', /EMAIL, SMS/],
    ['sent words phone SMS', 'x', /takes words/],
    ['sent words method', { SMS: 'EMAIL' }, /another word/],
    ['sent extra nothing', {}, /id of an operation/],
    ['paths partner', 'api', /begins with a slash/],
    ['paths partner', '/a/../b', /begins with a slash/],
    [
      'paths operations partner.formPackets.get path',
      '/packets/{id}',
      /\{formPacketId\} and no other parameter/,
    ],
    ['paths operations partner.identityProof.send method', 'GET', /a GET has none/],
    ['proof code length', 3, />=4/],
    ['proof token name', 'a b', /letters, digits/],
    ['headers', [{ name: 'Host', value: 'x' }], /does not send itself/, '0.name'],
    ['headers', [{ name: 'x-api-key' }], /either value or secret/, '0'],
    [
      'headers',
      [{ name: 'x-a', value: 'b', operations: ['partner.fax.*'] }],
      /partner\.\*/,
      '0.operations.0',
    ],
    ['read fields packet.state', 'x', /packet\.status/],
    ['read fields packet.name', 'a..b', /state\.code/],
    ['read fields packet.name', '__proto__.x', /state\.code/],
    ['read fields packet.name', 'status', /packet\.status stands there/],
    ['read words', { completed: ['done'], archived: ['DONE'] }, /those of completed/, 'archived'],
    ['lists pageSize', 0, />=1/],
    ['token partner extra', { client_secret: 'x' }, /vault/],
    ['token partner names client_id', 'a b', /name/],
    ['token partner', { names: { client_id: 'key' }, extra: { key: 'x' } }, /vault/, 'extra'],
    ['token partner names', { client_id: 'x', client_secret: 'x' }, /another name/],
    ['retry statuses', [200], />=400/, '0'],
    ['rate perSecond', 0, />0/],
  ])('names a wrong key and what was expected: %s %j', (path, value, expected, within) => {
    const parts = path.split(' ')
    const profile = parts.reduceRight<unknown>((inner, part) => ({ [part]: inner }), value)
    const key = [...parts, ...(within === undefined ? [] : [within])].join('.')
    expect(problemsOf(profile)).toEqual([
      { key, expected: expect.stringMatching(expected) as unknown },
    ])
  })

  it('is an object', () => {
    expect(problemsOf('nothing')).toMatchObject([
      { key: '(the whole profile)', expected: expect.stringMatching(/expected object/) as unknown },
    ])
  })

  it('names every wrong key, not only the first', () => {
    const keys = problemsOf({ sent: { phone: 1, dates: 2 }, rate: { perSecond: 'x' } })
    expect(keys.map(({ key }) => key)).toEqual(['sent.phone', 'sent.dates', 'rate.perSecond'])
  })
})

const root = join(import.meta.dirname, '../..')
const document = readFileSync(join(root, 'docs', 'wire-profile.md'), 'utf8')

type Schema = { readonly properties?: Readonly<Record<string, Schema>> }

/** Every key that holds a value: an object of named keys is looked into, a list or a map is one value. */
const keysOf = ({ properties }: Schema, path: readonly string[] = []): string[] =>
  properties
    ? Object.entries(properties).flatMap(([name, child]) => keysOf(child, [...path, name]))
    : [path.join('.')]

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

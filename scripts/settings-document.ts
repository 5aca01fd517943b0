import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { settingsSchema } from '../src/main/settings/schema.ts'
import { between } from './folders.ts'
import { root } from './lockfile.ts'

/** Each property by its path, with its doc comment as one line. */
type Meanings = ReadonlyMap<string, string>

const textOf = (node: ts.Node) =>
  ts
    .getJSDocCommentsAndTags(node)
    .map(({ comment }) => ts.getTextOfJSDocComment(comment) ?? '')
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim()

/** Reads the doc comments of schemas from their source, each beneath the name that `prefixes` gives its variable. */
function readMeanings(file: string, prefixes: Readonly<Record<string, string>>): Meanings {
  const path = join(root, file)
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const meanings = new Map<string, string>()
  const visit = (node: ts.Node, parents: readonly string[]): void => {
    const isNamed = ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)
    const here = isNamed ? [...parents, node.name.text] : parents
    if (isNamed) meanings.set(here.join('.'), textOf(node))
    ts.forEachChild(node, (child) => visit(child, here))
  }
  for (const statement of source.statements) {
    if (!ts.isVariableStatement(statement)) continue
    for (const { name, initializer } of statement.declarationList.declarations) {
      const prefix = prefixes[name.getText()]
      if (initializer && prefix !== undefined) visit(initializer, prefix ? [prefix] : [])
    }
  }
  return meanings
}

const units: readonly (readonly [number, string])[] = [
  [3_600_000, 'h'],
  [60_000, 'min'],
  [1_000, 's'],
]
function writeDefault(path: string, value: unknown): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none'
  if (path.endsWith('Ms') && typeof value === 'number') {
    const [size, unit] = units.find(([size]) => value % size === 0) ?? [1, 'ms']
    return `${value / size} ${unit}`
  }
  return `\`${JSON.stringify(value).replace(/^"(.*)"$/, '$1')}\``
}

const address = 'https://service.example'
/** Settings without a default, as every clinic has its own. */
const given = {
  service: {
    partnerUrl: address,
    partnerAuthUrl: address,
    developerUrl: address,
    developerAuthUrl: address,
    accountId: 1,
    locationId: 1,
  },
}

/** Lists settings by their dotted paths, with their values. */
const listSettings = (value: unknown, path = ''): [string, unknown][] =>
  value !== null && typeof value === 'object' && !Array.isArray(value)
    ? Object.entries(value).flatMap(([key, each]) =>
        listSettings(each, path ? `${path}.${key}` : key),
      )
    : [[path, value]]

/** Writes the table of all settings. Throws where one has no doc comment. */
export function renderSettings(text: string): string {
  const meanings = readMeanings('src/main/settings/schema.ts', {
    settingsSchema: '',
    busSettings: 'bus',
    deskSettings: 'desk',
    updateSettings: 'updates',
  })
  const mustBeGiven = new Set(listSettings(given).map(([path]) => path))
  const rows = listSettings(settingsSchema.parse(given)).map(([path, value]) => {
    const parent = path.slice(0, path.lastIndexOf('.'))
    const meaning = meanings.get(path) || meanings.get(parent)
    if (!meaning) throw new Error(`the setting ${path} has no doc comment`)
    const shown = mustBeGiven.has(path) ? 'must be given' : writeDefault(path, value)
    return `| \`${path}\` | ${shown} | ${meaning.replace(/\.$/, '')} |`
  })
  const table = ['| setting | default | meaning |', '| --- | --- | --- |', ...rows].join('\n')
  return between(text, 'settings', table)
}

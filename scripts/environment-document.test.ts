import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { secretVariables } from '../src/main/bootstrap/secrets.ts'
import { settingVariables } from '../src/main/settings/environment.ts'

const root = join(import.meta.dirname, '..')
const variable = /\bFOYER_[A-Z_]*[A-Z]\b/g
const sources = ['src', 'sandbox', 'cli', 'scripts', 'e2e', 'bench', 'test', 'resources']

/** The product's and the tests' own text in a folder, without what is installed in it and without unit tests. */
function* textsIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory() && entry.name !== 'node_modules') yield* textsIn(path)
    else if (/(?<!\.test)\.(ts|mjs|sh)$/.test(entry.name)) yield readFileSync(path, 'utf8')
  }
}

it('docs/environment.md names the variables that are read, and no other', () => {
  const elsewhere = new Set([
    ...settingVariables.keys(),
    ...secretVariables.flatMap((name) => [name, `${name}_FILE`]),
  ])
  const read = new Set(
    sources
      .flatMap((folder) => [...textsIn(join(root, folder))])
      .flatMap((text) => text.match(variable) ?? [])
      .filter((name) => !elsewhere.has(name)),
  )
  const document = readFileSync(join(root, 'docs', 'environment.md'), 'utf8')
  const rows = [...document.matchAll(/^\| `(FOYER_\w+)`/gm)].map(([, name]) => name)
  expect(rows.toSorted()).toEqual([...read].toSorted())
})

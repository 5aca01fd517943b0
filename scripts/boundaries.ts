// `npm run lint:boundaries`: holds the imports to `.dependency-cruiser.js`, the folders of `src` to no cycle, and the picture of
// docs/folders.md to what is imported. `npm run docs:folders` (`--write`) draws that picture anew.
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'
import extractTsConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { between, drawFolders, folderCycles } from './folders.ts'
import { root } from './lockfile.ts'

const document = join(root, 'docs', 'folders.md')

/** Known cycles, mostly by types: ports beside their users, errors and paths of the vault at its root. */
const knownCycles =
  /^src\/main\/(intake\/(auth|http)|kiosk\/visit(\/machine|\/view)?|vault(\/audit|\/keys|\/store)?)$/

process.chdir(root)
const { output } = await cruise(
  ['src', 'sandbox', 'cli', 'scripts', 'bench', 'e2e', 'test'],
  await extractOptions('./.dependency-cruiser.js'),
  undefined,
  { tsConfig: extractTsConfig('./tsconfig.web.json') },
)
const { modules, summary } = output as ICruiseResult
// Tests import everything.
const isProduct = (file: string) =>
  /^(src|sandbox|cli)\//.test(file) && !/\.test\.ts$|^src\/i18n\//.test(file)
const edges = modules
  .flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => [source, resolved] as const),
  )
  .filter((edge) => edge.every(isProduct))
const faults = [
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`),
  ...folderCycles(edges)
    .filter((folder) => folder.startsWith('src/') && !knownCycles.test(folder))
    .map((folder) => `no-folder-cycle: ${folder} is built on what is built on it`),
]
const text = readFileSync(document, 'utf8')
const drawn = between(text, 'folders', drawFolders(edges))
if (process.argv.includes('--write')) writeFileSync(document, drawn)
else if (drawn !== text) faults.push('docs/folders.md is stale: npm run docs:folders')
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exitCode = 1
else console.log(`foyer: ${modules.length} files import what they may`)

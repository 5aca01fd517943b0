import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import { drawFolders, replacePicture } from './folder-picture.ts'

/**
 * Writes the picture of the folders and of what they import into docs/architecture.md, from the code.
 * `--check`: only says whether it is stale, and ends with 1 then.
 */
const root = join(import.meta.dirname, '..')
const path = join(root, 'docs', 'architecture.md')

const { output } = await cruise(['src', 'sandbox', 'cli'], {
  tsPreCompilationDeps: true,
  doNotFollow: { path: 'node_modules' },
  baseDir: root,
  exclude: { path: ['^out/', '^src/i18n/', '\\.test\\.ts$'] },
  includeOnly: { path: '^(src|sandbox|cli)/' },
})
const document = readFileSync(path, 'utf8')
const { modules } = output as ICruiseResult
const edges = modules.flatMap(({ source, dependencies }) =>
  dependencies.map(({ resolved }) => [source, resolved] as const),
)
const next = replacePicture(document, drawFolders(edges))
if (process.argv.includes('--check')) {
  if (next !== document) {
    console.error('The picture in docs/architecture.md is stale: npm run docs:folders')
    process.exitCode = 1
  }
} else writeFileSync(path, next)

// `npm run docs [-- NAME...]`: writes what is made from the code; with `--check` it only says what is stale, and ends with 1.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openApiDocument, type DocumentedInterface } from './openapi.ts'
import { renderAssumptions } from './assumptions-document.ts'
import { renderDeskOperations } from './desk-operations.ts'
import { between } from './folders.ts'
import { root } from './lockfile.ts'
import { writeNotices } from './notices.ts'
import { withTestFiles } from './security-document.ts'
import { renderSettings } from './settings-document.ts'

interface WrittenDocument {
  /** By which it is chosen on the command line. */
  readonly name: string
  readonly file: string
  /** Its text of now, from what stands there. Throws where that has no place for what is written. */
  readonly render: (text: string) => string | Promise<string>
}

const openApi = (name: DocumentedInterface, version: number): WrittenDocument => ({
  name: 'openapi',
  file: `docs/openapi/${name}-v${version}.json`,
  render: () => `${JSON.stringify(openApiDocument(name), null, 2)}\n`,
})

/**
 * Documents written from the code, except the picture of the folders (`boundaries.ts`). `documents.test.ts` holds each
 * to it.
 */
export const documents: readonly WrittenDocument[] = [
  openApi('partner', 2),
  openApi('developer', 1),
  { name: 'assumptions', file: 'docs/assumptions.md', render: renderAssumptions },
  {
    name: 'desk',
    file: 'docs/desk.md',
    render: (text) => between(text, 'operations', renderDeskOperations()),
  },
  { name: 'notices', file: 'THIRD-PARTY-NOTICES.txt', render: () => writeNotices() },
  { name: 'security', file: 'docs/security.md', render: withTestFiles },
  { name: 'settings', file: 'docs/settings.md', render: renderSettings },
]

/** Compares the document's current and required text; the formatter gives the columns of tables their widths. */
export async function compareDocument({ file, render }: WrittenDocument) {
  const present = readFileSync(join(root, file), 'utf8')
  const plain = (text: string) =>
    file.endsWith('.md') ? text.replace(/ +/g, ' ').replace(/-{3,}/g, '---') : text
  const wanted = await render(present)
  return { present: plain(present), wanted: plain(wanted), text: wanted }
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  })
  for (const each of documents) {
    if (positionals.length > 0 && !positionals.includes(each.name)) continue
    const { present, wanted, text } = await compareDocument(each)
    if (present === wanted) continue
    console.log(`${each.file} ${values.check ? 'is stale: npm run docs' : 'is written'}`)
    if (values.check) process.exitCode = 1
    else writeFileSync(join(root, each.file), text)
  }
}

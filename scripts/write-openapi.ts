import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { openApiDocument } from '../src/contract/openapi.ts'

const folder = join(import.meta.dirname, '..', 'docs', 'openapi')

/** The OpenAPI documents: where each stands, and the text that it must have. */
export const openApiFiles = [
  { file: join(folder, 'partner-v2.json'), render: () => renderOpenApi('partner') },
  { file: join(folder, 'developer-v1.json'), render: () => renderOpenApi('developer') },
]

function renderOpenApi(name: Parameters<typeof openApiDocument>[0]): string {
  return `${JSON.stringify(openApiDocument(name), null, 2)}\n`
}

if (import.meta.main) {
  for (const { file, render } of openApiFiles) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, render())
    console.log(`wrote ${file}`)
  }
}

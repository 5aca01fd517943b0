import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, it } from 'vitest'
import { openApiFiles } from './write-openapi.ts'

it.each(openApiFiles.map((each) => [basename(each.file), each] as const))(
  'docs/openapi/%s is what the contract says (else: npm run openapi)',
  (_name, { file, render }) => {
    expect(readFileSync(file, 'utf8')).toBe(render())
  },
)

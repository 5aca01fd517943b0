import { execFile } from 'node:child_process'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { openApiFiles } from './write-openapi.ts'

const root = join(import.meta.dirname, '..')

/** The errors that Redocly CLI finds in a document, by the rules of `redocly.yaml`. */
async function errorsOf(file: string): Promise<unknown[]> {
  const cli = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js')
  const run = promisify(execFile)(process.execPath, [cli, 'lint', '--format=json', file], {
    cwd: root,
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  })
  // It ends with status 1 when there are errors, and has then told them too.
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
  const { problems } = JSON.parse(stdout) as { problems: { severity: string }[] }
  return problems.filter(({ severity }) => severity === 'error')
}

it.each(openApiFiles.map(({ file }) => [basename(file), file]))(
  'docs/openapi/%s has no error for Redocly CLI',
  { timeout: 60_000 },
  async (_name, file) => {
    expect(await errorsOf(file)).toEqual([])
  },
)

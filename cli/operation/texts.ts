import { readFile } from 'node:fs/promises'
import { isFields } from '../../src/contract/readers/fields.ts'
import { parseJson } from '../../src/main/base/parse-json.ts'
import { codeOf, refuse } from '../problem.ts'
import type { Terminal } from '../terminal.ts'

async function readText(flag: string, path: string, { readInput }: Pick<Terminal, 'readInput'>) {
  if (path === '-') return readInput()
  return readFile(path, 'utf8').catch((error: unknown) =>
    refuse(`${flag}: the file cannot be read (${codeOf(error)}).`),
  )
}

/** Reads the text of a flag: the file's content for `@file`, else itself; `@@` begins one with @. Throws a `Refusal`. */
export async function textOf(flag: string, text: string, terminal: Pick<Terminal, 'readInput'>) {
  if (text.startsWith('@@')) return text.slice(1)
  if (!text.startsWith('@')) return text
  return (await readText(flag, text.slice(1), terminal)).replace(/\r?\n$/, '')
}

/** Reads the JSON object of `--body`. Its faults give the position, never the content. Throws a `Refusal`. */
export async function readBody(path: string, terminal: Pick<Terminal, 'readInput'>) {
  const body = parseJson((await readText('--body', path, terminal)).replace(/^\uFEFF/, ''))
  if (body === undefined) refuse('--body: this is not JSON.')
  return isFields(body) ? body : refuse('--body: a JSON object is needed.')
}

import { readFile } from 'node:fs/promises'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { usage, type Problem } from '../problem.ts'
import type { Terminal } from '../terminal.ts'

/** Reads a file that a flag names, or standard input for `-`. */
async function readText(
  flag: string,
  path: string,
  { readInput }: Pick<Terminal, 'readInput'>,
): Promise<Result<string, Problem>> {
  if (path === '-') return ok(await readInput())
  try {
    return ok(await readFile(path, 'utf8'))
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    return err(usage(`${flag}: the file cannot be read (${code ?? 'unknown'}).`))
  }
}

/**
 * Reads the text of a flag: the file's content for `@file` (such as a token), else the text itself; `@@` begins one
 * with @.
 */
export async function textOf(
  flag: string,
  text: string,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<Result<string, Problem>> {
  if (text.startsWith('@@')) return ok(text.slice(1))
  if (!text.startsWith('@')) return ok(text)
  const read = await readText(flag, text.slice(1), terminal)
  return read.ok ? ok(read.value.replace(/\r?\n$/, '')) : read
}

/** Reads the JSON object of `--body`. Its faults give the position, never the content. */
export async function readBody(
  path: string,
  terminal: Pick<Terminal, 'readInput'>,
): Promise<Result<Record<string, unknown>, Problem>> {
  const read = await readText('--body', path, terminal)
  if (!read.ok) return read
  try {
    const body: unknown = JSON.parse(read.value.replace(/^\uFEFF/, ''))
    if (typeof body === 'object' && body !== null && !Array.isArray(body))
      return ok(body as Record<string, unknown>)
  } catch {
    return err(usage('--body: this is not JSON.'))
  }
  return err(usage('--body: a JSON object is needed.'))
}

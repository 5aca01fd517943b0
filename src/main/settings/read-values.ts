import { readFileSync } from 'node:fs'
import { err, ok, type Result } from '../../shared/result.ts'
import type { SettingsProblem } from './layers.ts'

/** No such file, or no such folder: what stands in a folder's place is told of by whoever must write there. */
const isAbsent = (cause: unknown) =>
  ['ENOENT', 'ENOTDIR'].includes((cause as NodeJS.ErrnoException).code ?? '')

/**
 * Reads a JSON object from a file; undefined where there is no file. The error names the file and says what was
 * expected of it.
 */
export function readValues(
  path: string,
): Result<Readonly<Record<string, unknown>> | undefined, readonly SettingsProblem[]> {
  const problem = (expected: string) => err([{ key: '(the whole file)', where: path, expected }])
  try {
    const values: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      return problem('a JSON object')
    return ok(values as Record<string, unknown>)
  } catch (cause) {
    if (isAbsent(cause)) return ok(undefined)
    return problem(
      `JSON that can be read (${cause instanceof Error ? cause.message : 'unreadable'})`,
    )
  }
}

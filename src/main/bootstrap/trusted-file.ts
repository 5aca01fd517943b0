import { realpathSync, statSync } from 'node:fs'
import { dirname, isAbsolute } from 'node:path'

/**
 * Why somebody else than an administrator could decide what stands at `path`; undefined where nobody could. The file
 * itself, and every folder on the way to it, must be root's, and no other user may write there. On Windows, whose
 * rights are not read here, only the form of the path is judged.
 */
export function findTrustProblem(path: string): string | undefined {
  if (!isAbsolute(path)) return 'it is not an absolute path'
  try {
    const real = realpathSync(path)
    if (!statSync(real).isFile()) return 'it is not a file'
    if (!process.getuid) return undefined
    for (let at = real; ; at = dirname(at)) {
      const { uid, mode } = statSync(at)
      if (uid !== 0) return `${at} is not root's`
      if (mode & 0o022 && !(mode & 0o1000)) return `others may write to ${at}`
      if (at === dirname(at)) return undefined
    }
  } catch (error) {
    return `it cannot be read (${(error as NodeJS.ErrnoException).code ?? 'unknown'})`
  }
}

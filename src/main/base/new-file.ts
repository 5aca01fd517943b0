import { constants } from 'node:fs'
import { lstat, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/result.ts'

/** Reason that nothing was written; `code` is the system's own (`ENOSPC`) and holds nothing of the file. */
export type FileFault = { readonly kind: 'noFolder' | 'notWritten'; readonly code: string }

const most = 99
const noFollow = (constants as Partial<typeof constants>).O_NOFOLLOW ?? 0
const isNew = constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY | noFollow

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? 'unknown'

/** A moment as a file is named by it, in this machine's time: `2026-03-10-1705`. */
export function minuteInName(at: Date): string {
  const two = (number: number) => String(number).padStart(2, '0')
  const day = [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
  return `${day}-${two(at.getHours())}${two(at.getMinutes())}`
}

/** Checks that a folder exists; `noFolder` if it does not, as with a removed USB stick. */
export async function findFolder(folder: string): Promise<Result<null, FileFault>> {
  try {
    if ((await stat(folder)).isDirectory()) return ok(null)
    return err({ kind: 'noFolder', code: 'ENOTDIR' })
  } catch (error) {
    return err({ kind: 'noFolder', code: codeOf(error) })
  }
}

/** Writes `NAME.EXTENSION`, else `NAME-2.EXTENSION` and on, for this user alone, durably or not at all. */
export async function writeNewFile(
  folder: string,
  { name, extension }: { readonly name: string; readonly extension: 'pdf' | 'csv' },
  bytes: Uint8Array,
): Promise<Result<{ readonly file: string }, FileFault>> {
  try {
    for (let number = 1; number <= most; number += 1) {
      const file = join(folder, `${name}${number === 1 ? '' : `-${number}`}.${extension}`)
      if (await writeNew(file, bytes)) return ok({ file })
    }
    return err({ kind: 'notWritten', code: 'EEXIST' })
  } catch (error) {
    const found = await findFolder(folder)
    return found.ok ? err({ kind: 'notWritten', code: codeOf(error) }) : found
  }
}

async function writeNew(file: string, bytes: Uint8Array): Promise<boolean> {
  // Creating this file reserves the name: no link is needed, which a stick's file system may not have.
  const part = `${file}.part`
  const handle = await open(part, isNew, 0o600).catch((error: unknown) => {
    if (codeOf(error) === 'EEXIST') return undefined
    throw error
  })
  if (!handle) return false
  let isThere = false
  try {
    if (await stands(file)) return false
    await handle.writeFile(bytes)
    await handle.sync()
    await handle.close()
    await rename(part, file)
    isThere = true
    await syncFolder(join(file, '..'))
    return true
  } finally {
    await handle.close().catch(() => undefined)
    if (!isThere) await rm(part, { force: true })
  }
}

const stands = (file: string) =>
  lstat(file).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === 'ENOENT') return false
      throw error
    },
  )

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => undefined)
  await handle?.close()
}

import { execFile } from 'node:child_process'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { syncFolder } from '../vault/keys/key-file.ts'

const run = promisify(execFile)

export const downloads = 'download'

/** Unpacks an archive as `folder/version`, durably and whole or not at all; of other versions `kept` stay. */
export async function placeVersion(
  archive: string,
  { folder, version, kept }: Readonly<Record<'folder' | 'version', string>> & { kept: string[] },
): Promise<void> {
  const draft = join(folder, 'unpacking')
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft, { recursive: true, mode: 0o700 })
  await run('tar', ['-xz', '--no-same-owner', '-C', draft, '-f', archive])
  // All of it is on the disk before its name says so.
  await run('sync', ['--file-system', draft])
  for (const { name } of (await readdir(folder, { withFileTypes: true })).filter(
    (each) => each.isDirectory() && ![...kept, 'unpacking', downloads].includes(each.name),
  ))
    await rm(join(folder, name), { recursive: true })
  await rename(draft, join(folder, version))
  syncFolder(folder)
  await rm(join(folder, downloads), { recursive: true, force: true })
}

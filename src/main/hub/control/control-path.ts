import { createHash } from 'node:crypto'
import { join } from 'node:path'

/**
 * Where the hub with its data in `folder` is asked: a socket in that folder, which belongs to its user alone; on Windows
 * a named pipe, which Windows lets only its user and administrators write to.
 */
export function controlPath(folder: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return join(folder, 'hub.sock')
  const mark = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 16)
  return `\\\\.\\pipe\\foyer-hub-${mark}`
}

/** Bytes of such a path that every system takes. */
export const longestPath = 103

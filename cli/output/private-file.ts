import { open } from 'node:fs/promises'

/** Writes a file that only this user can read, whoever could read one of that name before. Rejects as `open` does. */
export async function writePrivately(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    // The mode above counts for a new file alone.
    await file.chmod(0o600)
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}

import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The home of the user that browsers run as where this process is root; undefined where they run as this process does. */
async function browserHome(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const user = process.env['FOYER_CHROMIUM_USER'] ?? 'foyer-kiosk'
  const accounts = await readFile('/etc/passwd', 'utf8')
  return accounts
    .split('\n')
    .find((line) => line.startsWith(`${user}:`))
    ?.split(':')[5]
}

/**
 * The files in that home that were written since a time (ms since 1970): nothing of a browser's belongs there.
 * None where browsers run as this process does: whatever else this user runs writes to its home.
 */
export async function writtenInBrowserHome(since: number): Promise<string[]> {
  const home = await browserHome()
  if (home === undefined) return []
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const times = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
  return paths.filter((_, index) => (times[index]?.ctimeMs ?? 0) >= since)
}

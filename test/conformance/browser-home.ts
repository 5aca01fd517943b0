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

/** The files written in that home since a time (ms since 1970); none where browsers share this user's home. */
export async function writtenInBrowserHome(since: number): Promise<string[]> {
  const home = await browserHome()
  if (home === undefined) return []
  const entries = await readdir(home, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => !entry.isDirectory())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name))
  const times = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)))
  return paths.filter((_, index) => (times[index]?.ctimeMs ?? 0) >= since)
}

// `npm run electron:support`: fails when the installed Electron gets no security fixes any more.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './lockfile.ts'

/**
 * End of support of each major: the release of the third after it (https://releases.electronjs.org/schedule). 45's is
 * computed (eight weeks between majors). Update with every major.
 */
export const supportEnds: Readonly<Record<number, string>> = {
  44: '2027-03-02',
  45: '2027-04-27',
}

/** Checks if a version of Electron is supported on a day; if not, gives the reason in words. */
export function checkElectronSupport(
  version: string,
  today: Date,
): { readonly supported: boolean; readonly reason: string } {
  const major = Number.parseInt(version, 10)
  const end = supportEnds[major]
  if (end === undefined) {
    const known = Object.keys(supportEnds).join(', ')
    return {
      supported: false,
      reason: `Electron ${version} is not in scripts/electron-support.ts, which knows ${known}`,
    }
  }
  const supported = today.getTime() < Date.parse(end)
  return {
    supported,
    reason: `support of Electron ${major} ${supported ? 'ends' : 'ended'} on ${end}`,
  }
}

/** Returns the version of Electron that is installed here. */
export function installedElectron(): string {
  const file = join(root, 'node_modules', 'electron', 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

if (import.meta.main) {
  const version = installedElectron()
  const { supported, reason } = checkElectronSupport(version, new Date())
  console.log(`foyer: Electron ${version}: ${reason}.`)
  if (!supported) process.exitCode = 1
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Path of the binary in an unpacked Electron; on every other system the same as on Linux. */
const inDist: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'Electron.app/Contents/MacOS/Electron',
  win32: 'electron.exe',
}

/**
 * Finds Electron's binary on this machine, without fetching: in `FOYER_ELECTRON_DIST` (an unpacked Electron), else the
 * installed package's. `root`: the project's folder.
 */
export function electronBinary(
  root: string,
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const named = environment['FOYER_ELECTRON_DIST']
  if (named) return ifThere(join(named, inDist[process.platform] ?? 'electron'))
  const folder = join(root, 'node_modules', 'electron')
  const name = join(folder, 'path.txt')
  if (!existsSync(name)) return undefined
  const dist = environment['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist')
  return ifThere(join(dist, readFileSync(name, 'utf8').trim()))
}

const ifThere = (path: string) => (existsSync(path) ? path : undefined)

// Like Chromium, Electron refuses to run as root unless its sandbox is switched off; as root it too goes through the
// wrapper that drops to an unprivileged user.
/** Returns the options for starting Electron here; undefined if its binary is missing. */
export function electronLaunch(
  root: string,
): { readonly executablePath: string; readonly env: Readonly<Record<string, string>> } | undefined {
  const binary = electronBinary(root)
  if (!binary) return undefined
  if (process.getuid?.() !== 0) return { executablePath: binary, env: {} }
  const wrapper = join(root, 'resources', 'chromium-unprivileged.sh')
  return { executablePath: wrapper, env: { FOYER_CHROMIUM: binary } }
}

import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Electron's own binary, if it is on this machine; undefined, and nothing is fetched, if it is not.
 * `root` is the project's folder.
 */
export function electronBinary(root: string): string | undefined {
  const folder = join(root, 'node_modules', 'electron')
  const name = join(folder, 'path.txt')
  if (!existsSync(name)) return undefined
  const dist = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(folder, 'dist')
  const path = join(dist, readFileSync(name, 'utf8').trim())
  return existsSync(path) ? path : undefined
}

/**
 * How Electron is started here, or undefined where its binary is not. Like Chromium it refuses to run as
 * root unless its sandbox is switched off; as root it too goes through the wrapper that drops to an
 * unprivileged user.
 */
export function electronLaunch(
  root: string,
): { readonly executablePath: string; readonly env: Readonly<Record<string, string>> } | undefined {
  const binary = electronBinary(root)
  if (!binary) return undefined
  if (process.getuid?.() !== 0) return { executablePath: binary, env: {} }
  const wrapper = join(root, 'resources', 'chromium-unprivileged.sh')
  return { executablePath: wrapper, env: { FOYER_CHROMIUM: binary } }
}

import { existsSync } from 'node:fs'
import { join } from 'node:path'

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** Finds the machine's own Chromium, or undefined. The environment variable `FOYER_CHROMIUM` names another. */
function findChromium(): string | undefined {
  return [process.env['FOYER_CHROMIUM'], ...known].find((path) => path && existsSync(path))
}

// As root, Chromium starts through the wrapper that drops to an unprivileged user, never with `--no-sandbox`.
/**
 * Returns Playwright's options for the machine's Chromium, always in its own sandbox. `root`: the project's folder (it
 * holds `resources/`).
 */
export function chromiumLaunch(root: string): {
  executablePath: string
  chromiumSandbox: true
} {
  const asRoot = process.getuid?.() === 0
  const wrapper = join(root, 'resources', 'chromium-unprivileged.sh')
  return {
    executablePath: asRoot ? wrapper : (findChromium() ?? 'chromium'),
    chromiumSandbox: true,
  }
}

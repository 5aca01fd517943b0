import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, 'peers')
const prism = join(folder, 'node_modules', '@stoplight', 'prism-cli', 'dist', 'index.js')

/**
 * Prism's command line. It is 74 MB in 213 packages and no one but this benchmark needs it, so it has a
 * lockfile of its own in `bench/peers` and is installed when it is first measured.
 */
export async function prismScript(): Promise<string> {
  if (!existsSync(prism)) {
    console.error('installing the peers of the benchmarks …')
    const npm = spawn('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-fund'], {
      stdio: ['ignore', 'ignore', 'inherit'],
      shell: process.platform === 'win32',
    })
    const [code] = (await once(npm, 'exit')) as [number | null]
    if (code !== 0) throw new Error('the peers of the benchmarks could not be installed')
  }
  return prism
}

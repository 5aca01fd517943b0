import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync } from 'node:fs'
import type { Agent } from 'node:http'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const manifest = join(import.meta.dirname, 'peers')
// electron-builder takes a package beside the project's own for one of the application's.
const folder = join(import.meta.dirname, '..', 'node_modules', '.cache', 'bench-peers')
const inFolder = (name: string) => join(folder, 'node_modules', name)

/** Other HTTP clients, as far as they are measured: a GET with its answer read as JSON. */
export interface PeerClients {
  axios(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<unknown>
  got(url: string, headers: Readonly<Record<string, string>>, agent: Agent): Promise<unknown>
}

let installing: Promise<boolean> | undefined

/**
 * Checks if a package measured beside Foyer is installed. Foyer does not need it: `bench/peers` has its own lockfile,
 * installed on first use.
 */
async function hasPeer(name: string): Promise<boolean> {
  if (existsSync(inFolder(name))) return true
  console.error('installing the peers of the benchmarks (bench/peers) …')
  installing ??= install()
  return (await installing) && existsSync(inFolder(name))
}

async function install(): Promise<boolean> {
  cpSync(manifest, folder, { recursive: true })
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const npm = spawn('npm', args, {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  })
  const [code] = (await once(npm, 'exit')) as [number | null]
  return code === 0
}

function missing(names: string): undefined {
  console.error(`${names} could not be installed: measured without. Try npm ci in ${folder}.`)
}

/** Finds the program of Prism's command line; undefined, with a line of notice, if it cannot be installed. */
export async function prismScript(): Promise<string | undefined> {
  const name = '@stoplight/prism-cli'
  if (await hasPeer(name)) return join(inFolder(name), 'dist', 'index.js')
  missing('Prism')
  return undefined
}

/** Loads axios and got; undefined, with a line of notice, if they cannot be installed. */
export async function peerClients(): Promise<PeerClients | undefined> {
  if (!(await hasPeer('axios')) || !(await hasPeer('got'))) {
    missing('axios and got')
    return undefined
  }
  const { resolve } = createRequire(join(folder, 'package.json'))
  const load = (name: string) => import(pathToFileURL(resolve(name)).href) as Promise<unknown>
  const { default: axios } = (await load('axios')) as {
    default: { get(url: string, options: object): Promise<unknown> }
  }
  const { default: got } = (await load('got')) as {
    default: (url: string, options: object) => { json(): Promise<unknown> }
  }
  return {
    axios: (url, headers, agent) => axios.get(url, { headers, httpAgent: agent }),
    got: (url, headers, agent) =>
      got(url, { headers, agent: { http: agent }, retry: { limit: 0 } }).json(),
  }
}

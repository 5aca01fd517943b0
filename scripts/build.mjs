import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, readFileSync, readdirSync, statSync, writeFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runScript, startScript } from './setup.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const sources = [
  'src',
  'messages',
  'electron.vite.config.ts',
  'desk.vite.config.ts',
  'reader.vite.config.ts',
  'scripts/write-compile-cache.ts',
  'svelte.config.js',
  'package-lock.json',
]

function* filesOf(path) {
  if (!statSync(path).isDirectory()) return yield path
  for (const name of readdirSync(path).sort())
    if (name !== 'paraglide') yield* filesOf(join(path, name))
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources)
    for (const file of filesOf(join(root, source))) {
      if (file.endsWith('.test.ts')) continue
      hash.update(file.slice(root.length)).update(readFileSync(file))
    }
  return hash.digest('hex')
}

// Vitest sets NODE_ENV to test, by which Svelte builds its pages for development.
const env = { ...process.env, NODE_ENV: 'production' }

/** Builds the application and `others`, the pages side by side: each build keeps one core busy. Resolves to true if all went well. */
async function build(...others) {
  if (runScript('messages') !== 0) return false
  const builds = ['app', 'desk', 'reader', 'patient-page', ...others].map(async (name) => {
    const [code] = await once(startScript(`build:${name}`, [], { env }), 'close')
    return code === 0
  })
  return (await Promise.all(builds)).every(Boolean)
}

/** Builds main, preload, the pages of kiosk and desk, and the patient page when a source has changed since the last build. */
export async function buildIfNeeded() {
  // As root, browsers run as another user, who must be able to read what is built.
  process.umask(0o022)
  const stamp = join(root, 'out', '.built')
  const wanted = fingerprint()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  console.log('foyer: building …')
  if (!(await build())) {
    console.error('foyer: the build failed (see above).')
    process.exit(1)
  }
  mkdirSync(join(root, 'out'), { recursive: true })
  writeFileSync(stamp, wanted)
}

// Vitest calls it before the conformance suites, which may be run without `npm test`.
export default buildIfNeeded

if (process.argv[1] === fileURLToPath(import.meta.url))
  process.exitCode = (await build('cli')) ? 0 : 1

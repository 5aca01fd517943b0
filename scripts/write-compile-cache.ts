// Compiles what the kiosk loads in Node, once, at the build: `out/.compile-cache` (src/main/index.ts loads with it).
import { chmodSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const out = join(import.meta.dirname, '..', 'out')
const cache = join(out, '.compile-cache')
const chunks = join(out, 'main', 'chunks')

/** True if only Electron can load it. */
const isOfElectron = (file: string) =>
  /\bfrom ?["'](?:\.\.\/)?electron/.test(readFileSync(file, 'utf8'))

// That of the build before is of no use any more.
rmSync(cache, { recursive: true, force: true })
enableCompileCache(cache)
for (const name of readdirSync(chunks)) {
  const chunk = join(chunks, name)
  if (!isOfElectron(chunk)) await import(pathToFileURL(chunk).href)
}
flushCompileCache()
// Node restricts it to the user that built. Foyer, another user by the time it loads, may read it; it may not write it.
for (const entry of readdirSync(cache, { recursive: true, withFileTypes: true }))
  chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
chmodSync(cache, 0o755)

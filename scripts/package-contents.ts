import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'

/** Package of the desktop's Secret Service, which Electron replaces by a store of its own. */
const keyring = '@napi-rs/keyring'

const importing = /(?:\bfrom|\bimport\(?|\brequire\()\s*["']([^"'\n]+)["']/g

/** Lists what a built file imports: files beside it by path, packages by specifier. */
const importsOf = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(importing)].map(([, specifier = '']) =>
    specifier.startsWith('.') ? join(dirname(file), specifier) : specifier,
  )

/** Lists a built program's own files, and the packages that they import, by name. */
function readProgram(entry: string) {
  const files = new Set([entry])
  const packages = new Set<string>()
  for (const file of files)
    for (const each of importsOf(file))
      if (existsSync(each)) files.add(each)
      else packages.add(each.split('/', each.startsWith('@') ? 2 : 1).join('/'))
  return { files, packages }
}

/** Finds the folder of a package as Node does, from the folder of the file or package that needs it upwards. */
function folderOf(name: string, from: string): string | undefined {
  const folder = join(from, 'node_modules', name)
  if (existsSync(join(folder, 'package.json'))) return folder
  return dirname(from) === from ? undefined : folderOf(name, dirname(from))
}

/**
 * Lists what runs in a packaged Foyer: the built files of the main process, as paths from the project's folder, and the
 * names of the packages that they need, directly or through others.
 */
export function contentsOf(root: string, entry = join(root, 'out', 'main', 'electron.js')) {
  const { files, packages } = readProgram(entry)
  const folders = new Map<string, string>()
  const need = (name: string, from: string) => {
    const isLeftOut = name === keyring || name.startsWith('@types/')
    const folder = isLeftOut ? undefined : folderOf(name, from)
    if (folder) folders.set(folder, name)
  }
  const { dependencies = {} } = readPackage(root)
  for (const name of packages) if (name in dependencies) need(name, root)
  for (const folder of folders.keys())
    for (const name of Object.keys(readPackage(folder).dependencies ?? {})) need(name, folder)
  return {
    files: [...files].map((path) => relative(root, path).split(sep).join('/')).sort(),
    packages: [...new Set(folders.values())].sort(),
  }
}

const readPackage = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly dependencies?: Readonly<Record<string, string>>
  }

/** Parts of packages that are for browsers, for another module system, or from their own tests. */
const unused = [
  ...['culori/bundled', 'fflate/umd', 'mqtt/dist', 'pngjs/coverage', 'zod/v3'],
  ...['libphonenumber-js/bundle', 'libphonenumber-js/es6-modern', 'libphonenumber-js/source'],
]

/** Writes contents as electron-builder's patterns; what packages bring for other systems, or to be compiled, stays out. */
export const patternsOf = ({ files, packages }: ReturnType<typeof contentsOf>) => [
  ...files,
  ...packages.map((name) => `**/node_modules/${name}/**`),
  '!**/*.{map,ts,cts,mts,md,markdown,tsbuildinfo,h}',
  ...unused.map((folder) => `!**/node_modules/${folder}/**`),
  '!**/node_modules/pngjs/browser.js',
  '!node_modules/better-sqlite3-multiple-ciphers/{deps,src}/**',
  '!**/prebuilds/**',
  '**/prebuilds/${platform}-${arch}.node',
]

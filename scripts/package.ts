// `npm run package`: Foyer as it is installed; docs/installation.md.
import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parse } from 'yaml'
import { electronBinary } from './electron-binary.ts'
import { root } from './lockfile.ts'
import { contentsOf, patternsOf } from './package-contents.ts'
import { makeDeb } from './package-deb.ts'

/** Fetched when a package is made, and no dependency: with its 280 packages `npm ci` would take 13 s more. */
export const builder = 'electron-builder@26.17.0'

/** Most that the archive may take with what is unpacked beside it, in MB (2 ** 20 bytes). */
const archiveBudget = 31

const help = `npm run package: Foyer as it is installed

  npm run package                     make the unpacked folder, and where dpkg-deb is, the Debian package
  npm run package -- --dir            make the unpacked folder alone
  npm run package -- --deb            make the Debian package, or say why not
  npm run package -- --installers     make this system's other packages too, whose tools are fetched
  npm run package -- --output DIR     another folder than dist
  npm run package -- --config FILE    another configuration than electron-builder.yml

Electron is taken from FOYER_ELECTRON_DIST, else from node_modules/electron; npm fetches ${builder}.
Exit codes: 0 made, 1 something is not as it must be, 2 wrong usage.`

const suffix = process.arch === 'x64' ? '' : `-${process.arch}`
const foldersOf: Partial<Record<NodeJS.Platform, readonly [string, string, string]>> = {
  darwin: [`mac${suffix}`, 'Foyer.app', 'Foyer.app/Contents/Resources'],
  win32: [`win${suffix}-unpacked`, 'Foyer.exe', 'resources'],
}
/** Folder that electron-builder unpacks into here, and in it the program and the folder of the archive. */
export const unpackedPaths =
  foldersOf[process.platform] ?? ([`linux${suffix}-unpacked`, 'foyer', 'resources'] as const)

/** Writes electron-builder's configuration with all that is packed, and returns its path. */
function writeConfiguration(config: string, output: string, electronDist: string): string {
  const base = parse(readFileSync(config, 'utf8')) as { readonly files: readonly string[] }
  const whole = {
    ...base,
    directories: { output },
    electronDist,
    files: [...base.files, ...patternsOf(contentsOf(root))],
  }
  mkdirSync(output, { recursive: true })
  const path = join(output, 'electron-builder.json')
  writeFileSync(path, JSON.stringify(whole, null, 2))
  return path
}

/** Runs electron-builder, fetched if need be; returns whether it succeeded. */
export function runBuilder(args: readonly string[]): boolean {
  const isWindows = process.platform === 'win32'
  const words = ['exec', '--yes', `--package=${builder}`, '--', 'electron-builder', ...args]
  // The answer alone is for the standard output.
  const options: SpawnSyncOptions = { cwd: root, stdio: ['ignore', 2, 2], shell: isWindows }
  return spawnSync(isWindows ? 'npm.cmd' : 'npm', words, options).status === 0
}

/** Returns the MB that the archive takes in an unpacked Foyer with the native libraries beside it. */
function measureArchive(resources: string): number {
  const archives = readdirSync(resources, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.startsWith('app.asar'))
    .map((path) => statSync(join(resources, path)))
  return archives.reduce((sum, each) => sum + (each.isFile() ? each.size : 0), 0) / 2 ** 20
}

class Refusal extends Error {}

function refuseUnless(isSo: unknown, why: string): asserts isSo {
  if (!isSo) throw new Refusal(why)
}

interface Wanted {
  readonly dir: boolean
  readonly deb: boolean
  readonly installers: boolean
  readonly output: string
  readonly config: string
}

async function makePackages({ dir, deb, installers, output, config }: Wanted): Promise<string> {
  const hasDpkg = spawnSync('dpkg-deb', ['--version']).status === 0
  refuseUnless(!deb || hasDpkg, 'dpkg-deb, which makes the Debian package, is not here.')
  const binary = electronBinary(root)
  refuseUnless(binary, 'Electron is not here; `npx install-electron` fetches it.')
  const { buildIfNeeded } = (await import(new URL('build.mjs', import.meta.url).href)) as {
    buildIfNeeded: () => Promise<void>
  }
  await buildIfNeeded()
  const isMac = process.platform === 'darwin'
  const electronDist = isMac ? join(binary, '..', '..', '..', '..') : dirname(binary)
  const configuration = writeConfiguration(config, output, electronDist)
  const kind = installers ? [] : ['--dir']
  const isMade = runBuilder([...kind, '--config', configuration, '--publish', 'never'])
  refuseUnless(isMade, 'electron-builder failed (see above).')
  const [name, program, resources] = unpackedPaths
  const unpacked = join(output, name)
  const reader = [join(import.meta.dirname, 'read-fuses.ts'), join(unpacked, program)]
  const fuses = spawnSync(process.execPath, [...reader, '--config', config], {
    stdio: ['ignore', 2, 2],
  })
  refuseUnless(fuses.status === 0, 'the fuses are not as configured.')
  const own = readFileSync(join(root, 'package.json'), 'utf8')
  // In place of the one that Electron brings, which names Electron's.
  writeFileSync(join(unpacked, 'version'), (JSON.parse(own) as { version: string }).version)
  const megabytes = measureArchive(join(unpacked, resources))
  console.error(`foyer: the archive takes ${megabytes.toFixed(1)} of ${archiveBudget} MB`)
  refuseUnless(megabytes <= archiveBudget, 'the archive takes more than its budget.')
  return deb || (hasDpkg && !dir) ? makeDeb(unpacked, output) : unpacked
}

function readWanted(): Wanted | undefined {
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    options: {
      help: { ...flag, short: 'h' },
      dir: flag,
      deb: flag,
      installers: flag,
      output: { type: 'string', default: 'dist' },
      config: { type: 'string', default: 'electron-builder.yml' },
    },
  })
  const at = (path: string) => resolve(root, path)
  return values.help
    ? undefined
    : { ...values, output: at(values.output), config: at(values.config) }
}

if (import.meta.main)
  try {
    const wanted = readWanted()
    console.log(wanted ? await makePackages(wanted) : help)
  } catch (error) {
    if (!(error instanceof Refusal || error instanceof TypeError)) throw error
    console.error(`foyer: ${error.message}`)
    process.exitCode = error instanceof Refusal ? 1 : 2
  }

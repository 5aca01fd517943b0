import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The project's folder. */
export const root = join(import.meta.dirname, '..')

const entry = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  license: z.string().optional(),
  dev: z.boolean().optional(),
  devOptional: z.boolean().optional(),
  os: z.union([z.string(), z.array(z.string())]).optional(),
  cpu: z.union([z.string(), z.array(z.string())]).optional(),
})
const lockfile = z.object({ packages: z.record(z.string(), entry) })

/** A package that the lockfile names. */
export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** As npm writes it: `sha512-` and base64. */
  readonly integrity: string
  /** SPDX; undefined if the lockfile does not know. */
  readonly license: string | undefined
  /** True if only the development needs it. */
  readonly isDev: boolean
  /** True if it is for some systems alone. */
  readonly isForSomeSystems: boolean
  /** Its folder, from the project's. */
  readonly path: string
}

/** Packages that only the build needs, since it puts what Foyer has of them into its own files. */
const builtIn: ReadonlySet<string> = new Set(['node_modules/pdfjs-dist'])

/** Reads the lockfile's packages, by name and version. Throws if it cannot be read. */
export function readLockfile(folder = root): readonly LockedPackage[] {
  const text = readFileSync(join(folder, 'package-lock.json'), 'utf8')
  const { packages } = lockfile.parse(JSON.parse(text))
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version = '', integrity = '', license, dev, devOptional, os, cpu }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      integrity,
      license,
      isDev: Boolean(dev ?? devOptional) && !builtIn.has(path),
      isForSomeSystems: os !== undefined || cpu !== undefined,
      path,
    }))
    .sort((one, other) => compare(one.name, other.name) || compare(one.version, other.version))
}

/** Compares texts in an order that is independent of the machine's language. */
const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** A guard: how to take it out of a copy of the project, and the tests that must then fail. */
export interface Guard {
  readonly name: string
  /** What is written in the place of what; the first place in the file counts. */
  readonly without: readonly (readonly [file: string, from: string, to: string])[]
  /** A regular expression that the full names of its tests fit. */
  readonly test: string
  /** The files that hold its tests; those of its suite unless given. */
  readonly files?: readonly string[]
}

/** Guards whose tests run alike. A file of `scripts/guards/` exports one as `suite`. */
export interface GuardSuite {
  /** The project of `vitest.config.ts` in which the tests are. */
  readonly project: 'unit' | 'contract' | 'conformance' | 'components'
  /** Folders and files that the tests need, beside the project's own configuration. */
  readonly kept: readonly string[]
  /** Folders or files that hold the tests; all of the project's unless given. */
  readonly files?: readonly string[]
  readonly guards: readonly Guard[]
}

/** A suite with the name of its file. */
export interface NamedSuite extends GuardSuite {
  readonly name: string
}

/** Every suite of `scripts/guards/`, in the order of their files' names. */
export async function readSuites(): Promise<NamedSuite[]> {
  const folder = join(import.meta.dirname, 'guards')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  return Promise.all(
    names.map(async (name) => {
      const { suite } = (await import(join(folder, name))) as { readonly suite: GuardSuite }
      return { ...suite, name: basename(name, '.ts') }
    }),
  )
}

/** A file that a guard stands in: its content with the guard and without it. */
export interface ChangedFile {
  readonly path: string
  readonly before: string
  readonly after: string
}

/** The files below `root` without a guard; undefined where they do not hold it in these words. */
export async function withoutGuard(
  { without }: Guard,
  root: string,
): Promise<readonly ChangedFile[] | undefined> {
  const changed = new Map<string, ChangedFile>()
  for (const [file, from, to] of without) {
    const path = join(root, file)
    const before = changed.get(path)?.before ?? (await readFile(path, 'utf8'))
    const present = changed.get(path)?.after ?? before
    if (!present.includes(from)) return undefined
    changed.set(path, { path, before, after: present.replace(from, () => to) })
  }
  return [...changed.values()]
}

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readLockfile, root, type LockedPackage } from './lockfile.ts'

const licenceFile = /^(licen[cs]e|copying|notice|ofl)([._-].*)?$/i

/** Folders of packages that hold works of others, each under its own licence. */
const foldersOf: Readonly<Record<string, readonly string[]>> = {
  'pdfjs-dist': ['.', 'cmaps', 'standard_fonts', 'wasm'],
}

const head = `Third-party notices

Foyer is licensed under Apache-2.0 (LICENSE). It contains, or is delivered with, the packages below, each under its own
licence. This file is written by "npm run notices" from the lockfile and the packages themselves; do not edit it.

Electron, where Foyer is delivered with it, brings its own notices and those of Chromium and Node.js beside its
program: LICENSE and LICENSES.chromium.html.
`

/** Reads a package's licence texts, all with the same line ends. */
function textOf(folder: string): string {
  if (!existsSync(folder)) return ''
  return readdirSync(folder, { withFileTypes: true })
    .filter((each) => each.isFile() && licenceFile.test(each.name) && !/\.(js|ts)$/.test(each.name))
    .map(({ name }) => name)
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .join('\n\n')
}

const titleOf = ({ name, version, license = 'licence unknown' }: LockedPackage) =>
  `${name} ${version} (${license})`

/**
 * Writes the notices from lockfile and installed packages. System-specific packages appear without their text, which
 * stands elsewhere: the file is the same everywhere.
 */
export function writeNotices(folder = root): string {
  const delivered = readLockfile(folder).filter(({ isDev }) => !isDev)
  const byText = new Map<string, LockedPackage[]>()
  for (const each of delivered) {
    const texts = (foldersOf[each.name] ?? ['.']).map((part) =>
      textOf(join(folder, each.path, part)),
    )
    const text = each.isForSomeSystems ? '' : texts.join('\n\n')
    byText.set(text, [...(byText.get(text) ?? []), each])
  }
  const withoutText = byText.get('') ?? []
  byText.delete('')
  const rule = '-'.repeat(80)
  const parts = [...byText].map(
    ([text, packages]) => `${rule}\n${packages.map(titleOf).join('\n')}\n\n${text}\n`,
  )
  const rest = `${rule}\nWithout a text of their own in the package:\n\n${withoutText.map(titleOf).join('\n')}\n`
  return [head, ...parts, ...(withoutText.length > 0 ? [rest] : [])].join('\n')
}

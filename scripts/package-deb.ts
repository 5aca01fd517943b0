import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './lockfile.ts'

/** Libraries that Electron's program is linked with or opens, by the names of Debian 12, 13 and Ubuntu 24.04. */
const depends = [
  'libasound2 | libasound2t64',
  'libatk-bridge2.0-0 | libatk-bridge2.0-0t64',
  'libatspi2.0-0 | libatspi2.0-0t64',
  'libc6',
  'libcups2 | libcups2t64',
  'libdrm2',
  'libgbm1',
  'libgtk-3-0 | libgtk-3-0t64',
  'libnss3',
  'libsecret-1-0',
  'libxcomposite1',
  'libxdamage1',
  'libxkbcommon0',
  'libxrandr2',
]

/** Files that the system finds Foyer by, from `resources/`; the mode is octal. */
const systemFiles = [
  ['linux/foyer', 'usr/bin/foyer', 0o755],
  ['linux/foyer.desktop', 'usr/share/applications/foyer.desktop', 0o644],
  ['systemd/foyer-desk.service', 'usr/lib/systemd/user/foyer-desk.service', 0o644],
  ['icon.svg', 'usr/share/icons/hicolor/scalable/apps/foyer.svg', 0o644],
  ['icon.png', 'usr/share/icons/hicolor/512x512/apps/foyer.png', 0o644],
  ['../LICENSE', 'usr/share/doc/foyer/copyright', 0o644],
] as const

/** Debian's name of an architecture. */
const architecture = { x64: 'amd64', arm64: 'arm64' }[process.arch as string] ?? process.arch

/**
 * Makes a Debian package of an unpacked Foyer with `dpkg-deb` alone, and returns its path. No script runs at its
 * installation: the mode of Chromium's sandbox is in the archive, and dpkg takes away whatever it brought.
 */
export function makeDeb(unpacked: string, output: string): string {
  const { description } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    readonly description: string
  }
  const version = readFileSync(join(unpacked, 'version'), 'utf8').trim()
  const stage = join(output, 'deb')
  rmSync(stage, { recursive: true, force: true })
  cpSync(unpacked, join(stage, 'opt', 'Foyer'), { recursive: true })
  cpSync(join(root, 'resources', 'kiosk'), join(stage, 'opt', 'Foyer', 'kiosk'), {
    recursive: true,
  })
  for (const [from, to, mode] of systemFiles) {
    mkdirSync(dirname(join(stage, to)), { recursive: true })
    cpSync(join(root, 'resources', from), join(stage, to))
    chmodSync(join(stage, to), mode)
  }
  const size = execFileSync('du', ['--summarize', '--block-size=1024', stage], { encoding: 'utf8' })
  mkdirSync(join(stage, 'DEBIAN'))
  writeFileSync(
    join(stage, 'DEBIAN', 'control'),
    `Package: foyer
Version: ${version.replace('-', '~')}
Architecture: ${architecture}
Maintainer: The contributors to Foyer <noreply@foyer.invalid>
Installed-Size: ${Number.parseInt(size, 10)}
Depends: ${depends.join(', ')}
Suggests: xserver-xorg, xinit, kbd
Section: misc
Priority: optional
Description: ${description}
 Patients check in at its screen and fill in their forms; members of staff work
 at its desk.
`,
  )
  execFileSync('chmod', ['--recursive', 'u=rwX,go=rX', stage])
  // The kernel may refuse user namespaces to Chromium, as Ubuntu's does: then its sandbox is a program of root.
  chmodSync(join(stage, 'opt', 'Foyer', 'chrome-sandbox'), 0o4755)
  const path = join(output, `foyer_${version}_${architecture}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zzstd', '--build', stage, path])
  rmSync(stage, { recursive: true })
  return path
}

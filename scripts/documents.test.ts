import { execFile, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { secretVariables } from '../src/main/app/secrets.ts'
import { settingVariables } from '../src/main/settings/load.ts'
import { locale } from '../src/shared/ipc.ts'
import { isReached, serviceOperations } from './desk-operations.ts'
import { compareDocument, documents } from './documents.ts'
import { folderCycles } from './folders.ts'
import { readLockfile, root } from './lockfile.ts'
import { reference } from './security-document.ts'

const read = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')

it.each(documents)('$file is what the code says (else: npm run docs)', async (each) => {
  const { present, wanted } = await compareDocument(each)
  expect(present).toBe(wanted)
})

const pages = readdirSync(join(root, 'docs')).filter((name) => name.endsWith('.md'))

it.each(pages.map((name) => `docs/${name}`).concat('CONTRIBUTING.md'))(
  '%s names files that are there',
  (page) => {
    const named = read(page).matchAll(
      /`((?:src|cli|sandbox|scripts|test|e2e|bench)\/[\w./-]+\.\w+)`/g,
    )
    expect(
      [...named].map(([, file = '']) => file).filter((file) => !existsSync(join(root, file))),
    ).toEqual([])
  },
)

const openApi = documents.filter(({ name }) => name === 'openapi')

it.each(openApi)('$file has no error for Redocly CLI', async ({ file }) => {
  const cli = join(root, 'node_modules', '@redocly', 'cli', 'bin', 'cli.js')
  const run = promisify(execFile)(process.execPath, [cli, 'lint', '--format=json', file], {
    cwd: root,
    env: { ...process.env, REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  })
  // With errors it ends with status 1, and has already reported them.
  const { stdout } = await run.catch((error: unknown) => error as { stdout: string })
  const { problems } = JSON.parse(stdout) as { problems: { severity: string }[] }
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([])
})

describe('the operations of the service', () => {
  it('are as many as the two interface documents have', () => {
    const listed = read('src', 'contract', 'fixtures', 'operations.txt').trimEnd().split('\n')
    expect(serviceOperations).toHaveLength(listed.length)
  })

  it('have a place each where people come to them', () => {
    expect(serviceOperations.filter((each) => !isReached(each)).map(({ id }) => id)).toEqual([])
  })
})

it('folders are told when two of them are built on each other, and not when a file is on its folder’s', () => {
  const down = [
    ['a/x.ts', 'b/y.ts'],
    ['b/y.ts', 'b/in/z.ts'],
    ['b/in/z.ts', 'c/w.ts'],
  ] as const
  expect(folderCycles(down)).toEqual([])
  expect(folderCycles([...down, ['c/in/v.ts', 'a/x.ts']])).toEqual(['a', 'b', 'c'])
})

it('the third-party notices name every package that is delivered, and the font', () => {
  const text = read('THIRD-PARTY-NOTICES.txt')
  for (const { name, version, license } of readLockfile().filter(({ isDev }) => !isDev)) {
    expect(text).toContain(`${name} ${version} (`)
    expect(license, name).toBeDefined()
  }
  expect(text).toContain('SIL OPEN FONT LICENSE Version 1.1')
})

describe('docs/security.md', () => {
  const text = read('docs', 'security.md')
  /** Returns the rows of the table below a heading, without its head and rule. */
  const rowsUnder = (title: string) =>
    (text.split(/^## /m).find((section) => section.startsWith(title)) ?? '')
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)

  it('names tests', () => expect(text.match(reference)?.length).toBeGreaterThan(50))

  it.each(["Electron's checklist", 'HIPAA', 'NIST'])('holds every row of %s by a test', (title) => {
    const rows = rowsUnder(title)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter((row) => !row.match(reference))).toEqual([])
  })

  it("goes through all twenty items of Electron's checklist", () => {
    const numbers = rowsUnder("Electron's checklist").map((row) => Number(row.split('|')[1]))
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1))
  })
})

it('docs/environment.md names the variables that are read, and no other', () => {
  const sources = ['src', 'sandbox', 'cli', 'scripts', 'e2e', 'bench', 'test', 'resources']
  /** Returns the product's and the tests' own text, without installed files and unit tests. */
  const textsIn = (folder: string): string[] =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return entry.name === 'node_modules' ? [] : textsIn(path)
      return /(?<!\.test)\.(ts|mjs|sh)$/.test(entry.name) ? [readFileSync(path, 'utf8')] : []
    })
  const elsewhere = new Set([
    ...settingVariables.keys(),
    ...secretVariables.flatMap((name) => [name, `${name}_FILE`]),
  ])
  const found = sources
    .flatMap((folder) => textsIn(join(root, folder)))
    .flatMap((text) => text.match(/\bFOYER_[A-Z_]*[A-Z]\b/g) ?? [])
  const rows = [...read('docs', 'environment.md').matchAll(/^\| `(FOYER_\w+)`/gm)]
  expect(rows.map(([, name]) => name).toSorted()).toEqual(
    [...new Set(found)].filter((name) => !elsewhere.has(name)).toSorted(),
  )
})

const parts = ['kiosk', 'staff', 'forms', 'keyboard', 'desk']

describe.each(Object.values(locale.def.entries))('the catalogue in %s', (language) => {
  /** Reads each text by its key, or by its key and variant. */
  const catalogue = (part: string, of: string): Readonly<Record<string, string>> => {
    type Variants = readonly [{ readonly match: Readonly<Record<string, string>> }]
    const all = JSON.parse(read('messages', part, `${of}.json`)) as Record<
      string,
      string | Variants
    >
    return Object.fromEntries(
      Object.entries(all).flatMap(([key, says]) =>
        typeof says === 'string'
          ? [[key, says]]
          : Object.entries(says[0].match).map(([variant, text]) => [`${key} ${variant}`, text]),
      ),
    )
  }
  const placeholders = (text = '') => [...text.matchAll(/\{\w+\}/g)].map(String).sort()

  it.each(parts)('says all that the English one says, about the same things: %s', (part) => {
    const [own, english] = [catalogue(part, language), catalogue(part, 'en')]
    expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort())
    for (const [key, text] of Object.entries(english))
      expect(placeholders(own[key]), key).toEqual(placeholders(text))
  })

  it('has words for every input that a variant of any kind lets in', () => {
    const texts = parts.flatMap((part) => Object.entries(catalogue(part, language)))
    const variants = texts.flatMap(([name]) => {
      const [key = '', ...match] = name.split(/,? /)
      return match.length > 0 ? [{ key, match }] : []
    })
    const isAny = (one: string) => one.endsWith('=*')
    for (const { key, match } of variants)
      for (const [at, one] of match.entries()) {
        const others = variants.filter((other) => other.key === key)
        if (isAny(one) || !others.some((other) => isAny(other.match[at] ?? ''))) continue
        const whole = match.with(at, one.replace(/=.*/, '=*'))
        const fits = ({ match: other }: (typeof variants)[number]) =>
          other.every((each, index) => each === whole[index] || isAny(each))
        expect(others.some(fits), `${key} ${whole.join(', ')}`).toBe(true)
      }
  })

  it('names the button of the kiosk in the form as the kiosk does', () => {
    const button = catalogue('kiosk', language)['kiosk_completing_finish'] ?? '?'
    expect(catalogue('forms', language)['forms_done_late']).toContain(button)
  })
})

describe('the unit of the hub', () => {
  const unit = read('resources', 'systemd', 'foyer-hub.service')
  const valuesOf = (key: string) =>
    [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].map(([, value = '']) => value)

  it('starts what is there, as a user of its own, with variables that are read', () => {
    const start = '/opt/foyer/node_modules/.bin/node /opt/foyer/cli/main.ts hub'
    expect(valuesOf('ExecStart')).toEqual([start])
    expect(read('cli', 'main.ts')).not.toBe('')
    expect(valuesOf('User')).toEqual(['foyer-hub'])
    const files = secretVariables.map((name) => `${name}_FILE`)
    const known = new Set(['FOYER_CONFIG', ...settingVariables.keys(), ...files])
    const given = valuesOf('Environment').flatMap((line) => line.split(' '))
    expect(given.length).toBeGreaterThan(0)
    for (const each of given) expect(known).toContain(each.split('=')[0])
    const credentials = valuesOf('LoadCredential').map((each) => each.split(':')[0])
    const used = given.flatMap((each) => /%d\/(.+)$/.exec(each)?.[1] ?? [])
    expect(used.toSorted()).toEqual(credentials.toSorted())
  })

  it('stands in docs/fleet.md as it is', () => {
    expect(read('docs', 'fleet.md')).toContain(unit.trim())
  })

  const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0

  it.runIf(hasSystemd).each(['hub', 'desk'])('systemd takes that of the %s', (station) => {
    const name = `foyer-${station}.service`
    const file = join(testFolder(), name)
    // The program and the user of a test machine stand in for those of the hub, which need not be there.
    const here = read('resources', 'systemd', name)
      .replace(/^ExecStart=\S+/m, `ExecStart=${process.execPath}`)
      .replace(/^(User|Group)=.*$/gm, '$1=root')
      .replace(/^(WorkingDirectory)=.*$/m, '$1=/')
      .replace(/^Documentation=.*$/m, '')
    writeFileSync(file, here)
    const whose = station === 'desk' ? '--user' : '--system'
    const { status, stderr } = spawnSync('systemd-analyze', [whose, 'verify', '--man=no', file], {
      env: { ...process.env, XDG_RUNTIME_DIR: dirname(file) },
      encoding: 'utf8',
    })
    expect(stderr.split('\n').filter((line) => line.includes(name))).toEqual([])
    if (stderr === '') expect(status).toBe(0)
  })
})

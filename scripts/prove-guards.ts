// `npm run prove-guards [-- PART OF A NAME]`: takes out each guard in turn, and shows which named test then fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Guard, GuardSuite } from './guard.ts'

const root = join(import.meta.dirname, '..')
const configuration = ['package.json', 'tsconfig.json', 'vitest.config.ts']

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly fullName: string; readonly status: string }[]
  }[]
}

/** Tests of a suite, by a part of their name, in some of its files or in all of them. */
interface Tests {
  readonly test: string
  readonly files: readonly string[]
}

/** Runs tests in a copy of the project; `change` is made to it before. */
async function testCopy(
  { project, kept }: GuardSuite,
  { test, files }: Tests,
  change: (copy: string) => Promise<unknown>,
): Promise<{ passed: string[]; failed: string[] }> {
  const copy = await mkdtemp(join(tmpdir(), 'foyer-guards-'))
  try {
    await chmod(copy, 0o755)
    for (const each of [...configuration, ...kept]) {
      await cp(join(root, each), join(copy, each), { recursive: true })
    }
    await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
    await change(copy)
    const report = join(copy, 'report.json')
    const child = spawn(
      process.execPath,
      [
        join(root, 'node_modules', 'vitest', 'vitest.mjs'),
        ...['run', '--project', project, '-t', test, ...files],
        ...['--reporter=json', `--outputFile=${report}`],
      ],
      { cwd: copy, stdio: 'ignore' },
    )
    await once(child, 'exit')
    const { testResults } = JSON.parse(await readFile(report, 'utf8')) as Report
    const named = (status: string) =>
      testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter((result) => result.status === status && new RegExp(test).test(result.fullName))
        .map(({ fullName }) => fullName)
    return { passed: named('passed'), failed: named('failed') }
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}

/** Takes the guard out of a copy; false when its source does not hold it in these words. */
async function takeOut({ without }: Guard, copy: string): Promise<boolean> {
  for (const [file, from, to] of without) {
    const path = join(copy, file)
    const source = await readFile(path, 'utf8')
    if (!source.includes(from)) return false
    await writeFile(
      path,
      source.replace(from, () => to),
    )
  }
  return true
}

async function readSuites(): Promise<GuardSuite[]> {
  const folder = join(import.meta.dirname, 'guards')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const modules = names.map((name) => import(join(folder, name)) as Promise<{ suite: GuardSuite }>)
  return (await Promise.all(modules)).map(({ suite }) => suite)
}

/** Proves the guards of one suite; how many there are, and the names of those that no test misses. */
async function prove(suite: GuardSuite): Promise<{ count: number; unnoticed: string[] }> {
  const part = process.argv[2] ?? ''
  const guards = suite.guards.filter(({ name }) => name.includes(part))
  if (guards.length === 0) return { count: 0, unnoticed: [] }
  const testsOf = ({ test, files = suite.files ?? [] }: Guard): Tests => ({ test, files })
  const each = guards.map(testsOf)
  const all = {
    test: each.map(({ test }) => test).join('|'),
    files: each.every(({ files }) => files.length > 0)
      ? [...new Set(each.flatMap(({ files }) => files))]
      : [],
  }
  const intact = await testCopy(suite, all, () => Promise.resolve())
  if (intact.failed.length > 0 || intact.passed.length === 0) {
    const names = intact.failed.join('\n  ')
    console.error(`with every guard in its place these tests fail already:\n  ${names}`)
    process.exit(2)
  }
  const unnoticed: string[] = []
  for (const guard of guards) {
    let isOut = false
    const { failed } = await testCopy(suite, testsOf(guard), async (copy) => {
      isOut = await takeOut(guard, copy)
    })
    const isMissed = isOut && failed.length > 0
    if (!isMissed) unnoticed.push(guard.name)
    console.log(`${isMissed ? 'missed   ' : isOut ? 'UNNOTICED' : 'NOT FOUND'}  ${guard.name}`)
    for (const name of failed) console.log(`             ${name}`)
  }
  return { count: guards.length, unnoticed }
}

let count = 0
const unnoticed: string[] = []
for (const suite of await readSuites()) {
  const proved = await prove(suite)
  count += proved.count
  unnoticed.push(...proved.unnoticed)
}
console.log(`${count - unnoticed.length} of ${count} guards are missed when they are gone`)
process.exitCode = count > 0 && unnoticed.length === 0 ? 0 : 1

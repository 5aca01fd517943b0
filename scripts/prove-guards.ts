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

/** Makes a copy of what a suite's tests need, so that the project can be worked on meanwhile. */
async function makeCopy({ kept }: GuardSuite): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'foyer-guards-'))
  await chmod(copy, 0o755)
  for (const each of [...configuration, ...kept])
    await cp(join(root, each), join(copy, each), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** Runs tests in a copy of the project. */
async function runTests(
  copy: string,
  { project }: GuardSuite,
  { test, files }: Tests,
): Promise<{ passed: string[]; failed: string[] }> {
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
  await rm(report)
  const named = (status: string) =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter((result) => result.status === status && new RegExp(test).test(result.fullName))
      .map(({ fullName }) => fullName)
  return { passed: named('passed'), failed: named('failed') }
}

/** Takes the guard out of a copy; undefined where its source does not hold it in these words. */
async function takeOut(
  { without }: Guard,
  copy: string,
): Promise<(() => Promise<void>) | undefined> {
  const before = new Map<string, string>()
  const after = new Map<string, string>()
  for (const [file, from, to] of without) {
    const path = join(copy, file)
    const source = after.get(path) ?? (await readFile(path, 'utf8'))
    if (!source.includes(from)) return undefined
    if (!before.has(path)) before.set(path, source)
    after.set(
      path,
      source.replace(from, () => to),
    )
  }
  const write = async (sources: ReadonlyMap<string, string>) => {
    for (const [path, source] of sources) await writeFile(path, source)
  }
  await write(after)
  return () => write(before)
}

async function readSuites(): Promise<GuardSuite[]> {
  const folder = join(import.meta.dirname, 'guards')
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts')).sort()
  const modules = names.map((name) => import(join(folder, name)) as Promise<{ suite: GuardSuite }>)
  return (await Promise.all(modules)).map(({ suite }) => suite)
}

const testsOf = (suite: GuardSuite, { test, files = suite.files ?? [] }: Guard): Tests => ({
  test,
  files,
})

/** The tests of all these guards together. */
function allTests(each: readonly Tests[]): Tests {
  const files = each.every(({ files: some }) => some.length > 0)
    ? [...new Set(each.flatMap(({ files: some }) => some))]
    : []
  return { test: each.map(({ test }) => test).join('|'), files }
}

/** Proves guards of a suite; the names of those that no test misses. */
async function prove(suite: GuardSuite, copy: string): Promise<string[]> {
  const intact = await runTests(
    copy,
    suite,
    allTests(suite.guards.map((guard) => testsOf(suite, guard))),
  )
  if (intact.failed.length > 0 || intact.passed.length === 0) {
    const names = intact.failed.map((name) => `\n             ${name}`).join('')
    console.log(`with every guard in its place these tests fail already:${names}`)
    return suite.guards.map(({ name }) => name)
  }
  const unnoticed: string[] = []
  for (const guard of suite.guards) {
    const putBack = await takeOut(guard, copy)
    const { failed } = putBack ? await runTests(copy, suite, testsOf(suite, guard)) : { failed: [] }
    await putBack?.()
    if (failed.length === 0) unnoticed.push(guard.name)
    console.log(
      `${failed.length > 0 ? 'missed   ' : putBack ? 'UNNOTICED' : 'NOT FOUND'}  ${guard.name}`,
    )
    for (const name of failed) console.log(`             ${name}`)
  }
  return unnoticed
}

const part = process.argv[2] ?? ''
let count = 0
const unnoticed: string[] = []
for (const suite of await readSuites()) {
  const guards = suite.guards.filter(({ name }) => name.includes(part))
  if (guards.length === 0) continue
  count += guards.length
  const copy = await makeCopy(suite)
  try {
    unnoticed.push(...(await prove({ ...suite, guards }, copy)))
  } finally {
    await rm(copy, { recursive: true, force: true })
  }
}
console.log(`${count - unnoticed.length} of ${count} guards are missed when they are gone`)
process.exitCode = count > 0 && unnoticed.length === 0 ? 0 : 1

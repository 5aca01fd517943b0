// `npm run prove-guards`: takes out each guard in turn, and shows which named test then fails.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readSuites, withoutGuard, type Guard, type GuardSuite } from './guard.ts'

const root = join(import.meta.dirname, '..')
const configuration = ['package.json', 'tsconfig.json', 'vitest.config.ts']

const help = `Foyer's guards, taken out one at a time: a named test must then fail

  npm run prove-guards               all of them; what npm run mutation can make is not among them
  npm run prove-guards -- WORDS      those with these words in their names
  npm run prove-guards -- --help     this text`

interface Proved {
  count: number
  readonly unnoticed: string[]
}

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
async function takeOut(guard: Guard, copy: string): Promise<(() => Promise<void>) | undefined> {
  const changed = await withoutGuard(guard, copy)
  if (!changed) return undefined
  for (const { path, after } of changed) await writeFile(path, after)
  return async () => {
    for (const { path, before } of changed) await writeFile(path, before)
  }
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

/** Proves the guards of suites whose name holds `part`, one suite after the other; gives how many there were. */
async function proveAll(suites: readonly GuardSuite[], part: string): Promise<Proved> {
  const proved: Proved = { count: 0, unnoticed: [] }
  for (const suite of suites) {
    const guards = suite.guards.filter(({ name }) => name.includes(part))
    if (guards.length === 0) continue
    const copy = await makeCopy(suite)
    try {
      proved.count += guards.length
      proved.unnoticed.push(...(await prove({ ...suite, guards }, copy)))
    } finally {
      await rm(copy, { recursive: true, force: true })
    }
  }
  return proved
}

function readPart(): string {
  try {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { help: { type: 'boolean', short: 'h' } },
    })
    if (!values.help) return positionals.join(' ')
    console.log(help)
    process.exit(0)
  } catch (error) {
    console.error(`foyer: ${error instanceof Error ? error.message : 'not understood'}\n\n${help}`)
    process.exit(2)
  }
}

const part = readPart()
const started = performance.now()
const suites = await readSuites()
// Suites that open windows run beside those that do not: a core each.
const opensWindows = ({ project }: GuardSuite) => project === 'conformance'
const lanes = await Promise.all([
  proveAll(suites.filter(opensWindows), part),
  proveAll(
    suites.filter((suite) => !opensWindows(suite)),
    part,
  ),
])
const count = lanes.reduce((sum, lane) => sum + lane.count, 0)
const unnoticed = lanes.flatMap((lane) => lane.unnoticed)
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
for (const name of unnoticed) console.log(`not missed: ${name}`)
console.log(
  `${count - unnoticed.length} of ${count} guards are missed when they are gone (${minutes} min)`,
)
process.exitCode = count > 0 && unnoticed.length === 0 ? 0 : 1

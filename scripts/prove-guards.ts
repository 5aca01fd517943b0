// `npm run prove-guards`: takes out each guard in turn, and shows which named test then fails.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { TestOutcome, TestRequest } from './guard-tests.ts'
import { escapeTestName } from 'vitest/node'
import { readSuites, withoutGuard, type Guard, type NamedSuite } from './guard.ts'

const root = join(import.meta.dirname, '..')
const configuration = ['package.json', 'tsconfig.json', 'vitest.config.ts']

const help = `Foyer's guards, taken out one at a time: a named test must then fail

  npm run prove-guards               all of them; what npm run mutation can make is not among them
  npm run prove-guards -- WORDS      those with these words in their names, or in the name of their file
  npm run prove-guards -- --help     this text`

interface Proved {
  count: number
  readonly unnoticed: string[]
}

/** Runs tests of a copy of the project, one request after the other. */
interface TestProcess {
  /** `changed`: files of the copy that differ for this run alone. */
  run(request: Omit<TestRequest, 'changed'>, changed?: readonly string[]): Promise<TestOutcome>
  end(): Promise<void>
}

/** Makes a copy of what a suite's tests need, so that the project can be worked on meanwhile. */
async function makeCopy({ kept }: NamedSuite): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'foyer-guards-'))
  await chmod(copy, 0o755)
  for (const each of [...configuration, ...kept])
    await cp(join(root, each), join(copy, each), { recursive: true })
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

async function startTests(copy: string, { project }: NamedSuite): Promise<TestProcess> {
  const child = fork(join(import.meta.dirname, 'guard-tests.ts'), [project], {
    cwd: copy,
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const exited = once(child, 'exit')
  const ended = exited.then(([code]) =>
    Promise.reject(new Error(`the tests’ process ended with ${String(code)}`)),
  )
  ended.catch(() => undefined)
  const answer = () => Promise.race([once(child, 'message'), ended])
  await answer()
  let changedBefore: readonly string[] = []
  return {
    async run(request, changed = []) {
      child.send({ ...request, changed: [...changedBefore, ...changed] } satisfies TestRequest)
      changedBefore = changed
      const [outcome] = (await answer()) as [TestOutcome]
      return outcome
    },
    async end() {
      if (child.connected) child.disconnect()
      await exited
    },
  }
}

const testsOf = (suite: NamedSuite, { test, files = suite.files ?? [] }: Guard) => ({ test, files })

/** The tests of all these guards together. */
function allTests(each: readonly ReturnType<typeof testsOf>[]) {
  const files = each.every(({ files: some }) => some.length > 0)
    ? [...new Set(each.flatMap(({ files: some }) => some))]
    : []
  return { test: each.map(({ test }) => test).join('|'), files }
}

/** The tests of a suite's guards with every guard in place, tried again where one fails: the machine may be busy. */
async function runIntact(suite: NamedSuite, tests: TestProcess): Promise<TestOutcome> {
  const all = allTests(suite.guards.map((guard) => testsOf(suite, guard)))
  const first = await tests.run({ ...all, bail: false })
  if (first.failed.length + first.broken.length === 0) return first
  const test = first.failed.map((name) => escapeTestName(name, false)).join('|')
  const again = first.broken.length > 0 ? all : { ...all, test }
  const { passed, failed, broken } = await tests.run({ ...again, bail: false })
  return { passed: [...first.passed, ...passed], failed, broken }
}

/** How it went with one guard: what misses it when it is gone, or why that cannot be said. */
async function proveGuard(
  guard: Guard,
  suite: NamedSuite,
  tests: TestProcess,
  copy: string,
  intact: TestOutcome,
): Promise<{ readonly verdict: string; readonly names: readonly string[] }> {
  const own = (names: readonly string[]) =>
    names.filter((name) => new RegExp(guard.test).test(name))
  if (own(intact.failed).length > 0) return { verdict: 'FAILS ALREADY', names: own(intact.failed) }
  if (own(intact.passed).length === 0)
    return intact.broken.length > 0
      ? { verdict: 'FAILS ALREADY', names: intact.broken }
      : { verdict: 'NO SUCH TEST', names: [guard.test] }
  const files = await withoutGuard(guard, copy)
  if (!files) return { verdict: 'NOT FOUND', names: [] }
  for (const { path, after } of files) await writeFile(path, after)
  const changed = files.map(({ path }) => path)
  const without = await tests.run({ ...testsOf(suite, guard), bail: true }, changed)
  const names = [...without.failed, ...without.broken]
  for (const { path, before } of files) await writeFile(path, before)
  return { verdict: names.length > 0 ? missed : 'UNNOTICED', names }
}
const missed = 'missed'

/** Proves the guards of one suite; those that no test misses are added to `proved`. */
async function prove(suite: NamedSuite, proved: Proved): Promise<void> {
  const started = performance.now()
  const copy = await makeCopy(suite)
  const tests = await startTests(copy, suite)
  try {
    const intact = await runIntact(suite, tests)
    for (const guard of suite.guards) {
      const { verdict, names } = await proveGuard(guard, suite, tests, copy, intact)
      proved.count += 1
      if (verdict !== missed) proved.unnoticed.push(guard.name)
      console.log(`${verdict.padEnd(13)}  ${guard.name}`)
      for (const name of names) console.log(`                 ${name}`)
    }
  } finally {
    await tests.end()
    await rm(copy, { recursive: true, force: true })
  }
  const seconds = ((performance.now() - started) / 1000).toFixed(0)
  console.log(`${suite.guards.length} guards of ${suite.name} in ${seconds} s`)
}

/** Proves suites one after the other, until `next` gives none. */
async function proveAll(next: () => NamedSuite | undefined, proved: Proved): Promise<void> {
  for (let suite = next(); suite; suite = next()) await prove(suite, proved)
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
const suites = (await readSuites())
  .map((suite) => ({
    ...suite,
    guards: suite.guards.filter(({ name }) => `${suite.name}: ${name}`.includes(part)),
  }))
  .filter(({ guards }) => guards.length > 0)
// One lane for suites that open windows, one for the others; the first that is idle helps with these.
const windows = suites.filter(({ project }) => project === 'conformance')
const others = suites.filter(({ project }) => project !== 'conformance')
const proved: Proved = { count: 0, unnoticed: [] }
await Promise.all([
  proveAll(() => windows.shift() ?? others.pop(), proved),
  proveAll(() => others.shift(), proved),
])
const { count, unnoticed } = proved
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
for (const name of unnoticed) console.log(`not missed: ${name}`)
console.log(
  `${count - unnoticed.length} of ${count} guards are missed when they are gone (${minutes} min)`,
)
process.exitCode = count > 0 && unnoticed.length === 0 ? 0 : 1

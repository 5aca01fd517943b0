// `npm run prove-guards [-- WORDS]`: takes out each guard in turn, in a copy of the project, and shows which test misses it.
import {
  chmodSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createVitest, type TestCase, type TestSpecification, type Vitest } from 'vitest/node'
import { guards, withoutGuard, type Guard } from './guards.ts'

const root = join(import.meta.dirname, '..')
const notCopied = ['node_modules', '.git', '.cache', 'dist']

/** The full names of tests that ran. */
interface Outcome {
  readonly passed: readonly string[]
  /** Files that could not be loaded among them. */
  readonly failed: readonly string[]
}

/** Makes a copy of the project, so that it can be worked on meanwhile, and goes there: tests run where this process is. */
function enterCopy(): string {
  const copy = mkdtempSync(join(tmpdir(), 'foyer-guards-'))
  // Browsers run as another user.
  chmodSync(copy, 0o755)
  cpSync(root, copy, { recursive: true, filter: (path) => !notCopied.includes(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  process.chdir(copy)
  return copy
}

function fullName(test: TestCase | TestCase['parent']): string {
  return test.type === 'module' ? '' : `${fullName(test.parent)} ${test.name}`.trimStart()
}

/** Finds the files with a guard's tests by their text; else all of its folder. */
async function filesOf({ folder, project, missedBy }: Guard, vitest: Vitest) {
  const all = (await vitest.globTestSpecifications([`${folder}/`])).filter(
    // One with a browser bears its name too.
    (each) => each.project.name.split(' ')[0] === project,
  )
  const naming = all.filter(({ moduleId }) =>
    new RegExp(missedBy).test(readFileSync(moduleId, 'utf8')),
  )
  return naming.length > 0 ? naming : all
}

/** Runs the tests whose full names fit `test`. */
async function run(vitest: Vitest, files: TestSpecification[], test: string): Promise<Outcome> {
  vitest.setGlobalTestNamePattern(new RegExp(test))
  const { testModules } = await vitest.runTestSpecifications(files)
  // Vitest returns those of earlier runs too.
  const own = testModules.filter(({ moduleId }) => files.some((each) => each.moduleId === moduleId))
  const tests = own.flatMap((module) => [...module.children.allTests()])
  const named = (state: 'passed' | 'failed') =>
    tests.filter((each) => each.result().state === state).map(fullName)
  const broken = own.filter((each) => each.errors().length > 0).map((each) => each.relativeModuleId)
  return { passed: named('passed'), failed: [...named('failed'), ...broken] }
}

/**
 * Finds the test that fails without a guard, or the reason why none is found. `isProved`: the test passes with the
 * guard, fails without.
 */
async function prove(guard: Guard, vitest: Vitest, copy: string) {
  const not = (verdict: string, names: readonly string[] = []) =>
    ({ isProved: false, verdict, names }) as const
  const files = await filesOf(guard, vitest)
  const intact = await run(vitest, files, guard.missedBy)
  if (intact.failed.length > 0) return not('FAILS ALREADY', intact.failed)
  if (intact.passed.length === 0) return not('NO SUCH TEST', [guard.missedBy])
  const path = join(copy, guard.file)
  const before = readFileSync(path, 'utf8')
  const after = withoutGuard(guard, copy)
  if (after === undefined) return not('NOT FOUND')
  const write = (text: string) => {
    writeFileSync(path, text)
    vitest.invalidateFile(path)
  }
  write(after)
  const without = await run(vitest, files, guard.missedBy)
  write(before)
  if (without.failed.length === 0) return not('UNNOTICED')
  return { isProved: true, verdict: 'missed', names: without.failed }
}

const words = process.argv.slice(2).join(' ')
const chosen = guards.filter((each) => `${each.project} ${each.file} ${each.name}`.includes(words))
const started = performance.now()
const seconds = () => ((performance.now() - started) / 1000).toFixed(0)
const copy = enterCopy()
const unproved: string[] = []
try {
  const vitest = await createVitest({ root: copy, run: true, watch: false, reporters: [{}] })
  for (const [index, guard] of chosen.entries()) {
    const { isProved, verdict, names } = await prove(guard, vitest, copy)
    if (!isProved) unproved.push(`${verdict}: ${guard.name}`)
    console.log(`${index + 1}/${chosen.length} ${verdict}: ${guard.name} (${seconds()} s)`)
    for (const name of names.slice(0, 3)) console.log(`      ${name}`)
  }
  await vitest.close()
} finally {
  rmSync(copy, { recursive: true, force: true })
}
for (const each of unproved) console.log(`not proved: ${each}`)
console.log(
  `${chosen.length - unproved.length} of ${chosen.length} guards are missed when they are gone (${seconds()} s)`,
)
process.exit(chosen.length > 0 && unproved.length === 0 ? 0 : 1)

// The process that `scripts/prove-guards.ts` starts in each copy of the project: one Vitest for all guards of a suite, so
// that starting it and compiling the project are paid for once.
import { createVitest, type TestCase, type TestModule, type TestSuite } from 'vitest/node'

/** Tests to run, by a part of their name, in some files of the project or in all of them. */
export interface TestRequest {
  /** A regular expression for full names: those of the suites and of the test, with spaces between. */
  readonly test: string
  readonly files: readonly string[]
  /** Absolute paths of files that changed since the last request. */
  readonly changed: readonly string[]
  /** Whether the first test that fails ends the run. */
  readonly bail: boolean
}

/** The full names of the tests that ran. */
export interface TestOutcome {
  readonly passed: readonly string[]
  readonly failed: readonly string[]
  /** Files that could not be loaded, and suites whose hooks failed: their tests did not run. */
  readonly broken: readonly string[]
}

const [project = ''] = process.argv.slice(2)
let bail = false
const vitest = await createVitest({
  run: true,
  watch: false,
  project: [project],
  reporters: [
    {
      onTestCaseResult: (test) =>
        bail && test.result().state === 'failed'
          ? void vitest.cancelCurrentRun('test-failure')
          : undefined,
    },
  ],
})

function fullName(test: TestCase | TestCase['parent']): string {
  if (test.type === 'module') return ''
  return `${fullName(test.parent)} ${test.name}`.trimStart()
}

const isBroken = (part: TestModule | TestSuite) => part.errors().length > 0

async function run(request: TestRequest): Promise<TestOutcome> {
  bail = request.bail
  for (const path of request.changed) vitest.invalidateFile(path)
  vitest.setGlobalTestNamePattern(new RegExp(request.test))
  const specifications = await vitest.globTestSpecifications([...request.files])
  const ran = new Set(specifications.map(({ moduleId }) => moduleId))
  const result = await vitest.runTestSpecifications(specifications)
  // Vitest returns those of earlier runs too.
  const testModules = result.testModules.filter(({ moduleId }) => ran.has(moduleId))
  const tests = testModules.flatMap((module) => [...module.children.allTests()])
  const named = (state: 'passed' | 'failed') =>
    tests.filter((test) => test.result().state === state).map(fullName)
  const suites = testModules.flatMap((module) => [...module.children.allSuites()])
  const broken = [
    ...testModules.filter(isBroken).map(({ relativeModuleId }) => relativeModuleId),
    ...suites.filter(isBroken).map(fullName),
  ]
  return { passed: named('passed'), failed: named('failed'), broken }
}

process.on('message', (request: TestRequest) => {
  void run(request).then((outcome) => process.send?.(outcome))
})
process.once('disconnect', () => void vitest.close().finally(() => process.exit()))
process.send?.('ready')

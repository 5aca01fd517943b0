import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'

interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
  readonly notes?: readonly string[]
  readonly tests: readonly { readonly name: string; readonly seconds: number }[]
}
type Run = (args: readonly string[], env: Readonly<Record<string, string>>) => Promise<number>
const { runVitest } = (await import(new URL('vitest-step.mjs', import.meta.url).href)) as {
  readonly runVitest: (run: Run, folder: string, root: string) => Promise<Outcome>
}

const root = join('/', 'projects', 'foyer')
const crashed = 'The page crashed while running tests.\n    at somewhere'

/** Results of one start of vitest: the outcome of each test by file, and the end of the run. */
interface Left {
  readonly files?: Readonly<Record<string, readonly string[]>>
  readonly errors?: readonly string[]
  readonly notRun?: readonly string[]
  readonly status?: number
}

const reportOf = (files: Required<Left>['files']) => ({
  testResults: Object.entries(files).map(([name, tests]) => ({
    name: join(root, name),
    message: 'SyntaxError: what',
    status: tests.some((each) => ['failed', 'broken'].includes(each)) ? 'failed' : 'passed',
    assertionResults: tests
      .filter((status) => status !== 'broken')
      .map((status, at) => ({
        status,
        ancestorTitles: ['a visit', 'in Spanish'],
        title: `test ${at}`,
        duration: 1500,
        failureMessages: ['\u001B[31m\nAssertionError: no end\n    at somewhere'],
      })),
  })),
})

/** Runs a step in which vitest is started once for each of `starts`; `asked`: the files that each start was given. */
async function step(...starts: readonly Left[]) {
  const folder = testFolder()
  const asked: string[][] = []
  const outcome = await runVitest(
    (args, env) => {
      const left = starts[asked.length]
      if (!left) throw new Error('vitest was started too often')
      asked.push(args.filter((arg) => !arg.startsWith('--')))
      const output = args.find((arg) => arg.startsWith('--outputFile'))?.split('=')[1] ?? ''
      const { files, errors = [], notRun = [], status = 0 } = left
      if (files) writeFileSync(output, JSON.stringify(reportOf(files)))
      const ended = { errors, notRun: notRun.map((name) => join(root, name)) }
      if (files) writeFileSync(env['FOYER_RUN_ERRORS'] ?? '', JSON.stringify(ended))
      return Promise.resolve(status)
    },
    folder,
    root,
  )
  return { outcome, asked }
}

const nameOf = (file: string, at: number) => `${file} > a visit > in Spanish > test ${at}`

test('tests are counted, and each failure is told with its file and first line', async () => {
  const files = {
    'a.test.ts': ['passed', 'skipped'],
    'b.test.ts': ['failed', 'passed'],
    'c.test.ts': ['broken'],
  }
  const { outcome } = await step({ files, status: 1 })
  expect(outcome).toMatchObject({ passed: 2, failed: 2, skipped: 1 })
  expect(outcome.failures).toEqual([
    'c.test.ts: SyntaxError: what',
    `${nameOf('b.test.ts', 0)}: AssertionError: no end`,
  ])
  expect(outcome.tests[0]).toEqual({ name: nameOf('a.test.ts', 0), seconds: 1.5 })
})

test('a run that left no report has failed', async () => {
  const { outcome } = await step({ status: 1 })
  expect(outcome).toEqual({ passed: 0, failed: 1, skipped: 0, failures: [], tests: [] })
})

test('an error that no test caught fails the run, and is named', async () => {
  const files = { 'a.test.ts': ['passed'] }
  const { outcome, asked } = await step({ files, errors: [crashed], status: 1 })
  expect(asked).toEqual([[]])
  expect(outcome).toMatchObject({ passed: 1, failed: 1 })
  expect(outcome.failures).toEqual(['the run itself: The page crashed while running tests.'])
})

test('after a crash of the browser what was not run to its end is run again, and that is told', async () => {
  const files = { 'a.test.ts': ['passed'], 'b.test.ts': ['passed', 'pending'], 'c.test.ts': [] }
  const { outcome, asked } = await step(
    { files, errors: [crashed], notRun: ['b.test.ts', 'c.test.ts'], status: 1 },
    { files: { 'b.test.ts': ['passed', 'passed'], 'c.test.ts': ['passed'] } },
  )
  expect(asked).toEqual([[], [join(root, 'b.test.ts'), join(root, 'c.test.ts')]])
  expect(outcome).toMatchObject({ passed: 4, failed: 0, skipped: 0, failures: [] })
  expect(outcome.notes).toEqual([
    'the run itself: The page crashed while running tests. Files run again: 2.',
  ])
})

test('what crashes the browser each time has failed', async () => {
  const crash = {
    files: { 'a.test.ts': ['passed'], 'b.test.ts': ['pending'] },
    errors: [crashed],
    notRun: ['b.test.ts'],
    status: 1,
  }
  const { outcome } = await step(crash, { ...crash, files: { 'b.test.ts': ['pending'] } })
  expect(outcome).toMatchObject({ passed: 1, failed: 1 })
})

test('a test that failed before the crash has failed', async () => {
  const files = { 'a.test.ts': ['failed'], 'b.test.ts': [] }
  const { outcome } = await step(
    { files, errors: [crashed], notRun: ['b.test.ts'], status: 1 },
    { files: { 'b.test.ts': ['passed'] } },
  )
  expect(outcome).toMatchObject({
    passed: 1,
    failed: 1,
    failures: [`${nameOf('a.test.ts', 0)}: AssertionError: no end`],
  })
})

const { readPlaywrightReport } = (await import(
  new URL('test-report.mjs', import.meta.url).href
)) as { readonly readPlaywrightReport: (report: unknown) => Outcome }

test('a report of Playwright is counted, in suites within suites, and each failure told with its first line', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'a.spec.ts',
    line: 7,
    tests: [{ status, results: [{ duration: 2000, ...(message ? { error: { message } } : {}) }] }],
  })
  const inner = { specs: [spec('breaks', 'unexpected', 'Error: broke\nwhere')] }
  const outer = { specs: [spec('holds', 'expected'), spec('wavers', 'flaky')], suites: [inner] }
  const outcome = readPlaywrightReport({ suites: [outer] })
  expect(outcome).toMatchObject({ passed: 1, failed: 2, skipped: 0 })
  expect(outcome.failures).toEqual([
    'a.spec.ts:7 > wavers: no message',
    'a.spec.ts:7 > breaks: Error: broke',
  ])
  expect(outcome.tests[0]).toEqual({ name: 'a.spec.ts:7 > holds', seconds: 2 })
})

test('a run of Playwright that left no report has nothing to tell', () => {
  const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], tests: [] }
  expect(readPlaywrightReport(undefined)).toEqual(nothing)
})

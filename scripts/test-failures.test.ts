import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Failures {
  readonly failuresOfVitest: (report: unknown, root: string) => string[]
  readonly failuresOfPlaywright: (report: unknown) => string[]
}
const { failuresOfPlaywright, failuresOfVitest } = (await import(
  new URL('test-failures.mjs', import.meta.url).href
)) as Failures

const root = join('/', 'projects', 'foyer')

test('each failed test of vitest is told with its file and the first line of its message', () => {
  const failed = {
    status: 'failed',
    ancestorTitles: ['a visit', 'in Spanish'],
    title: 'ends',
    failureMessages: ['\u001B[31m\nAssertionError: no end\n    at somewhere'],
  }
  const passed = { ...failed, status: 'passed', failureMessages: [] }
  const file = { name: join(root, 'src', 'visit.test.ts'), status: 'failed', message: '' }
  const report = { testResults: [{ ...file, assertionResults: [passed, failed] }] }
  expect(failuresOfVitest(report, root)).toEqual([
    `${join('src', 'visit.test.ts')} > a visit > in Spanish > ends: AssertionError: no end`,
  ])
})

test('a file of vitest that could not be read is told, too', () => {
  const file = { name: join(root, 'a.test.ts'), status: 'failed', message: 'SyntaxError: what' }
  const report = { testResults: [{ ...file, assertionResults: [] }] }
  expect(failuresOfVitest(report, root)).toEqual(['a.test.ts: SyntaxError: what'])
})

test('each failed test of Playwright is told, in suites within suites', () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: 'a.spec.ts',
    line: 7,
    tests: [{ status, results: [{}, ...(message ? [{ error: { message } }] : [])] }],
  })
  const inner = { specs: [spec('breaks', 'unexpected', 'Error: broke\nwhere')] }
  const outer = { specs: [spec('holds', 'expected'), spec('wavers', 'flaky')], suites: [inner] }
  expect(failuresOfPlaywright({ suites: [outer] })).toEqual([
    'a.spec.ts:7 > wavers: no message',
    'a.spec.ts:7 > breaks: Error: broke',
  ])
})

test('a run that left no report has nothing to tell', () => {
  expect(failuresOfVitest(undefined, root)).toEqual([])
  expect(failuresOfPlaywright(undefined)).toEqual([])
})

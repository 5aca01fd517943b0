import { expect, test } from 'vitest'

interface Outcome {
  readonly passed: number
  readonly failed: number
  readonly skipped: number
  readonly failures: readonly string[]
  readonly tests: readonly { readonly name: string; readonly seconds: number }[]
}
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

test('a run that left no report has nothing to tell', () => {
  const nothing = { passed: 0, failed: 0, skipped: 0, failures: [], tests: [] }
  expect(readPlaywrightReport(undefined)).toEqual(nothing)
})

import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The longest first line of a failure that is told, in characters. */
const longestMessage = 300

/** A failure's first line that says something, without colours. */
export function firstLine(message) {
  const lines = stripVTControlCharacters(String(message ?? '')).split('\n')
  const line = lines.map((each) => each.trim()).find((each) => each !== '')
  return (line ?? 'no message').slice(0, longestMessage)
}

/** Of vitest's JSON report: `file > suite > test: message` of each test or file that failed. `root`: the project's folder. */
export function failuresOfVitest(report, root) {
  return (report?.testResults ?? []).flatMap((file) => {
    const name = relative(root, file.name)
    const tests = file.assertionResults.filter(({ status }) => status === 'failed')
    if (tests.length === 0 && file.status === 'failed')
      return [`${name}: ${firstLine(file.message)}`]
    return tests.map((test) => {
      const titles = [...test.ancestorTitles, test.title].join(' > ')
      return `${name} > ${titles}: ${firstLine(test.failureMessages[0])}`
    })
  })
}

const specsOf = (suite) => [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]

/** Of Playwright's JSON report: `file:line > test: message` of each test that failed, or passed only when tried again. */
export function failuresOfPlaywright(report) {
  return (report?.suites ?? []).flatMap(specsOf).flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const error = results.find((each) => each.error)?.error
        return `${spec.file}:${spec.line} > ${spec.title}: ${firstLine(error?.message)}`
      }),
  )
}

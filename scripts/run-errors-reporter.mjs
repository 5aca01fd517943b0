import { writeFileSync } from 'node:fs'

/**
 * A reporter of vitest that writes what ended a run beside its tests, which the JSON report leaves out, into the file
 * FOYER_RUN_ERRORS: `errors`, the messages of what no test caught, such as that a browser crashed; `notRun`, the paths of the
 * test files that were not run to their end.
 */
export default class RunErrorsReporter {
  onTestRunEnd(testModules, unhandledErrors) {
    const errors = unhandledErrors.map(({ message, cause }) =>
      [message, cause?.message].filter(Boolean).join(' '),
    )
    const notRun = testModules
      .filter((each) => ['queued', 'pending'].includes(each.state()))
      .map(({ moduleId }) => moduleId)
    writeFileSync(process.env.FOYER_RUN_ERRORS, JSON.stringify({ errors, notRun }))
  }
}

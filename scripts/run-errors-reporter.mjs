import { writeFileSync } from 'node:fs'

/**
 * Reporter of vitest that writes run errors into FOYER_RUN_ERRORS: `errors`, uncaught messages such as a browser's
 * crash; `notRun`, paths of unfinished test files.
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

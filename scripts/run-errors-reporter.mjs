import { writeFileSync } from 'node:fs'

/**
 * A reporter of vitest that writes what ended a run beside its tests, which the JSON report leaves out: errors that no test
 * caught, such as a browser that crashed. Each as `{ message }`, in a JSON array, into the file FOYER_RUN_ERRORS.
 */
export default class RunErrorsReporter {
  onTestRunEnd(testModules, unhandledErrors) {
    const neverEnded = testModules.filter((each) => ['queued', 'pending'].includes(each.state()))
    const told = unhandledErrors.map(({ message, cause }) => ({
      message: [message, cause?.message].filter(Boolean).join(' '),
    }))
    if (neverEnded.length > 0) told.push({ message: `${neverEnded.length} files were not run` })
    writeFileSync(process.env.FOYER_RUN_ERRORS, JSON.stringify(told))
  }
}

// `npm run probe-page`: tells what the completion page of a service needs, before a patient meets it.
import { runProbePage } from './run-probe-page.ts'
import { processTerminal } from './terminal.ts'

process.exitCode = await runProbePage(process.argv.slice(2), processTerminal())

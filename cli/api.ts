import { runApi } from './run-api.ts'
import { processTerminal } from './terminal.ts'

process.exitCode = await runApi(process.argv.slice(2), processTerminal())

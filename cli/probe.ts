import { runProbe } from './run-probe.ts'
import { processTerminal } from './terminal.ts'

process.exitCode = await runProbe(process.argv.slice(2), processTerminal())

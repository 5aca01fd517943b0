#!/usr/bin/env node
// `foyer`: every command for IT and for integrators.
import { runFoyer } from './foyer.ts'
import { processTerminal } from './terminal.ts'

process.exitCode = await runFoyer(process.argv.slice(2), processTerminal())

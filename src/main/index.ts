import { startUp } from './start-up.ts'

startUp().catch((error: unknown) => {
  process.stderr.write(`foyer: could not start: ${error instanceof Error ? error.message : 'unknown'}\n`)
  process.exit(70)
})

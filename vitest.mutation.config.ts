import { defineConfig } from 'vitest/config'
import { areaVariable, mutationAreas, slowTests } from './scripts/mutation-areas.ts'
import { define, setupFiles } from './vitest.config.ts'

/** The unit tests of one area (`npm run mutation`), as far as they are fast enough to run for each mutant. */
export default defineConfig({
  define,
  test: {
    setupFiles,
    // Halves a run: the modules of an area are loaded once for each mutant, not once for each test file.
    isolate: false,
    // A test that is only slow notices nothing; Stryker ends one that hangs, and the run names it.
    testTimeout: 60_000,
    environment: 'node',
    include: [...(mutationAreas[process.env[areaVariable] ?? '']?.tests ?? [])],
    exclude: [...slowTests, 'node_modules/**'],
  },
})

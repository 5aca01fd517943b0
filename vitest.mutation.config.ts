import { defineConfig } from 'vitest/config'
import { areaVariable, mutationAreas, slowTests } from './scripts/mutation-areas.ts'
import { define, setupFiles } from './vitest.config.ts'

/** The unit tests of one area (`npm run mutation`), as far as they are fast enough to run for each mutant. */
export default defineConfig({
  define,
  test: {
    setupFiles,
    environment: 'node',
    include: [...(mutationAreas[process.env[areaVariable] ?? '']?.tests ?? [])],
    exclude: [...slowTests, 'node_modules/**'],
  },
})

import { assumptions } from '../src/contract/assumptions.ts'
import { contract } from '../src/contract/index.ts'
import { listOperations } from '../src/contract/operation.ts'
import { assumptionsOf } from '../src/contract/source.ts'

/** Renders `docs/assumptions.md`: each assumption, its reason, and the operations that rest on it. */
export function renderAssumptions(): string {
  const operations = listOperations(contract).map((operation) => ({
    id: operation.id,
    made: assumptionsOf(operation),
  }))
  const parts = Object.entries(assumptions).map(([name, [assumes, why]]) => {
    const resting = operations.filter(({ made }) => made.some((assumed) => assumed === name))
    return [
      `## ${name}`,
      assumes,
      `Why: ${why}`,
      `Operations: ${resting.map(({ id }) => `\`${id}\``).join(', ')}`,
    ].join('\n\n')
  })
  return `${[
    '# Assumptions about the intake service',
    'What the two interface documents leave open and what Foyer assumes until the service says otherwise.\n' +
      'Written by `npm run docs:assumptions` from `src/contract/assumptions.ts`; change it there.',
    ...parts,
  ].join('\n\n')}\n`
}

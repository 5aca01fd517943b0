import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { testFolder } from '#harness/test-folder.ts'
import { faultsOfWorkflows } from './workflow-faults.ts'

let folder: string
beforeEach(() => void (folder = testFolder()))

const checkout = 'actions/checkout@08c6903cd8c0fde910a37f88322edcfb5dd907a8 # v5.0.0'
const workflow = (changes: Readonly<Record<string, string>> = {}) => {
  const { uses = checkout, run = 'npm test' } = changes
  return `on: [push]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: ${uses}
      - run: ${run}
`
}

function faultsOf(text: string) {
  writeFileSync(join(folder, 'w.yml'), text)
  return faultsOfWorkflows(folder)
}

describe('a workflow', () => {
  it('that is right has no fault', async () => expect(await faultsOf(workflow())).toEqual([]))

  it.each([
    ['an expression that names nothing', { run: 'echo ${{ matrix.os }}' }, 'w.yml:7: '],
    ['an action by its tag', { uses: 'actions/checkout@v5' }, 'w.yml:6: pin the action'],
  ])('is refused for %s', async (_why, changes, fault) => {
    const faults = await faultsOf(workflow(changes))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(fault)
  })

  it('has to be there', async () => expect(await faultsOfWorkflows(folder)).toHaveLength(1))
})

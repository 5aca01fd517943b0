import { expect, it } from 'vitest'
import { runApi } from '../run-api.ts'
import { operations } from '../operation/find.ts'
import { fakeTerminal } from '../../test/harness/cli/fake-terminal.ts'

it.each([[[]], [['partner.remoteCareConversions']]])(
  'every summary is whole where no terminal says how wide it is (%j)',
  async (args) => {
    const { terminal, written } = fakeTerminal({ columns: undefined })
    await runApi(args, terminal)
    const shown = operations.filter(({ id }) => id.startsWith(args[0] ?? ''))
    for (const { summary } of shown) expect(written.out).toContain(summary)
  },
)

import { expect, it } from 'vitest'
import { routes } from '../../../../sandbox/routes.ts'
import { useClient, value } from '../../../../test/harness/sandbox/client.ts'
import { createExplorer } from '../../../../test/harness/sandbox/explore.ts'
import { isPaginated } from '../../../contract/operation.ts'
import type { IntakeClient } from './client.ts'
import { readAllPages } from './pages.ts'
import { callAt, everyOperation } from '../../../../test/harness/service/every-operation.ts'

const { sandbox, partner, call } = useClient()
const paginated = everyOperation.filter(([, operation]) => isPaginated(operation))

it.each(paginated)(
  '%s reads the same list in pages of one as in one page',
  async (id, operation) => {
    for (const name of ['a', 'b', 'c']) {
      const body = { name, url: 'https://localhost/', eventTypes: [] }
      await value(partner.webhooks.create({ body }))
      await value(
        partner.accountWebhooks.create({ params: { accountId: sandbox.accountId }, body }),
      )
    }
    const served = routes.map((route) => route.operation)
    const explorer = createExplorer(sandbox, call, served)
    const list = callAt({ partner } as IntakeClient, id) as typeof partner.webhooks.list
    let longest = 0
    for await (const found of explorer.inputsOf(operation)) {
      const { query, ...input } = found as { query?: object }
      const whole = await value(list({ ...input, query: { ...query, limit: 1_000 } }))
      const pages = list.pages({ ...input, query: { ...query, limit: 1 } })
      expect(await value(readAllPages(pages))).toEqual(whole.items)
      longest = Math.max(longest, whole.items.length)
      if (longest > 1) return
    }
    expect(longest).toBeGreaterThan(0)
  },
)

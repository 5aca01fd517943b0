import { expect, it } from 'vitest'
import { useClient, value } from '#harness/sandbox/client.ts'
import { callAt, seededInput } from '#harness/sandbox/seeded-input.ts'
import { contract } from '../../../contract/index.ts'
import { isPaginated, listOperations } from '../../../contract/operation.ts'
import type { IntakeClient } from './client.ts'
import { readAllPages } from './pages.ts'

const { sandbox, partner, call } = useClient()
const paginated = listOperations({ partner: contract.partner })
  .filter((operation) => isPaginated(operation))
  .map((operation) => [operation.id, operation] as const)

it.each(paginated)('%s reads the same in pages of one as in one page', async (id, operation) => {
  for (const name of ['a', 'b', 'c']) {
    const body = { name, url: 'https://localhost/', eventTypes: [] }
    await value(partner.webhooks.create({ body }))
    await value(partner.accountWebhooks.create({ params: { accountId: sandbox.accountId }, body }))
  }
  const list = callAt({ partner } as IntakeClient, id) as typeof partner.webhooks.list
  const { query, ...input } = (await seededInput(operation, call)) as { query?: object }
  const whole = await value(list({ ...input, query: { ...query, limit: 1_000 } }))
  const pages = list.pages({ ...input, query: { ...query, limit: 1 } })
  expect(await value(readAllPages(pages))).toEqual(whole.items)
  expect(whole.items.length).toBeGreaterThan(1)
})

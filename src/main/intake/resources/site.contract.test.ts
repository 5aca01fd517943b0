import { expect, it } from 'vitest'
import { useClient, value } from '#harness/sandbox/client.ts'
import { seededInput } from '#harness/sandbox/seeded-input.ts'
import { contract } from '../../../contract/index.ts'
import { isPaginated, listOperations } from '../../../contract/operation.ts'
import type { Page } from '../../../contract/readers/lists.ts'
import { wholeAnswer, type Reader } from '../../../contract/readers/reading.ts'
import { readList } from './site.ts'

const { sandbox, client, partner, call } = useClient()
const paginated = listOperations({ partner: contract.partner })
  .filter((operation) => isPaginated(operation))
  .map((operation) => [operation.id, operation] as const)

it.each(paginated)('%s reads the same in pages of one as in one page', async (_, operation) => {
  for (const name of ['a', 'b', 'c']) {
    const body = { name, url: 'https://localhost/', eventTypes: [] }
    await value(partner.webhooks.create({ body }))
    await value(partner.accountWebhooks.create({ params: { accountId: sandbox.accountId }, body }))
  }
  const input = await seededInput(operation, call)
  const reader = wholeAnswer(operation) as Reader<Page<unknown>>
  const inPagesOf = (pageSize: number) =>
    value(readList(client.read, operation, reader, input as object, { pageSize, maxPages: 1_000 }))
  const whole = await inPagesOf(1_000)
  expect(await inPagesOf(1)).toEqual(whole)
  expect(whole.length).toBeGreaterThan(1)
})

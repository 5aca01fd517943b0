import { contract } from '../../../contract/index.ts'
import {
  categoriesReader,
  categoryReader,
  crmGroupReader,
  crmGroupsReader,
  crmStatusesReader,
  crmStatusReader,
  type ReadCategory,
  type ReadCrmGroup,
  type ReadCrmStatus,
} from '../../../contract/readers/category-readers.ts'
import type { Id } from '../../../contract/values.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { eachPage, readAllPages, usualPageSize } from '../../service/client/pages.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import type { DeskWork } from '../work.ts'

const { categories, crmStatusGroups } = contract.partner
const maxPages = 10

type Read<T> = Promise<Result<T, ServiceError>>
export type CrmNames = ReturnType<typeof createCrmNames>

/** What categories, pipelines and stages are called. They are read once in a session; a failure is not kept. */
export function createCrmNames({ client, place, signal }: DeskWork) {
  const { accountId } = place
  const known = new Map<string, Result<unknown, ServiceError>>()

  async function once<T>(key: string, read: () => Read<T>): Read<T> {
    const before = known.get(key)
    if (before) return before as Result<T, ServiceError>
    const result = await read()
    if (result.ok) known.set(key, result)
    return result
  }
  const queryOf = (cursor: string | undefined) => ({
    limit: usualPageSize,
    ...(cursor !== undefined && { cursor }),
  })

  const allCategories = () =>
    once('categories', () =>
      readAllPages(
        eachPage(
          categories.list,
          (cursor) =>
            client.read(
              categories.list,
              categoriesReader,
              { params: { accountId }, query: queryOf(cursor) },
              { signal },
            ),
          { maxPages },
        ),
      ),
    )

  return {
    /** A category; one that is not listed any more is asked for by itself. */
    async category(id: Id): Read<ReadCategory> {
      const all = await allCategories()
      if (!all.ok) return all
      const listed = all.value.find((each) => String(each.id) === String(id))
      if (listed) return ok(listed)
      const params = { accountId, categoryId: id }
      return once(`category ${id}`, () =>
        client.read(categories.get, categoryReader(id), { params }, { signal }),
      )
    },
    groups: (): Read<readonly ReadCrmGroup[]> =>
      once('groups', () =>
        readAllPages(
          eachPage(
            crmStatusGroups.list,
            (cursor) =>
              client.read(
                crmStatusGroups.list,
                crmGroupsReader,
                { params: { accountId }, query: queryOf(cursor) },
                { signal },
              ),
            { maxPages },
          ),
        ),
      ),
    group: (groupId: Id): Read<ReadCrmGroup> =>
      once(`group ${groupId}`, () =>
        client.read(
          crmStatusGroups.get,
          crmGroupReader(groupId),
          { params: { accountId, groupId } },
          { signal },
        ),
      ),
    /** The stages of a pipeline, in their order. */
    async statuses(groupId: Id): Read<readonly ReadCrmStatus[]> {
      return once(`statuses ${groupId}`, async () => {
        const read = await readAllPages(
          eachPage(
            crmStatusGroups.listStatuses,
            (cursor) =>
              client.read(
                crmStatusGroups.listStatuses,
                crmStatusesReader,
                { params: { accountId, groupId }, query: queryOf(cursor) },
                { signal },
              ),
            { maxPages },
          ),
        )
        return read.ok ? ok(read.value.toSorted((a, b) => a.order - b.order)) : read
      })
    },
    /** One stage by itself, as a step of a patient's history names it. */
    status: (groupId: Id, statusId: Id): Read<ReadCrmStatus> =>
      once(`status ${groupId} ${statusId}`, () =>
        client.read(
          crmStatusGroups.getStatus,
          crmStatusReader(statusId),
          { params: { accountId, groupId, statusId } },
          { signal },
        ),
      ),
  }
}

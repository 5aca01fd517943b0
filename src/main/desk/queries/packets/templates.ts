import { contract } from '../../../../contract/index.ts'
import {
  groupRowsReader,
  groupTemplatesReader,
  templateRowsReader,
  type ReadGroupRow,
  type ReadTemplateRow,
} from '../../../../contract/readers/desk-template-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import type { TemplateChoices, TemplateRow } from '../../../../shared/desk/packets.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { eachPage, readAllPages } from '../../../service/client/pages.ts'
import type { ServiceError } from '../../../service/http/errors.ts'
import { isOutage } from '../../failures.ts'
import type { DeskWork } from '../../work.ts'

const { formTemplates, formTemplateGroups } = contract.partner
const paging = { maxPages: 10 }
const limit = 200

type Read<T> = Promise<Result<T, ServiceError>>
type Refers = Pick<DeskWork, 'references'>

/** Names of the two kinds of groups: only one of this location makes a packet by itself. */
export const groupKinds = { here: 'group', elsewhere: 'groupelsewhere' } as const

/** The query `templateChoices`. Groups are left out where the service does not allow to list them. */
export async function listTemplates(work: DeskWork): Read<TemplateChoices> {
  const { client, place, references, signal } = work
  const { accountId, locationId } = place
  const params = { accountId, locationId }
  const inputFor = (cursor: string | undefined) => ({
    params,
    query: { limit, ...(cursor !== undefined && { cursor }) },
  })
  const templates = eachPage(
    formTemplates.list,
    (cursor) => client.read(formTemplates.list, templateRowsReader, inputFor(cursor), { signal }),
    paging,
  )
  const groupsOf = (
    operation: typeof formTemplateGroups.list | typeof formTemplateGroups.listForLocation,
  ) =>
    readAllPages(
      eachPage(
        operation,
        (cursor) => client.read(operation, groupRowsReader, inputFor(cursor), { signal }),
        paging,
      ),
    )
  const [listed, here, everywhere] = await Promise.all([
    readAllPages(templates),
    groupsOf(formTemplateGroups.listForLocation),
    groupsOf(formTemplateGroups.list),
  ])
  if (!listed.ok) return listed
  for (const groups of [here, everywhere]) if (!groups.ok && isOutage(groups.error)) return groups
  const own = here.ok ? here.value : []
  const isOwn = ({ id, locationId: of }: ReadGroupRow) =>
    own.some((row) => sameId(row.id, id)) || (of !== undefined && sameId(of, locationId))
  const others = everywhere.ok ? everywhere.value.filter((row) => !isOwn(row)) : []
  const groupOf = (row: ReadGroupRow, isHere: boolean) => ({
    group: references.of(isHere ? groupKinds.here : groupKinds.elsewhere, row.id),
    name: row.name,
    isHere,
  })
  return ok({
    templates: listed.value.map((row) => templateRow(work, row)),
    groups: [...own.map((row) => groupOf(row, true)), ...others.map((row) => groupOf(row, false))],
  })
}

/** The query `templateGroup`; `isHere`: of this location. */
export async function readGroup(
  work: DeskWork,
  groupId: Id,
  isHere: boolean,
): Read<{ templates: TemplateRow[] }> {
  const { client, place, signal } = work
  const { accountId, locationId } = place
  const operation = isHere ? formTemplateGroups.getForLocation : formTemplateGroups.get
  const input = { params: { accountId, locationId, groupId } }
  const read = await client.read(operation, groupTemplatesReader, input, { signal })
  if (!read.ok) return read
  return ok({ templates: read.value.map((row) => templateRow(work, row)) })
}

function templateRow({ references }: Refers, row: ReadTemplateRow): TemplateRow {
  const { id, name, isStaffOnly } = row
  return { template: references.of('template', id), name, isStaffOnly }
}

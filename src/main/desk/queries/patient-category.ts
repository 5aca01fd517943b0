import { contract } from '../../../contract/index.ts'
import {
  patientCategoryReader,
  transitionReader,
  transitionsReader,
  type ReadCrmGroup,
  type ReadPosition,
  type ReadTransition,
} from '../../../contract/readers/category-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type {
  PatientCategory,
  Pipeline,
  Position,
  TransitionDetails,
} from '../../../shared/desk/categories.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { inParallel } from '../../base/in-parallel.ts'
import { eachPage, readAllPages, usualPageSize } from '../../service/client/pages.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import type { DeskWork } from '../work.ts'
import type { CrmNames } from './crm-names.ts'

const { patientCategories } = contract.partner
const maxPages = 10
const mostAtOnce = 4

type Read<T> = Promise<Result<T, ServiceError>>

/** Reads the category of a patient and its history for one session. Names that cannot be had are null. */
export function createPatientCategory(
  { client, place, references, signal }: DeskWork,
  names: CrmNames,
) {
  const { accountId } = place

  async function stagesOf(group: ReadCrmGroup): Read<Pipeline> {
    const read = await names.statuses(group.id)
    if (!read.ok) return read
    const { name = '', description = null, isActive } = group
    const stages = read.value.map((stage) => stage.name ?? '')
    return ok({ name, description, isActive, stages })
  }

  /** `isAlone`: each stage is asked for by itself. */
  async function named(at: ReadPosition, isAlone: boolean): Promise<Position | null> {
    const { categoryId, statusId } = at
    if (categoryId === undefined) return null
    const category = await names.category(categoryId)
    if (!category.ok) return { category: null, stage: null }
    const { name = null, groupId } = category.value
    if (statusId === undefined || groupId === undefined) return { category: name, stage: null }
    const stages = isAlone ? await names.status(groupId, statusId) : await names.statuses(groupId)
    const list = !stages.ok ? [] : [stages.value].flat()
    const stage = list.find(({ id }) => sameId(id, statusId))?.name ?? null
    return { category: name, stage }
  }

  async function current(patientId: Id): Read<PatientCategory['current']> {
    const params = { accountId, patientId }
    const reader = patientCategoryReader(patientId)
    const read = await client.read(patientCategories.get, reader, { params }, { signal })
    if (!read.ok) return read.error.kind === 'notFound' ? ok(null) : read
    const { categoryId, statusId, since = null } = read.value
    const category = await names.category(categoryId)
    const { name = null, description = null, groupId } = category.ok ? category.value : {}
    const shown = { category: name, description, since }
    if (groupId === undefined) return ok({ ...shown, pipeline: null, stage: null })
    const [group, statuses] = await Promise.all([names.group(groupId), names.statuses(groupId)])
    if (!group.ok || !statuses.ok) return ok({ ...shown, pipeline: null, stage: null })
    const pipeline = await stagesOf(group.value)
    const index = statuses.value.findIndex(
      ({ id }) => statusId !== undefined && sameId(id, statusId),
    )
    return ok({
      ...{ ...shown, pipeline: pipeline.ok ? pipeline.value : null },
      stage: index < 0 ? null : index,
    })
  }

  async function history(patientId: Id): Read<readonly ReadTransition[]> {
    const read = await readAllPages(
      eachPage(
        patientCategories.listTransitions,
        (cursor) =>
          client.read(
            patientCategories.listTransitions,
            transitionsReader,
            {
              params: { accountId, patientId },
              query: { limit: usualPageSize, ...(cursor !== undefined && { cursor }) },
            },
            { signal },
          ),
        { maxPages },
      ),
    )
    if (!read.ok) return read
    const own = read.value.filter((each) => isOwn(each, patientId))
    return ok(own.toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0)))
  }

  return {
    async of(patientId: Id): Read<PatientCategory> {
      const [now, steps] = await Promise.all([current(patientId), history(patientId)])
      if (!now.ok) return now
      if (!steps.ok) return steps
      const shown = await inParallel(steps.value, mostAtOnce, async ({ id, at, to }) => ({
        ...{ transition: references.of('transition', id), at: at ?? null },
        to: await named(to, false),
      }))
      return ok({ current: now.value, history: shown })
    },

    /** One step of this patient; another one's is not shown. */
    async transition(patientId: Id, transitionId: Id): Read<TransitionDetails | null> {
      const params = { accountId, patientId, transitionId }
      const reader = transitionReader(transitionId)
      const read = await client.read(
        patientCategories.getTransition,
        reader,
        { params },
        { signal },
      )
      if (!read.ok) return read
      if (!isOwn(read.value, patientId)) return ok(null)
      const { at = null, from, to, note = null } = read.value
      return ok({ at, note, from: await named(from, true), to: await named(to, true) })
    },

    /** All pipelines of the account with their stages; those in use come first. */
    async pipelines(): Read<Pipeline[]> {
      const groups = await names.groups()
      if (!groups.ok) return groups
      const read = await inParallel(groups.value, mostAtOnce, stagesOf)
      const shown: Pipeline[] = []
      for (const each of read) {
        if (!each.ok) return err(each.error)
        shown.push(each.value)
      }
      return ok(shown.toSorted((a, b) => Number(b.isActive) - Number(a.isActive)))
    },
  }
}

function isOwn({ patientId }: ReadTransition, asked: Id): boolean {
  return patientId === undefined || sameId(patientId, asked)
}

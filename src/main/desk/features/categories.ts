import { contract } from '../../../contract/index.ts'
import {
  categoryReaders,
  patientCategoryReader,
  type ReadCrmGroup,
  type ReadPosition,
} from '../../../contract/readers/category-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { categoryOperations } from '../../../shared/desk/categories.ts'
import { err, mapOk, ok } from '../../../shared/result.ts'
import { inParallel } from '../../base/work.ts'
import { allOf, keepRead, readList, type Read } from '../../intake/resources/site.ts'
import { isOf, onRecord, prepare, type DeskWork, type Handlers } from '../feature.ts'

const { categories, crmStatusGroups, patientCategories } = contract.partner
const { list, get, listStatuses, getStatus } = crmStatusGroups
const mostAtOnce = 4

/** Categories, pipelines and stages are read once in a session. */
function createNames({ read, place: { accountId }, now }: DeskWork) {
  const params = { accountId }
  const known = new Map<string, () => Read<unknown>>()
  function once<T>(key: string, ask: () => Read<T>): Read<T> {
    const kept = known.get(key) ?? keepRead(now, Infinity, ask)
    known.set(key, kept)
    return kept() as Read<T>
  }

  return {
    async category(categoryId: Id) {
      const { page, one } = categoryReaders.category
      const all = await once('categories', () => readList(read, categories.list, page, { params }))
      if (!all.ok) return all
      const listed = all.value.find(({ id }) => sameId(id, categoryId))
      if (listed) return ok(listed)
      const input = { params: { accountId, categoryId } }
      return once(`category ${categoryId}`, () => read(categories.get, one(categoryId), input))
    },
    groups: () =>
      once('groups', () => readList(read, list, categoryReaders.group.page, { params })),
    group(groupId: Id) {
      const input = { params: { accountId, groupId } }
      return once(`group ${groupId}`, () => read(get, categoryReaders.group.one(groupId), input))
    },
    statuses(groupId: Id) {
      const input = { params: { accountId, groupId } }
      return once(`statuses ${groupId}`, async () =>
        mapOk(await readList(read, listStatuses, categoryReaders.status.page, input), (all) =>
          all.toSorted((a, b) => a.order - b.order),
        ),
      )
    },
    status(groupId: Id, statusId: Id) {
      const input = { params: { accountId, groupId, statusId } }
      const reader = categoryReaders.status.one(statusId)
      return once(`status ${groupId} ${statusId}`, () => read(getStatus, reader, input))
    },
  }
}

/** Serves the category of a patient, and the pipelines that track categories; names that cannot be had are null. */
export function serveCategories(work: DeskWork): Handlers<typeof categoryOperations> {
  const { read, place, references } = work
  const { accountId } = place
  const names = createNames(work)

  async function stagesOf(group: ReadCrmGroup) {
    const { name = '', description = null, isActive } = group
    return mapOk(await names.statuses(group.id), (all) => ({
      name,
      description,
      isActive,
      stages: all.map((stage) => stage.name ?? ''),
    }))
  }

  /** `isAlone`: each stage is asked for by itself. */
  async function named(at: ReadPosition, isAlone: boolean) {
    const { categoryId, statusId } = at
    if (categoryId === undefined) return null
    const category = await names.category(categoryId)
    if (!category.ok) return { category: null, stage: null }
    const { name = null, groupId } = category.value
    if (statusId === undefined || groupId === undefined) return { category: name, stage: null }
    const stages = isAlone ? await names.status(groupId, statusId) : await names.statuses(groupId)
    const found = stages.ok ? [stages.value].flat() : []
    const stage = found.find(({ id }) => sameId(id, statusId))?.name ?? null
    return { category: name, stage }
  }

  async function current(patientId: Id) {
    const params = { accountId, patientId }
    const now = await read(patientCategories.get, patientCategoryReader(patientId), { params })
    if (!now.ok) return now.error.kind === 'notFound' ? ok(null) : now
    const { categoryId, statusId, since = null } = now.value
    const category = await names.category(categoryId)
    const { name = null, description = null, groupId } = category.ok ? category.value : {}
    const shown = { category: name, description, since }
    if (groupId === undefined) return ok({ ...shown, pipeline: null, stage: null })
    const [group, statuses] = await Promise.all([names.group(groupId), names.statuses(groupId)])
    if (!group.ok || !statuses.ok) return ok({ ...shown, pipeline: null, stage: null })
    const pipeline = await stagesOf(group.value)
    const index =
      statusId === undefined ? -1 : statuses.value.findIndex(({ id }) => sameId(id, statusId))
    const stage = index < 0 ? null : index
    return ok({ ...shown, pipeline: pipeline.ok ? pipeline.value : null, stage })
  }

  return {
    patientCategory: ({ chart }) =>
      onRecord(work, 'chart', chart, async (patientId) => {
        const { listTransitions } = patientCategories
        const input = { params: { accountId, patientId } }
        const [now, steps] = await Promise.all([
          current(patientId),
          readList(read, listTransitions, categoryReaders.transition.page, input),
        ])
        if (!now.ok) return now
        if (!steps.ok) return steps
        const newest = steps.value
          .filter((each) => isOf(each, patientId))
          .toSorted((a, b) => (b.at ?? 0) - (a.at ?? 0))
        const history = await inParallel(newest, mostAtOnce, async ({ id, at, to }) => ({
          transition: references.of('transition', id),
          at: at ?? null,
          to: await named(to, false),
        }))
        return ok({ current: now.value, history })
      }),
    categoryTransition({ chart, transition }) {
      const transitionId = references.idOf('transition', transition)
      if (transitionId === undefined) return undefined
      return onRecord(work, 'chart', chart, async (patientId) => {
        const params = { accountId, patientId, transitionId }
        const reader = categoryReaders.transition.one(transitionId)
        const step = await read(patientCategories.getTransition, reader, { params })
        if (!step.ok) return step
        if (!isOf(step.value, patientId)) return err({ kind: 'unknownReference' } as const)
        const { at = null, from, to, note = null } = step.value
        return ok({ at, note, from: await named(from, true), to: await named(to, true) })
      })
    },
    crmPipelines: () =>
      prepare({}, async () => {
        const groups = await names.groups()
        if (!groups.ok) return groups
        const shown = allOf(await inParallel(groups.value, mostAtOnce, stagesOf))
        return mapOk(shown, (all) =>
          all.toSorted((a, b) => Number(b.isActive) - Number(a.isActive)),
        )
      }),
  }
}

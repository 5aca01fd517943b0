import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { newTries } from '../../../../test/harness/desk/new-tries.ts'
import { startSandbox, type Sandbox } from '../../../../sandbox/sandbox.ts'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { connectTo } from '../../../../test/harness/service/connect-to.ts'
import { memberRole } from '../../../shared/desk/members.ts'
import { categoryOperations } from '../../../shared/desk/operations/categories.ts'
import { hasRight } from '../../../shared/desk/rights.ts'
import type { Prepared } from '../../desk/place-work.ts'
import { categoriesPlace, categoriesReached } from '../../desk/places/categories.ts'
import { createReferences } from '../../desk/references.ts'
import type { DeskWork } from '../../desk/work.ts'

let sandbox: Sandbox
let work: DeskWork
let place: ReturnType<typeof categoriesPlace>
let asked: Set<string>
beforeEach(async () => {
  sandbox = await startSandbox()
  asked = new Set()
  const { client, here } = connectTo(sandbox)
  const read: DeskWork['client']['read'] = (operation, ...rest) => {
    asked.add(operation.id)
    return client.read(operation, ...rest)
  }
  work = {
    ...{ client: { read }, place: { ...here, defaultTemplateGroupId: null } },
    ...{ references: createReferences(), signal: new AbortController().signal },
    ...{ wallTime: () => Date.now(), now: () => performance.now(), tries: newTries() },
  }
  place = categoriesPlace(work)
})
afterEach(() => sandbox.close())

const chartOf = ({ id }: { readonly id: number }) => work.references.of('chart', id)
async function valueOf<T>(prepared: Prepared<T> | undefined): Promise<T> {
  if (!prepared) throw new Error('that was not shown')
  const result = await prepared.run()
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}
const categoryOf = (patient: { readonly id: number }) =>
  valueOf(place.queries.patientCategory({ chart: chartOf(patient) }))

describe('the category of a patient', () => {
  it('has its pipeline, the stage, and how it came to that, the newest first', async () => {
    const { current, history } = await categoryOf(cases.onePacket)
    expect(current).toMatchObject({ category: 'New patients', stage: 2 })
    expect(current?.pipeline).toMatchObject({
      ...{ name: 'New patient journey', isActive: true },
      stages: ['Asked about us', 'Called back', 'Booked', 'Seen'],
    })
    expect(history.map(({ to }) => to?.stage)).toEqual(['Booked', 'Called back', 'Asked about us'])
    expect(history.map(({ at }) => at)).toEqual(
      history.map(({ at }) => at).toSorted((a, b) => Number(b) - Number(a)),
    )
    expect(JSON.stringify({ current, history })).not.toMatch(/\b1[123]\d\d\b/)
  })

  it('is none for who left it, or was never in one', async () => {
    const left = await categoryOf(cases.halfDone)
    expect(left.current).toBeNull()
    expect(left.history.map(({ to }) => to?.category ?? null)).toEqual([null, 'Diabetes care'])
    expect(await categoryOf(cases.noPacket)).toEqual({ current: null, history: [] })
  })

  it('tells of each step why and from where', async () => {
    const { history } = await categoryOf(cases.threePackets)
    const chart = chartOf(cases.threePackets)
    const [, referred] = history
    const { transition } = referred ?? { transition: 'transition-0' }
    expect(await valueOf(place.queries.categoryTransition({ chart, transition }))).toMatchObject({
      from: { category: 'New patients', stage: 'Asked about us' },
      to: { category: 'Physical therapy', stage: 'Referred' },
      note: 'Referred for back pain.',
    })
  })

  it('shows no step of somebody else', async () => {
    const [step] = (await categoryOf(cases.threePackets)).history
    const { transition } = step ?? { transition: 'transition-0' }
    const chart = chartOf(cases.onePacket)
    const read = await place.queries.categoryTransition({ chart, transition })?.run()
    expect(read).toEqual({ ok: false, error: { kind: 'refusedByService' } })
  })

  it('is shown for a chart alone, and names the patient to the audit', () => {
    const found = work.references.of('patient', cases.onePacket.id)
    expect(place.queries.patientCategory({ chart: found })).toBeUndefined()
    expect(place.queries.patientCategory({ chart: 'chart-99' })).toBeUndefined()
    const prepared = place.queries.patientCategory({ chart: chartOf(cases.onePacket) })
    expect(prepared?.records).toEqual({ patientId: cases.onePacket.id })
  })

  it('says that the service cannot be reached', async () => {
    sandbox.control.addFault({ cut: true })
    const chart = chartOf(cases.onePacket)
    const read = await place.queries.patientCategory({ chart })?.run()
    expect(read).toEqual({ ok: false, error: { kind: 'offline' } })
  })

  it('is shown without names where those cannot be had', async () => {
    sandbox.control.addFault({ status: 403, pathIncludes: '/category?' })
    sandbox.control.addFault({ status: 403, pathIncludes: 'account/101/category' })
    const { history } = await categoryOf(cases.onePacket)
    expect(history).toHaveLength(3)
    expect(history[0]?.to).toEqual({ category: null, stage: null })
  })
})

it('lists all pipelines, those in use first', async () => {
  const pipelines = await valueOf(place.queries.crmPipelines({}))
  expect(pipelines.map(({ name, isActive }) => [name, isActive])).toEqual([
    ['New patient journey', true],
    ['Course of therapy', true],
    ['Recall list', false],
  ])
})

it('asks the service for what docs/desk.md says, and nothing else', async () => {
  const ids = (name: keyof typeof categoriesReached) =>
    new Set(categoriesReached[name].map(({ id }) => id))
  const { history } = await categoryOf(cases.onePacket)
  const ofCategory = ids('patientCategory')
  // The sandbox lists every category that a patient is in.
  ofCategory.delete('partner.categories.get')
  expect(asked).toEqual(ofCategory)

  place = categoriesPlace(work)
  asked.clear()
  const { transition } = history[0] ?? { transition: 'transition-0' }
  await valueOf(place.queries.categoryTransition({ chart: chartOf(cases.onePacket), transition }))
  expect(asked).toEqual(ids('categoryTransition'))

  asked.clear()
  await valueOf(place.queries.crmPipelines({}))
  expect(asked).toEqual(ids('crmPipelines'))
})

it.each(
  Object.entries(categoryOperations.queries).flatMap(([name, { right }]) =>
    memberRole.options.map((role) => ({ name, role, right })),
  ),
)('$name: $role', ({ role, right }) => {
  expect(hasRight([role], right)).toBe(role !== 'administrator')
})

import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { openChartWork, served, type ChartWork } from '../../../../test/harness/desk/chart-work.ts'
import { serveCategories } from '../../desk/features/categories.ts'

const serve = ({ work }: ChartWork) => served(serveCategories(work))
let opened: ChartWork
let { place, outcome, value } = {} as ReturnType<typeof serve>
beforeEach(async () => {
  opened = await openChartWork()
  ;({ place, outcome, value } = serve(opened))
})

const chartOf = ({ id }: { readonly id: number }) => opened.chart(id)
const categoryOf = (patient: { readonly id: number }) =>
  value('patientCategory', { chart: chartOf(patient) })

describe('the category of a patient', () => {
  it('has its pipeline, the stage, and how it came to that, the newest first', async () => {
    const { current, history } = await categoryOf(cases.onePacket)
    expect(current).toMatchObject({ category: 'New patients', stage: 2 })
    expect(current?.pipeline).toMatchObject({
      name: 'New patient journey',
      isActive: true,
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
    expect(await value('categoryTransition', { chart, transition })).toMatchObject({
      from: { category: 'New patients', stage: 'Asked about us' },
      to: { category: 'Physical therapy', stage: 'Referred' },
      note: 'Referred for back pain.',
    })
  })

  it('shows no step of somebody else', async () => {
    const [step] = (await categoryOf(cases.threePackets)).history
    const { transition } = step ?? { transition: 'transition-0' }
    const chart = chartOf(cases.onePacket)
    expect(await outcome('categoryTransition', { chart, transition })).toEqual({
      ok: false,
      error: { kind: 'refusedByService' },
    })
  })

  it('names the patient to the audit', () => {
    const prepared = place.patientCategory({ chart: chartOf(cases.onePacket) })
    expect(prepared?.records).toEqual({ patientId: cases.onePacket.id })
  })

  it('is shown without names where those cannot be had', async () => {
    opened.sandbox.control.addFault({ status: 403, pathIncludes: '/category?' })
    opened.sandbox.control.addFault({ status: 403, pathIncludes: 'account/101/category' })
    const { history } = await categoryOf(cases.onePacket)
    expect(history).toHaveLength(3)
    expect(history[0]?.to).toEqual({ category: null, stage: null })
  })
})

it('lists all pipelines, those in use first', async () => {
  const pipelines = await value('crmPipelines', {})
  expect(pipelines.map(({ name, isActive }) => [name, isActive])).toEqual([
    ['New patient journey', true],
    ['Course of therapy', true],
    ['Recall list', false],
  ])
})

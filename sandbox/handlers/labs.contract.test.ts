import { describe, expect, it } from 'vitest'
import * as cases from '../seeds/cases.ts'
import { useClient, value } from '../../test/harness/sandbox/client.ts'
import type { Opened } from '../../test/harness/sandbox/client.ts'

const { onePacket, threePackets } = cases

type Query = NonNullable<Parameters<Opened['partner']['labs']['list']>[0]['query']>

const { partner, here } = useClient()
const { labs } = partner
const list = async (query: Query) => (await value(labs.list({ params: here, query }))).items
const at = (labId: number) => ({ params: { ...here, labId } })

describe('labs', () => {
  it('are listed at their own location, the newest first, without results', async () => {
    const all = await list({ limit: 1000 })
    const times = all.map(({ orderedAt }) => String(orderedAt))
    expect(times).toEqual([...times].sort().reverse())
    for (const lab of all) {
      expect(lab.locationId).toBe(301)
      expect(lab).not.toHaveProperty('testPanels')
    }
  })

  it('are narrowed by patient, status and date', async () => {
    const rosa = { patientId: onePacket.id }
    expect((await list(rosa)).map(({ id }) => id)).toEqual([2402, 2401])
    expect(await list({ ...rosa, status: 'RESULTED' })).toMatchObject([{ id: 2401 }])
    expect(await list({ ...rosa, from: '2026-03-09', to: '2026-03-09' })).toMatchObject([
      { id: 2402 },
    ])
    expect(await list({ ...rosa, from: '2026-03-10' })).toEqual([])
    expect(await list({ patientId: threePackets.id, status: 'CANCELLED' })).toHaveLength(1)
  })

  it('carry panels and components, with values once they are in', async () => {
    const lab = await value(labs.get(at(2401)))
    expect(lab.testPanels?.map(({ name }) => name)).toEqual([
      'Basic metabolic panel',
      'Lipid panel',
    ])
    expect(lab.testPanels?.[0]?.testComponents?.[0]).toEqual({
      id: 240100,
      testPanelId: 24010,
      name: 'Glucose',
      value: '106.3',
      unit: 'mg/dL',
      referenceRange: '70 - 99',
      indicator: 'ABNORMAL',
    })
    const running = await value(labs.get(at(2403)))
    const values = running.testPanels?.map(({ testComponents }) => testComponents?.[0]?.value)
    expect(values).toEqual([expect.any(String), null])
    const ordered = await value(labs.get(at(2402)))
    expect(ordered).toMatchObject({ status: 'ORDERED', resultedAt: null })
  })

  it('say of each component truly whether it is within its range', async () => {
    const { items } = await value(labs.listTestComponents(at(2401)))
    expect(items).toHaveLength(5)
    for (const { value: text, referenceRange, indicator } of items) {
      const [low = 0, high = 0] = String(referenceRange).split(' - ').map(Number)
      const within = low <= Number(text) && Number(text) <= high
      expect(indicator).toBe(within ? 'NORMAL' : 'ABNORMAL')
    }
  })
})

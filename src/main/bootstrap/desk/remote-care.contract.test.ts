import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import {
  openChartWork,
  outcomeOf,
  valueFrom,
  type ChartWork,
} from '../../../../test/harness/desk/chart-work.ts'
import type { ReadConversion } from '../../../contract/readers/remote-care-readers.ts'
import type { DeskWork } from '../../desk/feature.ts'
import { remoteCareOperations } from '../../../shared/desk/operations/remote-care.ts'
import { serveRemoteCare, remoteCareReached } from '../../desk/features/remote-care.ts'

const { queries, commands } = remoteCareOperations
const refused = (kind: string) => ({ ok: false, error: { kind } })
const scale = ['Scale']

let opened: ChartWork
let place: ReturnType<typeof serveRemoteCare>
let chart: string
beforeEach(async () => {
  opened = await openChartWork()
  place = serveRemoteCare(opened.work)
  chart = opened.chart(cases.onePacket.id)
})

/** The same work, of which one operation answers otherwise. */
function answering(
  work: DeskWork,
  operation: string,
  change: (record: ReadConversion) => ReadConversion,
): DeskWork {
  const read: DeskWork['read'] = async (asked, reader, input) => {
    const answer = await work.read(asked, reader, input)
    if (!answer.ok || asked.id !== operation) return answer
    return { ok: true, value: change(answer.value as ReadConversion) as typeof answer.value }
  }
  return { ...work, read }
}

const start = (services: string[]) =>
  outcomeOf(commands.startRemoteCare, place.startRemoteCare({ chart, services }))
const openAt = (number: string, of = chart) =>
  outcomeOf(commands.openRemoteCare, place.openRemoteCare({ chart: of, number }))
const rows = (of = chart) => valueFrom(queries.remoteCare, place.remoteCare({ chart: of }))
const ids = (name: keyof typeof remoteCareReached) =>
  new Set(remoteCareReached[name].map(({ id }) => id))

describe('remote care', () => {
  it('is started with who the patient is, followed and changed', async () => {
    expect(await rows()).toEqual([])
    opened.asked()
    expect(await start(scale)).toEqual({ ok: true, value: { outcome: 'started' } })
    expect(opened.asked()).toEqual(ids('startRemoteCare'))
    const [row] = await rows()
    expect(opened.asked()).toEqual(ids('remoteCare'))
    expect(row).toMatchObject({ state: 'begun', services: scale, attempts: 0 })

    const wish = { chart, conversion: row?.conversion ?? '', services: ['Scale', 'Watch'] }
    const changed = place.changeRemoteCare(wish)
    expect(await outcomeOf(commands.changeRemoteCare, changed)).toEqual({ ok: true, value: null })
    expect(ids('changeRemoteCare')).toContain([...opened.asked()][0])
    expect(await rows()).toMatchObject([{ state: 'inProgress', services: ['Scale', 'Watch'] }])
  })

  it('is opened by its number in another session, by the patient whose it is alone', async () => {
    await start(scale)
    const [{ number } = { number: '' }] = await rows()
    place = serveRemoteCare(opened.work)
    expect(await rows()).toEqual([])
    opened.asked()
    expect(await openAt(number)).toEqual({ ok: true, value: null })
    expect(opened.asked()).toEqual(ids('openRemoteCare'))
    expect(await rows()).toMatchObject([{ number, services: scale }])

    const other = opened.chart(cases.noPacket.id)
    expect(await openAt(number, other)).toEqual(refused('refusedByService'))
    expect(await rows(other)).toEqual([])
    expect(await openAt('999999')).toEqual(refused('refusedByService'))
  })

  it('is not opened for a namesake, of whom it says nothing more', async () => {
    await start(scale)
    const [{ number } = { number: '' }] = await rows()
    place = serveRemoteCare(
      answering(opened.work, 'partner.remoteCareConversions.get', (record) => ({
        ...record,
        patient: record.patient && {
          ...record.patient,
          dateOfBirth: null,
          phone: '+12065550199',
          email: null,
        },
      })),
    )
    expect(await openAt(number)).toEqual(refused('refusedByService'))
    expect(await rows()).toEqual([])
  })

  it('that the service has no more is left out, and the others are there', async () => {
    await start(scale)
    await start(['Watch'])
    const [gone, kept] = await rows()
    opened.sandbox.control.addFault({
      status: 404,
      pathIncludes: `/${gone?.number ?? ''}`,
      times: 1,
    })
    expect(await rows()).toEqual([kept])
    expect(await rows()).toEqual([kept])
  })

  it('has what was asked for in another order', async () => {
    await start(scale)
    const [row] = await rows()
    place = serveRemoteCare(
      answering(opened.work, 'partner.remoteCareConversions.update', (record) => ({
        ...record,
        services: record.services.toReversed(),
      })),
    )
    await openAt(row?.number ?? '')
    const [again] = await rows()
    opened.asked()
    const wish = { chart, conversion: again?.conversion ?? '', services: ['Scale', 'Watch'] }
    const changed = place.changeRemoteCare(wish)
    expect(await outcomeOf(commands.changeRemoteCare, changed)).toEqual({ ok: true, value: null })
    expect(opened.asked()).toEqual(new Set(['partner.remoteCareConversions.update']))
  })

  it('of one chart cannot be changed from another', async () => {
    await start(scale)
    const [row] = await rows()
    const other = { chart: opened.chart(cases.noPacket.id), conversion: row?.conversion ?? '' }
    expect(place.changeRemoteCare({ ...other, services: [] })).toBeUndefined()
  })

  it('is in doubt where the answer to its start was lost', async () => {
    opened.sandbox.control.addFault({
      cutAfterwards: true,
      pathIncludes: '/remote-care',
      times: 10,
    })
    expect(await start(scale)).toEqual({ ok: true, value: { outcome: 'inDoubt' } })
    expect(await rows()).toEqual([])
  })

  it('has what was asked for where only the answer to the change was lost', async () => {
    await start(scale)
    const [row] = await rows()
    opened.sandbox.control.addFault({
      cutAfterwards: true,
      pathIncludes: '/remote-care',
      times: 1,
    })
    const wish = { chart, conversion: row?.conversion ?? '', services: ['Watch'] }
    const changed = place.changeRemoteCare(wish)
    expect(await outcomeOf(commands.changeRemoteCare, changed)).toEqual({ ok: true, value: null })
  })
})

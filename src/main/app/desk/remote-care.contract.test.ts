import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { openChartWork, served, type ChartWork } from '../../../../test/harness/desk/chart-work.ts'
import type { ReadConversion } from '../../../contract/readers/patient-readers.ts'
import { serveRemoteCare } from '../../desk/features/remote-care.ts'

const refused = (kind: string) => ({ ok: false, error: { kind } })
const done = { ok: true, value: null }
const scale = ['Scale']
const update = 'partner.remoteCareConversions.update'

const serve = ({ work }: ChartWork) => served(serveRemoteCare(work))
let opened: ChartWork
let { place, outcome, value } = {} as ReturnType<typeof serve>
let chart: string
beforeEach(async () => {
  opened = await openChartWork()
  ;({ place, outcome, value } = serve(opened))
  chart = opened.chart(cases.onePacket.id)
})
const signInAnew = () => ({ place, outcome, value } = serve(opened))
/** Gives another record in the place of what an operation answers. */
const answer = (operation: string, change: (record: ReadConversion) => ReadConversion) =>
  (opened.met.change = (asked, read) =>
    asked === operation ? change(read as ReadConversion) : read)

const start = (services: string[]) => outcome('startRemoteCare', { chart, services })
const openAt = (number: string, of = chart) => outcome('openRemoteCare', { chart: of, number })
const rows = (of = chart) => value('remoteCare', { chart: of })
const change = (row: { conversion: string } | undefined, ...services: string[]) =>
  outcome('changeRemoteCare', { chart, conversion: row?.conversion ?? '', services })

describe('remote care', () => {
  it('is started with who the patient is, followed and changed', async () => {
    expect(await rows()).toEqual([])
    const started = { ok: true, value: { outcome: 'started' } }
    expect(await opened.reaches('startRemoteCare', () => start(scale))).toEqual(started)
    const [row] = await opened.reaches('remoteCare', rows)
    expect(row).toMatchObject({ state: 'begun', services: scale })

    // The look is for an answer that was lost.
    const get = 'partner.remoteCareConversions.get'
    const changed = await opened.reaches(
      'changeRemoteCare',
      () => change(row, 'Scale', 'Watch'),
      get,
    )
    expect(changed).toEqual(done)
    expect(await rows()).toMatchObject([{ state: 'inProgress', services: ['Scale', 'Watch'] }])
  })

  it('is opened by its number in another session, by the patient whose it is alone', async () => {
    await start(scale)
    const [{ number } = { number: '' }] = await rows()
    signInAnew()
    expect(await rows()).toEqual([])
    expect(await opened.reaches('openRemoteCare', () => openAt(number))).toEqual(done)
    expect(await rows()).toMatchObject([{ number, services: scale }])

    const other = opened.chart(cases.noPacket.id)
    expect(await openAt(number, other)).toEqual(refused('refusedByService'))
    expect(await rows(other)).toEqual([])
    expect(await openAt('999999')).toEqual(refused('refusedByService'))
  })

  it('is not opened for a namesake, of whom it says nothing more', async () => {
    await start(scale)
    const [{ number } = { number: '' }] = await rows()
    signInAnew()
    answer('partner.remoteCareConversions.get', ({ patient, ...record }) => ({
      ...record,
      patient: patient && { ...patient, dateOfBirth: null, phone: '+12065550199', email: null },
    }))
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
    answer(update, (record) => ({ ...record, services: record.services.toReversed() }))
    opened.asked()
    expect(await change(row, 'Scale', 'Watch')).toEqual(done)
    expect(opened.asked()).toEqual(new Set([update]))
  })

  it('of one chart cannot be changed from another', async () => {
    await start(scale)
    const [row] = await rows()
    const other = { chart: opened.chart(cases.noPacket.id), conversion: row?.conversion ?? '' }
    expect(place.changeRemoteCare({ ...other, services: [] })).toBeUndefined()
  })

  it('is in doubt where the answer to its start was lost', async () => {
    opened.loseAnswerOf('partner.remoteCareConversions.create')
    expect(await start(scale)).toEqual({ ok: true, value: { outcome: 'inDoubt' } })
    expect(await rows()).toEqual([])
  })

  it('has what was asked for where only the answer to the change was lost', async () => {
    await start(scale)
    const [row] = await rows()
    opened.loseAnswerOf(update)
    expect(await change(row, 'Watch')).toEqual(done)
  })
})

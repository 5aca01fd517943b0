import { beforeEach, describe, expect, it } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { openChartWork, served, type ChartWork } from '#harness/desk/chart-work.ts'
import { serveChartRecords } from '../../desk/features/chart-records.ts'
import { serveCategories } from '../../desk/features/categories.ts'
import type { ReadConversion } from '../../../contract/readers/patient-readers.ts'
import { serveRemoteCare } from '../../desk/features/remote-care.ts'

const serve = ({ work }: ChartWork) =>
  served({ ...serveChartRecords(work), ...serveCategories(work), ...serveRemoteCare(work) })
const refused = (kind: string) => ({ ok: false, error: { kind } })

let opened: ChartWork
let { place, outcome, value } = {} as ReturnType<typeof serve>
let rosa: string
let james: string
beforeEach(async () => {
  opened = await openChartWork()
  ;({ place, outcome, value } = serve(opened))
  rosa = opened.chart(cases.onePacket.id)
  james = opened.chart(cases.threePackets.id)
})
type Name = keyof typeof place
/** Reads what calls as docs/desk.md says, and nothing else. */
const read = <N extends Name>(name: N, input: Parameters<(typeof place)[N]>[0]) =>
  opened.reaches(name, () => value(name, input))

const first = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('the list is empty')
  return row
}

describe('invoices', () => {
  it('are listed with their amounts, opened, and their lines read', async () => {
    const list = await read('invoices', { chart: james })
    expect(list).toMatchObject({
      rows: [
        {
          invoiceNumber: 'INV-2502',
          status: 'OPEN',
          paymentStatus: 'PARTIALLY_PAID',
          currency: 'USD',
          totalAmount: 312.49,
          paidAmount: 156.24,
          paidAt: null,
        },
      ],
      after: null,
    })
    const { invoice } = first(list.rows)
    const inInvoice = { chart: james, invoice }
    expect(await read('invoice', inInvoice)).toEqual(first(list.rows))

    const lines = await read('invoiceLines', inInvoice)
    expect(lines.rows).toMatchObject([
      { description: 'Therapeutic exercise, 15 minutes', quantity: 3, billingCodes: ['97110'] },
      { description: 'Office visit, new patient', unitPrice: 185.5, amount: 185.5 },
    ])
    const { line } = first(lines.rows)
    expect(await read('invoiceLine', { ...inInvoice, line })).toEqual(first(lines.rows))
  })

  it('come as a PDF through main', async () => {
    const { rows } = await read('invoices', { chart: rosa })
    const pdf = await read('invoicePdf', { chart: rosa, invoice: first(rows).invoice })
    const file = Buffer.from(pdf.base64, 'base64').toString('latin1')
    expect(file).toMatch(/^%PDF-/)
    expect(file).toContain('Invoice INV-2501')
  })

  it('of one chart cannot be asked for in another, nor lines of another invoice', async () => {
    const { invoice } = first((await read('invoices', { chart: rosa })).rows)
    const other = first((await read('invoices', { chart: james })).rows).invoice
    const { line } = first((await read('invoiceLines', { chart: rosa, invoice })).rows)
    opened.asked()
    expect(place.invoice({ chart: james, invoice })).toBeUndefined()
    expect(place.invoicePdf({ chart: james, invoice })).toBeUndefined()
    expect(place.invoiceLine({ chart: james, invoice: other, line })).toBeUndefined()
    expect(opened.asked()).toEqual(new Set())
  })

  it('name the patient and the invoice in the audit', async () => {
    const { invoice } = first((await read('invoices', { chart: rosa })).rows)
    expect(place.invoices({ chart: rosa })?.records).toEqual({ patientId: cases.onePacket.id })
    expect(place.invoice({ chart: rosa, invoice })?.records).toEqual({
      patientId: cases.onePacket.id,
      invoiceId: 2501,
    })
  })
})

describe('labs', () => {
  it('are listed newest first, opened with panels, and every result is read', async () => {
    const list = await read('labs', { chart: rosa })
    expect(list.rows.map(({ status }) => status)).toEqual(['ORDERED', 'RESULTED'])
    const resulted = list.rows[1]
    if (!resulted) throw new Error('no lab has results')
    const inLab = { chart: rosa, lab: resulted.lab }
    const lab = await read('lab', inLab)
    expect(lab.panels.map(({ name }) => name)).toEqual(['Basic metabolic panel', 'Lipid panel'])

    const results = await read('labResults', inLab)
    const panels = new Set(lab.panels.map(({ panel }) => panel))
    expect(results.rows).toHaveLength(5)
    for (const { panel } of results.rows) expect(panels).toContain(panel)
    expect(first(results.rows)).toMatchObject({
      name: 'Glucose',
      unit: 'mg/dL',
      referenceRange: '70 - 99',
      isNormal: false,
      remark: null,
    })
    const { result } = first(results.rows)
    expect(await read('labResult', { ...inLab, result })).toEqual(first(results.rows))
  })
})

describe('the health profile', () => {
  it('has allergies, medications and problems, each of which can be opened', async () => {
    const allergies = await read('allergies', { chart: rosa })
    const medications = await read('medications', { chart: rosa })
    const problems = await read('problems', { chart: rosa })
    expect(first(allergies.rows)).toMatchObject({
      name: 'Penicillin',
      severity: 'SEVERE',
      reactions: ['Hives', 'Trouble breathing'],
    })
    expect(first(medications.rows)).toMatchObject({ name: 'Loratadine 10 mg', endedAt: null })
    expect(first(problems.rows)).toMatchObject({ name: 'Allergic rhinitis', icd10Code: 'J30.1' })

    const [allergy, medication, problem] = [
      first(allergies.rows),
      first(medications.rows),
      first(problems.rows),
    ]
    const one = ({ entry }: { readonly entry: string }) => ({ chart: rosa, entry })
    expect(await read('allergy', one(allergy))).toEqual(allergy)
    expect(await read('medication', one(medication))).toEqual(medication)
    expect(await read('problem', one(problem))).toEqual(problem)
    // A name of one kind opens no other, and none opens in another chart.
    expect(place.problem(one(allergy))).toBeUndefined()
    expect(place.allergy({ ...one(allergy), chart: james })).toBeUndefined()
    // No id of the service.
    const text = JSON.stringify(allergies)
    for (const id of [cases.onePacket.id, 2101, 2102, 2103]) expect(text).not.toContain(String(id))
  })
})

const categoryOf = (chart: string) => value('patientCategory', { chart })

describe('the category of a patient', () => {
  it('has its pipeline, the stage, and how it came to that, the newest first', async () => {
    const { current, history } = await categoryOf(rosa)
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
    const left = await categoryOf(opened.chart(cases.halfDone.id))
    expect(left.current).toBeNull()
    expect(left.history.map(({ to }) => to?.category ?? null)).toEqual([null, 'Diabetes care'])
    expect(await categoryOf(opened.chart(cases.noPacket.id))).toEqual({
      current: null,
      history: [],
    })
  })

  it('tells of each step why and from where, and of none of somebody else', async () => {
    const { history } = await categoryOf(james)
    const [, referred] = history
    const { transition } = referred ?? { transition: 'transition-0' }
    expect(await value('categoryTransition', { chart: james, transition })).toMatchObject({
      from: { category: 'New patients', stage: 'Asked about us' },
      to: { category: 'Physical therapy', stage: 'Referred' },
      note: 'Referred for back pain.',
    })
    expect(await outcome('categoryTransition', { chart: rosa, transition })).toEqual(
      refused('refusedByService'),
    )
  })

  it('names the patient to the audit', () => {
    const prepared = place.patientCategory({ chart: rosa })
    expect(prepared?.records).toEqual({ patientId: cases.onePacket.id })
  })

  it('is shown without names where those cannot be had', async () => {
    opened.sandbox.control.addFault({ status: 403, pathIncludes: '/category?' })
    opened.sandbox.control.addFault({ status: 403, pathIncludes: 'account/101/category' })
    const { history } = await categoryOf(rosa)
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

const done = { ok: true, value: null }
const scale = ['Scale']
const update = 'partner.remoteCareConversions.update'

const signInAnew = () => ({ place, outcome, value } = serve(opened))
/** Gives another record in the place of what an operation answers. */
const answer = (operation: string, change: (record: ReadConversion) => ReadConversion) =>
  (opened.met.change = (asked, read) =>
    asked === operation ? change(read as ReadConversion) : read)

const start = (services: string[]) => outcome('startRemoteCare', { chart: rosa, services })
const openAt = (number: string, of = rosa) => outcome('openRemoteCare', { chart: of, number })
const rows = (of = rosa) => value('remoteCare', { chart: of })
const change = (row: { conversion: string } | undefined, ...services: string[]) =>
  outcome('changeRemoteCare', { chart: rosa, conversion: row?.conversion ?? '', services })

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

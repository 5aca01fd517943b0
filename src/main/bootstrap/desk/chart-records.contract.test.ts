import { beforeEach, describe, expect, it } from 'vitest'
import { onePacket, threePackets } from '../../../../sandbox/seeds/cases.ts'
import type { Sandbox } from '../../../../sandbox/sandbox.ts'
import { openChartWork } from '../../../../test/harness/desk/chart-work.ts'
import { valueOf } from '../../../../test/harness/desk/staffed-desk.ts'
import type { DeskWork, Prepared } from '../../desk/feature.ts'
import { healthProfileOperations } from '../../../shared/desk/operations/health-profile.ts'
import { invoiceOperations } from '../../../shared/desk/operations/invoices.ts'
import { labOperations } from '../../../shared/desk/operations/labs.ts'
import { chartRecordsReached, serveChartRecords } from '../../desk/features/chart-records.ts'

let sandbox: Sandbox
let work: DeskWork
let rosa: string
let james: string
let askedNow: () => string[]
beforeEach(async () => {
  const opened = await openChartWork()
  sandbox = opened.sandbox
  work = opened.work
  askedNow = () => [...opened.asked()]
  rosa = opened.chart(onePacket.id)
  james = opened.chart(threePackets.id)
})

/** Runs a prepared query and returns its value. */
async function ran<T>(prepared: Prepared<T> | undefined): Promise<T> {
  if (!prepared) throw new Error('no such record was shown')
  return valueOf(await prepared.run())
}
const idsOf = (operations: readonly { readonly id: string }[]) => operations.map(({ id }) => id)
const first = <T>(rows: readonly T[]): T => {
  const [row] = rows
  if (row === undefined) throw new Error('the list is empty')
  return row
}

describe('invoices', () => {
  const { queries } = invoiceOperations

  it('are listed with their amounts, opened, and their lines read', async () => {
    const place = serveChartRecords(work)
    const list = queries.invoices.output.parse(await ran(place.invoices({ chart: james })))
    expect(askedNow()).toEqual(idsOf(chartRecordsReached.invoices))
    expect(list).toMatchObject({
      rows: [
        {
          number: 'INV-2502',
          status: 'OPEN',
          paymentStatus: 'PARTIALLY_PAID',
          currency: 'USD',
          total: 312.49,
          paid: 156.24,
          paidAt: null,
        },
      ],
      after: null,
    })
    const { invoice } = first(list.rows)
    const inInvoice = { chart: james, invoice }
    expect(await ran(place.invoice(inInvoice))).toEqual(first(list.rows))
    expect(askedNow()).toEqual(idsOf(chartRecordsReached.invoice))

    const lines = queries.invoiceLines.output.parse(await ran(place.invoiceLines(inInvoice)))
    expect(askedNow()).toEqual(idsOf(chartRecordsReached.invoiceLines))
    expect(lines.rows).toMatchObject([
      { description: 'Therapeutic exercise, 15 minutes', quantity: 3, billingCodes: ['97110'] },
      { description: 'Office visit, new patient', unitPrice: 185.5, amount: 185.5 },
    ])
    const { line } = first(lines.rows)
    expect(await ran(place.invoiceLine({ ...inInvoice, line }))).toEqual(first(lines.rows))
    expect(askedNow()).toEqual(idsOf(chartRecordsReached.invoiceLine))
  })

  it('come as a PDF through main', async () => {
    const place = serveChartRecords(work)
    const { rows } = await ran(place.invoices({ chart: rosa }))
    askedNow()
    const asked = { chart: rosa, invoice: first(rows).invoice }
    const pdf = queries.invoicePdf.output.parse(await ran(place.invoicePdf(asked)))
    expect(askedNow()).toEqual(idsOf(chartRecordsReached.invoicePdf))
    const file = Buffer.from(pdf.base64, 'base64').toString('latin1')
    expect(file).toMatch(/^%PDF-/)
    expect(file).toContain('Invoice INV-2501')
  })

  it('of one chart cannot be asked for in another, nor lines of another invoice', async () => {
    const place = serveChartRecords(work)
    const { invoice } = first((await ran(place.invoices({ chart: rosa }))).rows)
    const other = first((await ran(place.invoices({ chart: james }))).rows).invoice
    const ofRosa = { chart: rosa, invoice }
    const { line } = first((await ran(place.invoiceLines(ofRosa))).rows)
    askedNow()
    expect(place.invoice({ chart: james, invoice })).toBeUndefined()
    expect(place.invoicePdf({ chart: james, invoice })).toBeUndefined()
    expect(place.invoiceLine({ chart: james, invoice: other, line })).toBeUndefined()
    expect(askedNow()).toEqual([])
  })

  it('name the patient and the invoice in the audit', async () => {
    const place = serveChartRecords(work)
    const { invoice } = first((await ran(place.invoices({ chart: rosa }))).rows)
    expect(place.invoices({ chart: rosa })?.records).toEqual({ patientId: onePacket.id })
    expect(place.invoice({ chart: rosa, invoice })?.records).toEqual({
      patientId: onePacket.id,
      invoiceId: 2501,
    })
  })

  it('are offline while the network is gone', async () => {
    sandbox.control.switchNetwork('down', true)
    const asked = serveChartRecords(work).invoices({ chart: rosa })
    expect(await asked?.run()).toEqual({ ok: false, error: { kind: 'offline' } })
  })
})

describe('labs', () => {
  const { queries } = labOperations

  it('are listed newest first, opened with panels, and every result is read', async () => {
    const place = serveChartRecords(work)
    const list = queries.labs.output.parse(await ran(place.labs({ chart: rosa })))
    expect(askedNow()).toEqual(idsOf(chartRecordsReached.labs))
    expect(list.rows.map(({ status }) => status)).toEqual(['ORDERED', 'RESULTED'])
    const resulted = list.rows[1]
    if (!resulted) throw new Error('no lab has results')
    const inLab = { chart: rosa, lab: resulted.lab }
    const lab = queries.lab.output.parse(await ran(place.lab(inLab)))
    expect(askedNow()).toEqual(idsOf(chartRecordsReached.lab))
    expect(lab.panels.map(({ name }) => name)).toEqual(['Basic metabolic panel', 'Lipid panel'])

    const results = queries.labResults.output.parse(await ran(place.labResults(inLab)))
    expect(askedNow()).toEqual(idsOf(chartRecordsReached.labResults))
    const panels = new Set(lab.panels.map(({ panel }) => panel))
    expect(results.rows).toHaveLength(5)
    for (const { panel } of results.rows) expect(panels).toContain(panel)
    expect(first(results.rows)).toMatchObject({
      name: 'Glucose',
      unit: 'mg/dL',
      range: '70 - 99',
      isNormal: false,
      remark: null,
    })
    const { result } = first(results.rows)
    expect(await ran(place.labResult({ ...inLab, result }))).toEqual(first(results.rows))
    expect(askedNow()).toEqual(idsOf(chartRecordsReached.labResult))
  })

  it('of one chart cannot be asked for in another', async () => {
    const place = serveChartRecords(work)
    const { lab } = first((await ran(place.labs({ chart: rosa }))).rows)
    expect(place.lab({ chart: james, lab })).toBeUndefined()
    expect(place.labResults({ chart: james, lab })).toBeUndefined()
    const page = work.references.of('page', '1')
    const paged = place.labs({ chart: james, after: page })
    expect(await paged?.run()).toEqual({ ok: false, error: { kind: 'unknownReference' } })
  })
})

describe('the health profile', () => {
  const { queries } = healthProfileOperations

  it('has allergies, medications and problems, each of which can be opened', async () => {
    const place = serveChartRecords(work)
    const allergies = queries.allergies.output.parse(await ran(place.allergies({ chart: rosa })))
    const medications = await ran(place.medications({ chart: rosa }))
    const problems = await ran(place.problems({ chart: rosa }))
    expect(askedNow()).toEqual([
      ...idsOf(chartRecordsReached.allergies),
      ...idsOf(chartRecordsReached.medications),
      ...idsOf(chartRecordsReached.problems),
    ])
    expect(first(allergies.rows)).toMatchObject({
      name: 'Penicillin',
      severity: 'SEVERE',
      reactions: ['Hives', 'Trouble breathing'],
    })
    expect(first(medications.rows)).toMatchObject({ name: 'Loratadine 10 mg', endedAt: null })
    expect(first(problems.rows)).toMatchObject({ name: 'Allergic rhinitis', icd10Code: 'J30.1' })

    const open = { chart: rosa }
    const [allergy, medication, problem] = [allergies, medications, problems].map(
      ({ rows }) => first<{ readonly entry: string }>(rows).entry,
    )
    const one = (entry: string | undefined) => ({ ...open, entry: entry ?? '' })
    expect(await ran(place.allergy(one(allergy)))).toEqual(first(allergies.rows))
    expect(await ran(place.medication(one(medication)))).toEqual(first(medications.rows))
    expect(await ran(place.problem(one(problem)))).toEqual(first(problems.rows))
    expect(askedNow()).toEqual([
      ...idsOf(chartRecordsReached.allergy),
      ...idsOf(chartRecordsReached.medication),
      ...idsOf(chartRecordsReached.problem),
    ])
    // A name of one kind opens no other, and none opens in another chart.
    expect(place.problem(one(allergy))).toBeUndefined()
    expect(place.allergy({ chart: james, entry: allergy ?? '' })).toBeUndefined()
  })

  it('gives the page no id of the service', async () => {
    const place = serveChartRecords(work)
    const text = JSON.stringify(await ran(place.allergies({ chart: rosa })))
    for (const id of [onePacket.id, 2101, 2102, 2103]) expect(text).not.toContain(String(id))
  })
})

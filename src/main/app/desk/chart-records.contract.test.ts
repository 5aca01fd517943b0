import { beforeEach, describe, expect, it } from 'vitest'
import { onePacket, threePackets } from '../../../../sandbox/seeds/cases.ts'
import { openChartWork, served, type ChartWork } from '../../../../test/harness/desk/chart-work.ts'
import { serveChartRecords } from '../../desk/features/chart-records.ts'

const serve = ({ work }: ChartWork) => served(serveChartRecords(work))
let opened: ChartWork
let { place, outcome, value } = {} as ReturnType<typeof serve>
let rosa: string
let james: string
beforeEach(async () => {
  opened = await openChartWork()
  ;({ place, outcome, value } = serve(opened))
  rosa = opened.chart(onePacket.id)
  james = opened.chart(threePackets.id)
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
    const asked = { chart: rosa, invoice: first(rows).invoice }
    const pdf = await read('invoicePdf', asked)
    const file = Buffer.from(pdf.base64, 'base64').toString('latin1')
    expect(file).toMatch(/^%PDF-/)
    expect(file).toContain('Invoice INV-2501')
  })

  it('of one chart cannot be asked for in another, nor lines of another invoice', async () => {
    const { invoice } = first((await read('invoices', { chart: rosa })).rows)
    const other = first((await read('invoices', { chart: james })).rows).invoice
    const ofRosa = { chart: rosa, invoice }
    const { line } = first((await read('invoiceLines', ofRosa)).rows)
    opened.asked()
    expect(place.invoice({ chart: james, invoice })).toBeUndefined()
    expect(place.invoicePdf({ chart: james, invoice })).toBeUndefined()
    expect(place.invoiceLine({ chart: james, invoice: other, line })).toBeUndefined()
    expect(opened.asked()).toEqual(new Set())
  })

  it('name the patient and the invoice in the audit', async () => {
    const { invoice } = first((await read('invoices', { chart: rosa })).rows)
    expect(place.invoices({ chart: rosa })?.records).toEqual({ patientId: onePacket.id })
    expect(place.invoice({ chart: rosa, invoice })?.records).toEqual({
      patientId: onePacket.id,
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

  it('of one chart cannot be asked for in another', async () => {
    const { lab } = first((await read('labs', { chart: rosa })).rows)
    expect(place.lab({ chart: james, lab })).toBeUndefined()
    expect(place.labResults({ chart: james, lab })).toBeUndefined()
    const after = opened.work.references.of('page', '1')
    expect(await outcome('labs', { chart: james, after })).toEqual({
      ok: false,
      error: { kind: 'unknownReference' },
    })
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
  })

  it('gives the page no id of the service', async () => {
    const text = JSON.stringify(await read('allergies', { chart: rosa }))
    for (const id of [onePacket.id, 2101, 2102, 2103]) expect(text).not.toContain(String(id))
  })
})

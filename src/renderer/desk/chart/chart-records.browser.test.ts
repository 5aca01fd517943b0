import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import {
  categoryAnswers,
  fullChart,
  sampleInvoices,
} from '../../../../test/harness/desk/chart-pages.ts'
import { makePdf } from '../../../../test/harness/pdf/make-pdf.ts'
import { button, isGone, press, sees, shows } from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  isFit,
  keptBy,
  late,
  main,
  ok,
  openPart,
  refused,
  said,
} from '../../../../test/harness/renderer/open-desk.ts'

const cell = (name: string) => page.getByRole('cell', { name, exact: true })

answering(() => ({ ...fullChart, ...categoryAnswers }))

describe('a part of a chart', () => {
  it('that is long is read on by a button, too, and a page that fails leaves the rest', async () => {
    const [one, two, three] = sampleInvoices
    let pages: DeskReply[] = [
      ok({ rows: [one], after: 'page-1' }),
      refused('offline'),
      ok({ rows: [two, one], after: 'page-2' }),
      ok({ rows: [three], after: null }),
    ]
    main.answers['invoices'] = () => {
      const [next, ...rest] = pages
      pages = rest
      return next ?? refused('failed')
    }
    await openPart('invoices')
    // The end of the list is in sight: it is read on by itself.
    await sees(/^Not up to date/, button('INV-2501'))
    await shows('Try again', button('INV-2503'))
    expect(document.querySelectorAll('tbody tr')).toHaveLength(3)
    await isGone(button('Show more'))
    expect(said('invoices')).toEqual([
      { chart: 'chart-1' },
      { chart: 'chart-1', after: 'page-1' },
      { chart: 'chart-1', after: 'page-1' },
      { chart: 'chart-1', after: 'page-2' },
    ])
  })

  it('is forgotten at the lock, and what comes later is not kept', async () => {
    const { answer, come } = late()
    main.answers['medications'] = () => answer
    const desk = await openPart('healthProfile', { role: 'clinical' })
    await sees(button('Penicillin'))
    await expect.poll(() => said('medications')).toHaveLength(1)
    const kept = () => desk.cache.getQueryCache().getAll()
    expect(kept()).not.toEqual([])
    desk.lock()
    expect(kept()).toEqual([])
    await isGone(button('Penicillin'))
    come(ok({ rows: [], after: null }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(kept()).toEqual([])
  })
})

describe('invoices', () => {
  it.each([
    ['en', '$312.49', '$156.25', 'Nov 3, 2026', 'Dec 3, 2026'],
    ['es', '312,49 US$', '156,25 US$', '3 nov 2026', '3 dic 2026'],
  ] as const)('in %s show money and dates as its readers write them', async (locale, ...shown) => {
    await openPart('invoices', { role: 'reception', locale })
    for (const text of shown) await sees(cell(text.replace(' US$', '\u00a0US$')).first())
  })

  it('open with their lines, each of which opens with its codes', async () => {
    await openPart('invoices')
    await shows('INV-2502', page.getByText('Paid in part'))
    await shows('Therapeutic exercise, 15 minutes', page.getByText('99203'))
    await isFit()
    const inInvoice = { chart: 'chart-1', invoice: 'invoice-2' }
    expect(said('invoiceLine')).toEqual([{ ...inInvoice, line: 'line-1' }])
  })

  it('are shown as a PDF, which is gone with its dialog', async () => {
    const paper = makePdf([{ text: 'Sheet one' }, { text: 'Sheet two' }])
    const base64 = btoa(String.fromCharCode(...paper))
    main.answers['invoicePdf'] = () => ok({ base64 })
    const desk = await openPart('invoices')
    await press('INV-2502', 'Show the PDF')
    await expect.element(page.getByText('Sheet one')).toBeInTheDocument()
    const canvas = document.querySelector('canvas')
    expect(canvas?.width).toBeGreaterThan(100)
    await expect.element(page.getByLabelText('Page 2 of 2')).toBeInTheDocument()
    await isFit()
    await userEvent.keyboard('{Escape}')
    await isGone(page.getByRole('dialog'))
    expect(canvas?.width).toBe(0)
    await expect.element(button('Show the PDF')).toHaveFocus()
    expect(keptBy(desk)).not.toContain(base64)
  })

  it.each([
    [refused('refusedByService'), 'The service gives no PDF of this.'],
    [ok({ base64: btoa('hello') }), 'This PDF cannot be shown here.'],
  ])('say why a PDF cannot be shown, and ask again (%#)', async (reply, words) => {
    main.answers['invoicePdf'] = () => reply
    await openPart('invoices')
    await press('INV-2502', 'Show the PDF')
    await sees(page.getByText(words))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Try again' }))
    await expect.poll(() => said('invoicePdf').length).toBe(2)
    await sees(page.getByText(words))
  })
})

it('labs open with their results by panel, and say in words what is not normal', async () => {
  await openPart('labs', { role: 'clinical' })
  await press(button('Blood work').nth(1))
  /** Expects these words in cells of a table's row, beside the name of each test. */
  const says = async (table: string, row: number, ...words: string[]) => {
    const cells = page.getByRole('table', { name: table }).getByRole('row').nth(row)
    for (const name of words) await sees(cells.getByRole('cell', { name, exact: true }))
  }
  await says('Basic metabolic panel', 1, '106.3\u00a0mg/dL', '70 - 99', 'Not normal')
  await says('Basic metabolic panel', 2, '138.0\u00a0mmol/L', 'Normal')
  // A word that is not known is shown as it is said.
  await says('Basic metabolic panel', 3, 'Critical high')
  await says('Lipid panel', 1, 'No result yet')
  await says('Other results', 1, 'Negative', 'Not said')
  await shows('Glucose', page.getByRole('heading', { name: 'Glucose' }))
  await isFit()
  await press(page.getByRole('complementary', { name: 'Glucose' }).getByText('Close'))
  await expect.element(button('Glucose')).toHaveFocus()
})

it('the health profile opens an allergy with all that is known of it', async () => {
  await openPart('healthProfile', { role: 'clinical' })
  await press('Penicillin')
  const panel = page.getByRole('complementary', { name: 'Penicillin' })
  await sees(panel.getByText('Hives, Trouble breathing'), panel.getByText('Severe'))
  expect(said('allergy')).toEqual([{ chart: 'chart-1', entry: 'allergy-1' }])
  await isFit()
})

describe('the category', () => {
  it('shows the category, its stage and how it came to that', async () => {
    await openPart('category')
    await sees(page.getByRole('heading', { name: 'New patients' }))
    const stage = page.getByRole('listitem').filter({ hasText: 'Booked' })
    await expect.element(stage).toHaveAttribute('aria-current', 'step')
  })

  it('reads the pipelines only once somebody wants to see them', async () => {
    await openPart('category')
    await sees(page.getByRole('heading', { name: 'New patients' }))
    expect(main.said.map((each) => 'name' in each && each.name)).toEqual(['patientCategory'])
    await shows('All paths and their stages', 'Recall list')
    await isFit()
  })
})

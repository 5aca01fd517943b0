import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  ok,
  openChartPart,
  outOfReach,
  refused,
  sizes,
  type OpenedPart,
} from '../../../../test/harness/renderer/open-chart-part.ts'
import {
  chartRecordStates,
  fullChart,
  sampleInvoices,
} from '../../../../test/harness/desk/chart-record-pages.ts'
import { FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import { makePdf } from '../../../../test/harness/pdf/make-pdf.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import type { MemberRole } from '../../../shared/desk/members.ts'
import '../../app.css'
import '../desk.css'
import type { Desk } from '../desk.svelte.ts'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import { chartSections } from './chart-sections.ts'

const button = (name: string) => page.getByRole('button', { name, exact: true })
const cell = (name: string) => page.getByRole('cell', { name, exact: true })
const asked = (name: string) =>
  main.said.flatMap((said) => (said.type === 'query' && said.name === name ? [said.input] : []))

let main: FakeDeskMain
let desk: Desk
beforeEach(() => {
  main = new FakeDeskMain()
  main.answers = { ...fullChart }
})

async function open(
  key: string,
  role: MemberRole,
  { locale = 'en', size = 'small' }: Pick<OpenedPart, 'locale' | 'size'> = {},
): Promise<void> {
  const section = chartSections.find((each) => each.key === key)?.section
  if (!section) throw new Error(`no part of a chart is called ${key}`)
  desk = await openChartPart(section, { main, role, locale, size })
}

describe.each(Object.keys(sizes) as (keyof typeof sizes)[])('on a %s screen', (size) => {
  describe.each(['en', 'es'] as const)('in %s', (locale) => {
    it.each(Object.entries(chartRecordStates))(
      '%s is accessible and in reach',
      async (_, { section, role, answers, says }) => {
        main.answers = answers
        await open(section, role, { locale, size })
        await expect.element(page.getByText(says[locale], { exact: true }).first()).toBeVisible()
        expect(outOfReach()).toEqual([])
        expect(await violations()).toEqual([])
      },
    )
  })
})

describe('a part of a chart', () => {
  it.each([
    ['invoices', 'clinical'],
    ['invoices', 'administrator'],
    ['labs', 'reception'],
    ['labs', 'billing'],
    ['healthProfile', 'reception'],
    ['healthProfile', 'billing'],
  ] as const)('%s asks for nothing for %s', async (key, role) => {
    await open(key, role)
    await expect.element(page.getByText(/^Your role does not show/)).toBeVisible()
    expect(main.said).toEqual([])
  })

  it('goes stale without the service, and says how old it is', async () => {
    await open('invoices', 'billing')
    await expect.element(button('INV-2501')).toBeVisible()
    main.answers['invoices'] = () => refused('offline')
    await desk.cache.refetchQueries({ queryKey: ['invoices'] })
    await expect.element(page.getByText(/^Not up to date: the service/)).toBeVisible()
    await expect.element(button('INV-2501')).toBeVisible()
    expect(await violations()).toEqual([])
    main.answers = { ...fullChart }
    await button('Try again').click()
    await expect.element(page.getByText(/^Not up to date/)).not.toBeInTheDocument()
  })

  it('is one stop of the Tab key, walked by arrows, opened by Enter, closed by Escape', async () => {
    await open('invoices', 'reception')
    await expect.element(button('INV-2501')).toBeVisible()
    const stops = [...document.querySelectorAll<HTMLElement>('button.open')]
    expect(stops.map(({ tabIndex }) => tabIndex)).toEqual([0, -1, -1, -1, -1])
    button('INV-2501').element().focus()
    await userEvent.keyboard('{End}{ArrowDown}{Home}{ArrowDown}{Enter}')
    const title = page.getByRole('heading', { name: 'Invoice INV-2502' })
    await expect.element(title).toBeVisible()
    await expect.element(button('INV-2502')).toHaveFocus()
    button('Show the PDF').element().focus()
    await userEvent.keyboard('{Escape}')
    await expect.element(title).not.toBeInTheDocument()
    await expect.element(button('INV-2502')).toHaveFocus()
  })

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
    await open('invoices', 'reception')
    // The end of the list is in sight: it is read on by itself.
    await expect.element(page.getByText(/^Not up to date/)).toBeVisible()
    await expect.element(button('INV-2501')).toBeVisible()
    await button('Try again').click()
    await expect.element(button('INV-2503')).toBeVisible()
    expect(document.querySelectorAll('tbody tr')).toHaveLength(3)
    await expect.element(button('Show more')).not.toBeInTheDocument()
    expect(asked('invoices')).toEqual([
      { chart: 'chart-1' },
      { chart: 'chart-1', after: 'page-1' },
      { chart: 'chart-1', after: 'page-1' },
      { chart: 'chart-1', after: 'page-2' },
    ])
  })

  it('is forgotten at the lock, and what comes later is not kept', async () => {
    let answer: (reply: DeskReply) => void = () => undefined
    main.answers['medications'] = () => new Promise((resolve) => (answer = resolve))
    await open('healthProfile', 'clinical')
    await expect.element(button('Penicillin')).toBeVisible()
    await expect.poll(() => asked('medications')).toHaveLength(1)
    const kept = () => desk.cache.getQueryCache().getAll()
    expect(kept()).not.toEqual([])
    desk.lock()
    expect(kept()).toEqual([])
    await expect.element(button('Penicillin')).not.toBeInTheDocument()
    answer(ok({ rows: [], after: null }))
    await new Promise((resolve) => setTimeout(resolve))
    expect(kept()).toEqual([])
  })
})

describe('invoices', () => {
  it.each([
    ['en', '$312.49', '$156.25', 'Nov 3, 2026', 'Dec 3, 2026'],
    ['es', '312,49 US$', '156,25 US$', '3 nov 2026', '3 dic 2026'],
  ] as const)('in %s show money and dates as its readers write them', async (locale, ...shown) => {
    await open('invoices', 'reception', { locale })
    for (const text of shown)
      await expect.element(cell(text.replace(' US$', '\u00a0US$')).first()).toBeVisible()
  })

  it('open with their lines, each of which opens with its codes', async () => {
    await open('invoices', 'reception')
    await button('INV-2502').click()
    await expect.element(page.getByText('Paid in part')).toBeVisible()
    await button('Therapeutic exercise, 15 minutes').click()
    await expect.element(page.getByText('99203')).toBeVisible()
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
    const inInvoice = { chart: 'chart-1', invoice: 'invoice-2' }
    expect(asked('invoiceLine')).toEqual([{ ...inInvoice, line: 'line-1' }])
  })

  it('are shown as a PDF, which is gone with its dialog', async () => {
    const paper = makePdf([{ text: 'Sheet one' }, { text: 'Sheet two' }])
    const base64 = btoa(String.fromCharCode(...paper))
    main.answers['invoicePdf'] = () => ok({ base64 })
    await open('invoices', 'reception')
    await button('INV-2502').click()
    await button('Show the PDF').click()
    await expect.element(page.getByText('Sheet one')).toBeInTheDocument()
    const canvas = document.querySelector('canvas')
    expect(canvas?.width).toBeGreaterThan(100)
    await expect.element(page.getByLabelText('Page 2 of 2')).toBeInTheDocument()
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    expect(canvas?.width).toBe(0)
    await expect.element(button('Show the PDF')).toHaveFocus()
    expect(
      JSON.stringify(
        desk.cache
          .getQueryCache()
          .getAll()
          .map(({ state }) => state.data),
      ),
    ).not.toContain(base64)
  })

  it('give the keyboard back when the PDF is closed by its button', async () => {
    main.answers['invoicePdf'] = () => refused('offline')
    await open('invoices', 'reception')
    await button('INV-2502').click()
    await button('Show the PDF').click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
    await expect.element(button('Show the PDF')).toHaveFocus()
  })

  it.each([
    [refused('refusedByService'), 'The service gives no PDF of this.'],
    [refused('offline'), 'The service cannot be reached.'],
    [ok({ base64: btoa('hello') }), 'This PDF cannot be shown here.'],
  ])('say why a PDF cannot be shown, and ask again (%#)', async (reply, words) => {
    main.answers['invoicePdf'] = () => reply
    await open('invoices', 'reception')
    await button('INV-2502').click()
    await button('Show the PDF').click()
    await expect.element(page.getByText(words)).toBeVisible()
    await page.getByRole('dialog').getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => asked('invoicePdf').length).toBe(2)
    await expect.element(page.getByText(words)).toBeVisible()
  })
})

describe('labs', () => {
  it('open with their results by panel, and say in words what is not normal', async () => {
    await open('labs', 'clinical')
    await button('Blood work').nth(1).click()
    /** What a row of a table says, beside its test. */
    const says = async (table: string, row: number, ...words: string[]) => {
      const cells = page.getByRole('table', { name: table }).getByRole('row').nth(row)
      for (const name of words)
        await expect.element(cells.getByRole('cell', { name, exact: true })).toBeVisible()
    }
    await says('Basic metabolic panel', 1, '106.3\u00a0mg/dL', '70 - 99', 'Not normal')
    await says('Basic metabolic panel', 2, '138.0\u00a0mmol/L', 'Normal')
    // A word that is not known is shown as it is said.
    await says('Basic metabolic panel', 3, 'Critical high')
    await says('Lipid panel', 1, 'No result yet')
    await says('Other results', 1, 'Negative', 'Not said')
    await button('Glucose').click()
    await expect.element(page.getByRole('heading', { name: 'Glucose' })).toBeVisible()
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
    await page.getByRole('complementary', { name: 'Glucose' }).getByText('Close').click()
    await expect.element(button('Glucose')).toHaveFocus()
  })
})

describe('the health profile', () => {
  it('opens an allergy with all that is known of it', async () => {
    await open('healthProfile', 'clinical')
    await button('Penicillin').click()
    const panel = page.getByRole('complementary', { name: 'Penicillin' })
    await expect.element(panel.getByText('Hives, Trouble breathing')).toBeVisible()
    await expect.element(panel.getByText('Severe')).toBeVisible()
    expect(asked('allergy')).toEqual([{ chart: 'chart-1', entry: 'allergy-1' }])
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
  })
})

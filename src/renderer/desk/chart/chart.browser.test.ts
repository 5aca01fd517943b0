import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deskViewOf } from '#harness/desk/fake-desk-main.ts'
import {
  patientAnswers,
  samplePatients,
  categoryAnswers,
  fullChart,
  sampleInvoices,
} from '#harness/desk/chart-pages.ts'
import {
  alert,
  button,
  heading,
  isGone,
  press,
  sees,
  shows,
  tab,
} from '#harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  find,
  isFit,
  main,
  ok,
  openChart,
  openPlace,
  refused,
  said,
  signedIn,
  keptBy,
  late,
  openPart,
} from '#harness/renderer/open-desk.ts'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import { makePdf } from '#harness/pdf/make-pdf.ts'

answering(() => ({ ...fullChart, ...categoryAnswers, ...patientAnswers }))

describe('a chart', () => {
  it('tells who it is, and is closed by Escape, back to the search', async () => {
    await openChart()
    await expect.element(heading('Grace Kim')).toHaveFocus()
    await sees('+1 206 555 0110', '12 Pine Street Seattle, Washington 98101')
    await expect
      .element(page.getByRole('tab', { name: 'Details' }))
      .toHaveAttribute('tabindex', '0')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('searchbox')).toHaveValue('kim')
    await sees(button('Daniel Kim'))
    // A patient found a moment ago is not searched again.
    expect(said('findPatients')).toHaveLength(1)
  })

  it('opens a part by Enter or Space, and none by walking past it', async () => {
    await openChart(signedIn(['clinical']))
    const before = [...main.said]
    tab('Details').element().focus()
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}')
    await expect.element(tab('Labs')).toHaveFocus()
    await userEvent.keyboard('{ArrowRight}{End}{ArrowRight}')
    await expect.element(tab('Details')).toHaveFocus()
    await expect.element(tab('Details')).toHaveAttribute('aria-selected', 'true')
    expect(main.said).toEqual(before)
    await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}{Enter}')
    await expect.element(tab('Labs')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => said('labs')).toHaveLength(1)
    await userEvent.keyboard('{ArrowRight} ')
    await expect.element(tab('Health profile')).toHaveAttribute('aria-selected', 'true')
    await expect.poll(() => said('allergies')).toHaveLength(1)
  })

  it('is changed: what was changed alone is sent, of an address all parts', async () => {
    await openChart()
    await press('Change')
    await expect.element(page.getByLabelText('First name')).toHaveValue('Grace')
    await isFit()
    await page.getByLabelText('Last name').fill('Kim-Lee')
    await page.getByLabelText('Mobile phone').fill('')
    await page.getByLabelText('Street and number').fill('9 Elm Road')
    main.answers['changePatient'] = () => refused({ kind: 'badPatient', field: 'lastName' })
    await shows('Save', alert(/write the last name/))
    await expect.element(page.getByLabelText('Last name')).toHaveFocus()
    await isFit()
    main.answers['changePatient'] = () => ok(null)
    await shows('Save', 'The change was saved.')
    const homeAddress = {
      address1: '9 Elm Road',
      city: 'Seattle',
      stateProvince: 'WA',
      postalCode: '98101',
    }
    expect(said('changePatient')[1]).toEqual({
      chart: 'chart-7',
      patch: { lastName: 'Kim-Lee', phone: '', homeAddress },
    })
  })

  it('is removed by an administrator, who is asked twice and says why', async () => {
    const desk = await openChart(signedIn(['administrator', 'reception']))
    await press('Remove from the account')
    await page.getByLabelText(/^Why\?/).fill('They moved to another country')
    await isFit()
    await press('Go on')
    await expect.element(button('Cancel')).toHaveFocus()
    expect(said('removePatient')).toEqual([])
    await isFit()
    await shows('Yes, remove', page.getByRole('searchbox'))
    // They are looked for anew, their chart is not read once more, and nothing of it is kept.
    await expect.poll(() => said('findPatients')).toHaveLength(2)
    expect(said('patientChart')).toHaveLength(1)
    const kept = () => {
      const read = desk.cache.getQueryCache().getAll()
      return JSON.stringify(read.map(({ queryKey }) => queryKey))
    }
    await expect.poll(kept).not.toContain('chart-7')
    const reason = 'They moved to another country'
    expect(commands()).toContainEqual(commandOf('removePatient', { chart: 'chart-7' }, reason))
  })

  it('offers nobody else to remove it, nor billing to change it', async () => {
    await openChart(signedIn(['billing']))
    await isGone(button('Remove from the account'), button('Change'))
    await isGone(...['Forms', 'Appointments', 'Labs', 'Remote care'].map(tab))
  })
})

describe('a new patient', () => {
  const created = { patient: 'patient-9', outcome: 'created' }
  const similar = () => ok({ outcome: 'similar', rows: samplePatients.slice(0, 2) })
  async function fill() {
    await openPlace('Patients')
    await find('ada reed 2/29/1984')
    await press('New patient')
    await page.getByLabelText('Mobile phone').fill('206 555 0187')
  }

  it('begins with what was looked for, and is opened by what the person said', async () => {
    await fill()
    main.answers['createPatient'] = () => ok(created)
    await sees('February 29, 1984')
    await isFit()
    await shows('Add patient', heading('Grace Kim'))
    expect(said('createPatient')).toEqual([
      {
        draft: {
          firstName: 'ada',
          lastName: 'reed',
          birthDate: '1984-02-29',
          phone: '206 555 0187',
          email: '',
        },
        isAnother: false,
      },
    ])
    expect(said('openChart')).toMatchObject([
      {
        patient: 'patient-9',
        identifiers: [{ kind: 'birthDate' }, { kind: 'name' }, { kind: 'phone' }],
      },
    ])
  })

  it('beside somebody similar is made once staff have looked; what goes wrong is said, and leads back to what was typed', async () => {
    await fill()
    main.answers['createPatient'] = similar
    await press('Add patient')
    await expect.element(page.getByRole('heading', { name: 'Is it one of these?' })).toHaveFocus()
    main.answers['createPatient'] = () => refused('offline')
    await shows('None of these: add a new patient', alert(/cannot be reached/))
    expect(said('createPatient').at(-1)).toMatchObject({ isAnother: true })
    main.answers['createPatient'] = () => ok({ outcome: 'inDoubt' })
    await shows('None of these: add a new patient', alert(/not sure that the patient was added/))
    await isFit()
    await press('Back to what was typed')
    await expect.element(page.getByLabelText('First name')).toHaveFocus()
    await expect.element(page.getByLabelText('Mobile phone')).toHaveValue('206 555 0187')
    await isGone(page.getByRole('alert'))
    await shows('Add patient', alert(/not sure that the patient was added/))
    main.answers['createPatient'] = similar
    await shows('Add patient', 'Is it one of these?')
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByLabelText('Last name')).toHaveValue('reed')
    await shows('Add patient', 'Is it one of these?')
    main.answers['createPatient'] = () => ok(created)
    await shows('None of these: add a new patient', heading('Grace Kim'))
  })

  it('stays told of where its chart does not open', async () => {
    await fill()
    main.answers['createPatient'] = similar
    await shows('Add patient', 'Is it one of these?')
    main.answers['createPatient'] = () => ok(created)
    main.answers['openChart'] = () => refused('offline')
    await shows('None of these: add a new patient', 'ada reed was added.')
    await userEvent.keyboard('{Escape}')
    await sees('ada reed was added.')
    await isGone(button('Add patient'))
  })
})

it('says in a line each who looked at the record, to who may see the audit', async () => {
  const look = { from: 0, until: 16 * 60_000, member: 'Ana Ruiz' } as const
  const rows = [
    {
      ...look,
      did: { what: 'saw', place: 'packets' },
      calls: [{ operation: 'partner.formPackets.list', count: 600 }],
    },
    { ...look, member: null, did: { what: 'beganAtKiosk' }, calls: [] },
  ]
  main.answers['recordLooks'] = () => ok({ rows, next: null })
  await openChart()
  await isGone(page.getByRole('tab', { name: 'Who looked at this record' }))
  main.show(signedIn(['reception', 'administrator']))
  await press(page.getByRole('tab', { name: 'Who looked at this record' }))
  await sees(
    'Looked at their forms',
    'Their code was used at a kiosk',
    '600 questions to the service',
  )
  await expect.element(page.getByText('partner.formPackets.list')).not.toBeVisible()
  await isFit()
})

describe('a form that was typed into', () => {
  const change = () => press(page.getByRole('button', { name: 'Change', exact: true }))
  const last = () => page.getByLabelText('Last name')

  it('asks before Escape leaves it, and not where nothing was typed', async () => {
    await openChart()
    await change()
    await userEvent.keyboard('{Escape}')
    await isGone(last())
    await change()
    await last().fill('Kim-Ort')
    await userEvent.keyboard('{Escape}')
    await sees('Leave without saving?')
    await isFit()
    await userEvent.keyboard('{Escape}')
    await isGone('Leave without saving?')
    await expect.element(last()).toHaveValue('Kim-Ort')
    await userEvent.keyboard('{Escape}')
    await press('Leave')
    await isGone(last())
    expect(said('keepDraft')).toEqual([
      { form: 'patient', chart: 'chart-7', values: { lastName: 'Kim-Ort' } },
      { form: 'patient', chart: 'chart-7', values: null },
    ])
  })

  it('is with main at once, and comes back from there after the lock', async () => {
    await openChart()
    await change()
    await last().fill('Kim-Ort')
    expect(said('keepDraft')).toHaveLength(1)
    main.answers['draft'] = () => ok({ at: Date.now(), values: { lastName: 'Kim-Ort' } })
    main.show(deskViewOf({ state: 'locked', members: [] }))
    await isGone(last())
    await openChart()
    await change()
    await expect.element(last()).toHaveValue('Kim-Ort')
    await sees(/^What you typed at .* is back/)
    expect([localStorage.length, sessionStorage.length]).toEqual([0, 0])
  })
})

const cell = (name: string) => page.getByRole('cell', { name, exact: true })

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
    // The pipelines are read only once somebody wants to see them.
    expect(main.said.map((each) => 'name' in each && each.name)).toEqual(['patientCategory'])
    await shows('All paths and their stages', 'Recall list')
    await isFit()
  })
})

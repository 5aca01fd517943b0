import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { deskViewOf, sampleToday } from '#harness/desk/fake-desk-main.ts'
import { isGone, press, resize, sees, button, heading, shows } from '#harness/renderer/on-page.ts'
import {
  answering,
  commands,
  isFit,
  late,
  main,
  never,
  ok,
  openDesk,
  refused,
  said,
  signedIn,
  commandOf,
} from '#harness/renderer/open-desk.ts'
import type { TodayList, TodayRow } from '../../../shared/desk/today.ts'
import { isHere } from './today-rows.ts'
import { undoMs } from '../kit/navigation.svelte.ts'

answering(() => ({
  today: () => ok(sampleToday(Date.now())),
}))

/** Holds the time; the returned function lets five seconds go by, however long the test takes. */
function holdUndo(): () => void {
  const real = window.setTimeout.bind(window)
  let end = () => {}
  const held = (run: () => void, ms?: number) => {
    if (ms !== undoMs) return real(run, ms)
    end = run
    return 0
  }
  vi.spyOn(window, 'setTimeout').mockImplementation(held as typeof setTimeout)
  onTestFinished(() => void vi.restoreAllMocks())
  return () => end()
}

const note = page.getByRole('complementary', { name: 'Just done' })
async function markArrived() {
  await openDesk()
  await press('Lena Fischer', 'Mark as arrived')
}

it('takes an arrival back by one key for five seconds, with a reason of its own', async () => {
  holdUndo()
  await markArrived()
  await expect.element(note).toHaveTextContent('Arrived: Lena Fischer Undo Ctrl+Z')
  await sees(page.getByText('Lena Fischer is marked as arrived.'))
  await isFit()
  // In a field the same key is the field's.
  await page.getByLabelText('Find a patient').fill('le')
  await userEvent.keyboard('{Control>}z{/Control}')
  await sees(note)
  await press('Lena Fischer')
  await userEvent.keyboard('{Control>}z{/Control}')
  await isGone(note)
  expect(commands()).toMatchObject([
    { name: 'markArrived' },
    { name: 'undoArrival', reason: 'Taken back by the same person' },
  ])
})

it('shows after five seconds by the same key what it takes back, and then does', async () => {
  const pass = holdUndo()
  await markArrived()
  await sees(note)
  pass()
  await isGone(note)
  await userEvent.keyboard('{Control>}z{/Control}')
  await sees(note.getByText('Arrived: Lena Fischer'))
  expect(main.said.map((said) => 'name' in said && said.name)).not.toContain('undoArrival')
  await userEvent.keyboard('{Control>}z{/Control}')
  await isGone(note)
  expect(commands()).toMatchObject([{ name: 'markArrived' }, { name: 'undoArrival' }])
})

it('tells an undo that failed, and tries it once more', async () => {
  main.answers['undoArrival'] = () => refused('offline')
  await markArrived()
  await press(note.getByRole('button', { name: /^Undo/ }))
  await sees(note.getByRole('alert').filter({ hasText: 'This could not be taken back.' }))
  await isFit()
  main.answers['undoArrival'] = () => ok(null)
  await press(note.getByRole('button', { name: 'Try again' }))
  await isGone(note)
  const panel = page.getByRole('complementary', { name: 'Lena Fischer' })
  await expect.element(panel.getByRole('status')).toHaveTextContent('The arrival was taken back.')
})

it('names nobody over another page, and speaks the language of now', async () => {
  holdUndo()
  await markArrived()
  await sees(note)
  main.show(signedIn(['reception'], 'es'))
  const hecho = page.getByRole('complementary', { name: 'Recién hecho' })
  await expect.element(hecho).toHaveTextContent('Llegó: Lena Fischer Deshacer Ctrl+Z')
  await press('Ayuda')
  await expect.element(hecho).toHaveTextContent('Hecho en la página “Hoy” Deshacer Ctrl+Z')
})

it('shows who was marked as arrived before the list is read anew', async () => {
  const list = sampleToday(Date.now())
  let reads = 0
  main.answers['today'] = () => (++reads === 1 ? ok(list) : never())
  await markArrived()
  const arrived = page.getByRole('row').filter({ hasText: /Lena Fischer.*Arrived/ })
  await sees(arrived)
  await expect.poll(() => reads).toBe(2)
  await sees(arrived)
})

const minuteMs = 60_000
/** A day of 40 appointments, one each quarter of an hour, twelve of them over; one has a name that fits no line. */
function longDay(now: number): TodayList {
  const { rows, readAt } = sampleToday(now)
  const long = 'Maximiliane Wilhelmina von Hohenzollern-Sigmaringen de la Torre y Ruiz-Peña'
  return {
    readAt,
    rows: Array.from({ length: 40 }, (_, index) => ({
      ...rows[2]!,
      appointment: `appointment-${index + 1}`,
      patient: index === 21 ? long : `Lena Fischer ${index}`,
      startsAt: now + (index - 20) * 15 * minuteMs + minuteMs / 2,
    })),
  }
}
/** Rows that lie whole in the window, not beneath anything. */
const wholeRows = () =>
  [...document.querySelectorAll('tbody button.open')].filter((opener) => {
    const { left, top, bottom } = opener.closest('tr')!.getBoundingClientRect()
    const isSeen = (y: number) =>
      opener.closest('tr')!.contains(document.elementFromPoint(left + 20, y))
    return isSeen(top + 2) && isSeen(bottom - 2)
  }).length

it.each([
  { window: [1366, 768], rows: 12, locale: 'en' },
  { window: [1366, 768], rows: 12, locale: 'es' },
  // The same at 200 %.
  { window: [683, 384], rows: 4, locale: 'en' },
  { window: [683, 384], rows: 4, locale: 'es' },
] as const)(
  'begins at who is due, with $rows rows in sight in $window, in $locale',
  async (shown) => {
    const { answer, come } = late()
    main.answers['today'] = () => answer
    await openDesk(signedIn(['reception'], shown.locale))
    await resize(shown.window)
    come(ok(longDay(Date.now())))
    const due = page.getByRole('button', { name: 'Lena Fischer 12', exact: true })
    await expect.element(due).toHaveFocus()
    await expect.element(due).toBeInViewport()
    expect(wholeRows()).toBeGreaterThanOrEqual(shown.rows)
    await isFit()
  },
)

const names = () =>
  [...document.querySelectorAll('tbody button.open')].map(({ textContent }) => textContent.trim())

it('folds what is over, marks where the day stands, and sorts', async () => {
  await openDesk()
  const here = ['Olivia Nguyen', 'José Ruiz-Peña', 'Lena Fischer', 'Amara Okafor', 'Tomás Herrera']
  await expect.poll(names).toEqual([...here, 'Name not known'])
  const lines = [...document.querySelectorAll('tbody tr')].map(({ textContent }) => textContent)
  expect(lines.findIndex((words) => words.includes('Now, '))).toBe(5)
  await press('2 over, cancelled or not arrived')
  await expect.poll(names).toEqual([...here, 'Grace Kim', 'Noah Smith', 'Name not known'])
  await press('Hide what is over')

  const patient = page.getByRole('columnheader', { name: 'Patient' })
  await press(patient.getByRole('button'))
  await expect.element(patient).toHaveAttribute('aria-sort', 'ascending')
  expect(names()[0]).toBe('Amara Okafor')
  expect(document.querySelector('tbody')!.textContent).not.toContain('Now, ')
  await press(patient.getByRole('button'))
  await expect.element(patient).toHaveAttribute('aria-sort', 'descending')
  expect(names()[0]).toBe('Name not known')
  await isFit()
})

it.each([
  ['Late: 1', ['Lena Fischer']],
  ['Here: 4', ['Olivia Nguyen', 'José Ruiz-Peña', 'Amara Okafor', 'Tomás Herrera']],
  ['Forms missing: 3', ['José Ruiz-Peña', 'Lena Fischer', 'Amara Okafor']],
  ['Needs help: 1', ['Amara Okafor']],
])('narrows the list to what is counted: %s', async (name, expected) => {
  await openDesk()
  const part = page.getByRole('button', { name, exact: true })
  await press(part)
  await expect.element(part).toHaveAttribute('aria-pressed', 'true')
  expect(names()).toEqual(expected)
})

it('marks the next patient as arrived by two keys, keeps the keyboard there, and goes from it to a call for help', async () => {
  const list = sampleToday(Date.now())
  const becomes = (changes: Partial<TodayRow>) => {
    const rows = list.rows.map((row) =>
      row.patient === 'Lena Fischer' ? { ...row, ...changes } : row,
    )
    main.answers['today'] = () => ok({ ...list, rows })
  }
  main.answers['markArrived'] = () => {
    becomes({ state: 'arrived' })
    return ok(null)
  }
  const desk = await openDesk()
  const lena = page.getByRole('button', { name: 'Lena Fischer', exact: true })
  await expect.element(lena).toHaveFocus()
  await userEvent.keyboard('{Tab}{Enter}')
  const forms = page.getByRole('button', { name: 'Forms: Lena Fischer' })
  await expect.element(forms).toHaveFocus()
  expect(commands()).toMatchObject([
    { name: 'markArrived', input: { appointment: 'appointment-3' } },
  ])
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(page.getByRole('button', { name: 'Help: Amara Okafor' })).toHaveFocus()
  await userEvent.keyboard('{ArrowUp}')
  // Without forms no next step is left.
  becomes({ state: 'formsDone', forms: { open: 0, started: 0, completed: 2 } })
  await desk.refresh('today')
  await isGone(forms)
  await expect.element(lena).toHaveFocus()
  main.answers['helpCalls'] = () => ok([])
  await userEvent.keyboard('{ArrowDown}{Tab}{Enter}')
  await sees(page.getByRole('heading', { level: 1, name: 'Who needs help' }))
})

it('cancels an appointment for a reason, and says what the service cannot say', async () => {
  await openDesk()
  await press('Lena Fischer', 'Cancel the appointment')
  await sees(page.getByText(/^The service cannot say “did not come”/))
  await isFit()
  await press('The patient did not come')
  await sees(page.getByText('The appointment is cancelled.'))
  expect(commands()).toMatchObject([
    {
      name: 'cancelAppointment',
      input: { appointment: 'appointment-3' },
      reason: 'The patient did not come',
    },
  ])
})

describe('who is not here today', () => {
  const lakeside = {
    patient: 'Mei Zhang',
    startsAt: Date.UTC(2030, 4, 31, 16, 30),
    timeZone: 'America/Denver',
    place: 'Lakeside',
    address: '2 Shore Road, Boulder',
  }

  it('is told to be expected at another location, by its time, with its address', async () => {
    main.answers['otherAppointments'] = () => ok({ rows: [lakeside] })
    await openDesk()
    await page.getByLabelText('Find a patient').fill('mei')
    await sees(page.getByText('No appointment here today.'))
    const found = page.getByRole('status').filter({ hasText: 'Mei Zhang' })
    await sees(found.filter({ hasText: /10:30\sAM at Lakeside/ }))
    await sees(found.filter({ hasText: '2 Shore Road, Boulder' }))
    expect(said('otherAppointments')).toEqual([{ name: 'mei' }])
    await isFit()
  })

  it('is not looked for elsewhere where a filter alone hides them', async () => {
    await openDesk()
    await press('Needs help: 1')
    await page.getByLabelText('Find a patient').fill('lena')
    await sees(page.getByText('No appointment fits what you are looking for.'))
    expect(said('otherAppointments')).toEqual([])
  })
})

it('shows the list that main kept through an outage as old, with its time', async () => {
  const readAt = new Date().setHours(7, 5)
  main.answers['today'] = () => ok({ ...sampleToday(Date.now()), readAt, isKept: true })
  await openDesk()
  await sees(
    page.getByText(/Not up to date.*7:05/),
    page.getByRole('button', { name: 'Lena Fischer', exact: true }),
  )
})

it('prints the whole day by one press, and nothing that acts on it', async () => {
  const now = Date.now()
  const day = longDay(now)
  const rows = [0, 1, 2].flatMap((copy) =>
    day.rows.map((row) => ({ ...row, appointment: `${row.appointment}${copy}` })),
  )
  main.answers['today'] = () => ok({ ...day, rows })
  await openDesk()
  await cdp().send('Emulation.setEmulatedMedia', { media: 'print' })
  onTestFinished(async () => {
    await cdp().send('Emulation.setEmulatedMedia', { media: '' })
  })
  const printed: object[] = []
  vi.spyOn(window, 'print').mockImplementation(() => {
    const isSeen = (selector: string) =>
      [...document.querySelectorAll(selector)].some((each) => each.getClientRects().length > 0)
    const lastRow = [...document.querySelectorAll('tbody tr')].at(-1)!
    printed.push({
      rows: document.querySelectorAll('tbody .open').length,
      title: isSeen('h1'),
      acts: isSeen('nav, header button, search input, .step'),
      isCut:
        lastRow.getBoundingClientRect().bottom > document.documentElement.scrollHeight + scrollY,
    })
  })
  onTestFinished(() => void vi.restoreAllMocks())
  // On paper it does not stand.
  const buttons = [...document.querySelectorAll('button')]
  buttons.find(({ textContent }) => textContent.trim() === 'Print')?.click()
  await expect.poll(() => printed).toEqual([{ rows: 120, title: true, acts: false, isCut: false }])
})

it('saves what is shown of the day as a file', async () => {
  main.answers['exportToday'] = () => ok({ outcome: 'noFolder' })
  await openDesk()
  await press(button(/^Here/))
  await press('To a file')
  await sees(page.getByRole('alert').filter({ hasText: 'There is no folder for files yet' }))
  main.answers['exportToday'] = () => ok({ outcome: 'exported', file: 'day-1.csv', entries: 4 })
  await press('To a file')
  await sees(page.getByText(/^4 appointments are in day-1\.csv/))
  await isFit()
  const here = sampleToday(Date.now()).rows.filter(isHere)
  const appointments = here.map(({ appointment }) => appointment)
  expect(commands().at(-1)).toEqual(commandOf('exportToday', { appointments }))
})

const answerToday = (list: TodayList) => (main.answers['today'] = () => ok(list))

it.each(['arrived', 'formsDone'] as const)('is read anew when it hears of %s', async (told) => {
  const { rows, readAt } = sampleToday(Date.now())
  answerToday({ rows: [], readAt })
  const view = deskViewOf()
  await openDesk(view)
  await sees(page.getByText('No appointments today.'))
  answerToday({ rows, readAt })
  main.show({ ...view, kiosks: { ...view.kiosks, [told]: view.kiosks[told] + 1 } })
  await sees(button('Olivia Nguyen'))
})

it('is drawn as far as it is looked at where it is long, and to its end for who goes there', async () => {
  const { rows, readAt } = sampleToday(Date.now())
  const long = Array.from({ length: 300 }, (_, index) => ({
    ...rows[0]!,
    appointment: `appointment-${index + 1}`,
    patient: `Patient ${index + 1}`,
  }))
  answerToday({ rows: long, readAt })
  await openDesk()
  await sees(button('Patient 1'))
  expect(document.querySelectorAll('tbody tr').length).toBeLessThan(long.length)
  expect(page.getByRole('table').element().ariaRowCount).toBe('301')
  ;(button('Patient 1').element() as HTMLElement).focus()
  await expect
    .poll(async () => {
      await userEvent.keyboard('{End}')
      return document.activeElement?.textContent
    })
    .toContain('Patient 300')
  expect(document.activeElement?.closest('tr')?.ariaRowIndex).toBe('301')
})

it('lets our words for a name that is not known be read in our language', async () => {
  await openDesk()
  const title = () => heading(undefined, 2)
  await press('Lena Fischer')
  await expect.element(title()).toHaveAttribute('lang', '')
  await press('Name not known')
  await expect.element(title()).toHaveTextContent('Name not known')
  await expect.element(title()).not.toHaveAttribute('lang')
})

it('is searched from anywhere by /, and narrowed by practitioner and type', async () => {
  await openDesk()
  await sees(button('Olivia Nguyen'))
  await userEvent.keyboard('/')
  await expect.element(page.getByLabelText('Find a patient')).toHaveFocus()
  await userEvent.keyboard('jose{Enter}')
  await expect.element(button('José Ruiz-Peña')).toHaveFocus()
  expect(document.querySelectorAll('tbody .open')).toHaveLength(1)
  await userEvent.keyboard('/nobody')
  await sees(page.getByText('No appointment here today.'))
  await press('Show all')
  await page.getByLabelText('With').selectOptions('Dr. Sam Bell')
  await page.getByLabelText('Type').selectOptions('Follow-up')
  await sees(button('Grace Kim'))
  expect(document.querySelectorAll('tbody .open')).toHaveLength(1)
})

it('asks why an arrival of before is taken back', async () => {
  await openDesk()
  await press('Tomás Herrera', 'Another reason…')
  await page.getByLabelText(/^Why\?/).fill('  They left the house again ')
  await isFit()
  await shows('Take back', page.getByText('The arrival was taken back.'))
  const input = { appointment: 'appointment-5' }
  expect(commands()).toEqual([commandOf('undoArrival', input, 'They left the house again')])
})

it('takes nothing from main that is not of its schema', async () => {
  const [row] = sampleToday(Date.now()).rows
  main.answers['today'] = () => ok({ rows: [{ ...row, patientId: 5001 }], readAt: 1 })
  await openDesk()
  await sees(page.getByText('The appointments could not be read.'))
})

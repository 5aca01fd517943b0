import { describe, expect, it, beforeEach } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sampleToday, deskViewOf } from '#harness/desk/fake-desk-main.ts'
import {
  patientAnswers,
  samplePatients,
  packetAnswers,
  appointmentsWithOneToday,
} from '#harness/desk/chart-pages.ts'
import {
  alert,
  button,
  heading,
  isGone,
  press,
  sees,
  shows,
  text,
  pressByKey,
  status,
} from '#harness/renderer/on-page.ts'
import {
  answering,
  confirm,
  find,
  isFit,
  main,
  ok,
  openPlace,
  refused,
  said,
  commands,
  openDesk,
} from '#harness/renderer/open-desk.ts'
import type { AppointmentState } from '../../../shared/desk/appointments.ts'

const search = () => page.getByRole('searchbox')

answering(() => ({ ...patientAnswers }))

const open = () => openPlace('Patients')

describe('the search', () => {
  it('is at hand by / and tells what it understood', async () => {
    await open()
    await sees('Who is here?')
    document.querySelector<HTMLElement>('nav button[aria-current]')?.focus()
    await userEvent.keyboard('/')
    await expect.element(search()).toHaveFocus()
    await find('kim 3/7/1984, a@example.com +1 206 555 0110')
    await sees('Born on March 7, 1984')
    expect(said('findPatients')).toEqual([
      {
        search: {
          name: 'kim',
          birthDate: '1984-03-07',
          email: 'a@example.com',
          phone: '+1 206 555 0110',
        },
      },
    ])
  })

  it('reads a year of two digits, and a part of a phone number', async () => {
    await open()
    await find('kim 3/7/84')
    await sees('Born on March 7, 1984')
    await find('kim 50')
    await sees('Born in 1950')
    await find('0110')
    await sees('Phone: 0110')
    expect(said('findPatients')).toEqual([
      { search: { name: 'kim', birthDate: '1984-03-07' } },
      { search: { name: 'kim', birthYear: 1950 } },
      { search: { phone: '0110' } },
    ])
  })

  it('looks for nothing that is too short, and tells how many there are in an element that was there before', async () => {
    await open()
    await sees(search())
    const told = document.querySelector('main p[role="status"]')
    expect(told?.textContent).toBe('')
    await find('k')
    await sees(/^Please type at least two letters/)
    expect(said('findPatients')).toEqual([])
    await find('kim')
    await sees('5 patients')
    expect(text('5 patients').element()).toBe(told)
    main.answers['findPatients'] = () => ok({ rows: [], more: null })
    await find('nobody')
    await sees('0 patients')
    expect(text('0 patients').element()).toBe(told)
  })

  it('puts those of one name side by side, and marks them', async () => {
    await open()
    await find('kim')
    await sees(/^Some people here have the same name/)
    const names = [...document.querySelectorAll('tbody tr')].map((row) => row.textContent)
    expect(names.filter((text) => text.includes('Same name'))).toHaveLength(2)
    expect(names.findIndex((text) => text.includes('1950'))).toBe(
      names.findIndex((text) => text.includes('1981')) + 1,
    )
  })

  it('shows the next page below the first', async () => {
    const pages = [
      { rows: samplePatients.slice(0, 2), more: 'more-9' },
      { rows: samplePatients.slice(2), more: null },
    ]
    main.answers['findPatients'] = () => ok(pages.shift())
    await open()
    await find('kim')
    await shows('Show more', '5 patients')
    await isGone(button('Show more'))
    expect(said('findPatients')[1]).toEqual({ search: { name: 'kim' }, more: 'more-9' })
  })
})

describe('the way to a chart', () => {
  async function choose(name: string) {
    await open()
    await find('kim')
    await press(name)
  }

  it.each([
    ['Cancel', () => press('Cancel')],
    ['Escape', () => userEvent.keyboard('{Escape}')],
  ])('is left by %s, back to who was chosen', async (_, leave) => {
    await choose('Soo-Jin Kim')
    await expect.element(page.getByRole('dialog').getByLabelText('Birth date')).toHaveFocus()
    await leave()
    await isGone(page.getByRole('dialog'))
    await expect.element(button('Soo-Jin Kim')).toHaveFocus()
  })

  it('asks for two identifiers, and shows none of them', async () => {
    await choose('Daniel Kim')
    await sees(page.getByRole('heading', { name: 'Is this Daniel Kim?' }))
    expect(document.body.textContent).not.toMatch(/1982-|555/)
    await shows('Open the chart', page.getByRole('alert'))
    await confirm('2/30/1981')
    await sees(alert(/month\/day\/year/))
    expect(said('openChart')).toEqual([])
    await confirm('6/3/2008')
    await sees(heading('Grace Kim'))
    expect(said('openChart')).toEqual([
      {
        patient: 'patient-2',
        identifiers: [
          { kind: 'birthDate', value: '2008-06-03' },
          { kind: 'phone', value: '(206) 555-0110' },
        ],
      },
    ])
  })

  it('tells what does not fit and how many tries are left, and no more', async () => {
    await choose('Daniel Kim')
    main.answers['openChart'] = () => refused({ kind: 'notConfirmed', triesLeft: 1 })
    await confirm()
    await sees(alert(/You can try 1 more time/))
    await isFit()
    main.answers['openChart'] = () => refused('tooManyTries')
    await confirm()
    await sees(alert(/ask a colleague/))
    expect(said('patientChart')).toEqual([])
  })

  it('asks for two other things where the record has no birth date', async () => {
    await choose('Min Kim')
    await confirm('Min Kim', 'Kim Min')
    await sees(alert(/two different things/))
    await confirm('min@example.com', 'Min Kim')
    await sees(heading('Grace Kim'))
    expect(said('openChart')).toMatchObject([
      { identifiers: [{ kind: 'email' }, { kind: 'name', value: 'Min Kim' }] },
    ])
  })

  it('learns from main that there is no birth date, too', async () => {
    await choose('Daniel Kim')
    main.answers['openChart'] = () => refused({ kind: 'otherIdentifiers', needs: 'noBirthDate' })
    await confirm()
    await isGone(page.getByLabelText('Birth date'))
    await isFit()
  })

  it.each([
    ['name', 'Full name', 'Grace Kim', { kind: 'name', value: 'Grace Kim' }],
    ['contact', 'Phone or e-mail', 'kim@example.com', { kind: 'email', value: 'kim@example.com' }],
  ] as const)(
    'is asked for one more where two fit somebody else: a %s',
    async (needs, label, typed, third) => {
      await choose('Daniel Kim')
      main.answers['openChart'] = () => refused({ kind: 'otherIdentifiers', needs })
      await confirm()
      const field = page.getByLabelText(label, { exact: true })
      await expect.element(field).toHaveFocus()
      await isFit()
      main.answers['openChart'] = () => ok({ chart: 'chart-7' })
      await field.fill(typed)
      await shows('Open the chart', heading('Grace Kim'))
      expect(said('openChart').at(-1)).toMatchObject({ identifiers: [{}, {}, third] })
    },
  )

  it('leads from an appointment of today, too', async () => {
    main.answers['today'] = () => ok(sampleToday(Date.now()))
    main.answers['openChartOfAppointment'] = () => ok({ chart: 'chart-7' })
    await open()
    await press('Today', 'Lena Fischer', 'Open the chart')
    await isFit()
    // The key closes the question, and not the panel beneath it.
    await userEvent.keyboard('{Escape}')
    await isGone(page.getByRole('dialog'))
    await press('Open the chart')
    await confirm()
    await sees(heading('Grace Kim'))
    expect(said('openChartOfAppointment')).toMatchObject([{ appointment: 'appointment-3' }])
    // Another of the family is opened from there; each closes back to where it was opened.
    await press('Daniel Kim')
    main.answers['openChart'] = () => ok({ chart: 'chart-8' })
    await confirm()
    await press('Back to the chart before')
    await shows('Back to Today', heading('Today'))
    await expect.element(button('Lena Fischer')).toHaveFocus()
  })
})

describe('a patient who checks in', () => {
  const marks = () => page.getByRole('button', { name: /^Mark as arrived/ })

  let state: AppointmentState
  const turns = (next: AppointmentState) => () => {
    state = next
    return ok(null)
  }
  beforeEach(() => (state = 'open'))
  answering(() => ({
    ...patientAnswers,
    ...packetAnswers,
    appointments: () => ok(appointmentsWithOneToday(Date.now(), state)),
    markArrived: turns('arrived'),
    undoArrival: turns('open'),
  }))

  const open = () => openPlace('Check in')
  async function findByKeys() {
    await find()
    await sees(button('Daniel Kim'))
    await userEvent.keyboard('{ArrowDown}')
    await pressByKey('Daniel Kim')
    await sees(page.getByRole('dialog'))
    await userEvent.keyboard('2/16/1981{Tab}(206) 555-0110{Enter}')
  }
  it('is found, marked as arrived and given a code by keys alone, and the next is looked for at once', async () => {
    main.answers['makeDeskCode'] = () =>
      ok({ code: '482913', until: new Date(Date.now() + 600_000).toISOString() })
    main.answers['deskCode'] = () => ok({ state: 'waiting', kiosk: null })
    await openDesk(deskViewOf())
    await userEvent.keyboard('{Control>}k{/Control}check in{Enter}')
    await expect.element(search()).toHaveFocus()
    await findByKeys()
    await expect.element(heading('Grace Kim')).toHaveFocus()
    marks().element().focus()
    await userEvent.keyboard('{Enter}')
    await sees(status('Grace Kim is marked as arrived.'))
    await isGone(marks())
    await expect.element(page.getByRole('heading', { name: 'Appointments today' })).toHaveFocus()
    await pressByKey('Code for a kiosk')
    await sees('482 913')
    await isFit()
    // The first Escape hides the code, the second ends it all.
    await userEvent.keyboard('{Escape}')
    await isGone('482 913')
    await sees(heading('Grace Kim'))
    await userEvent.keyboard('{Escape}')
    await expect.element(search()).toHaveFocus()
    await expect.element(search()).toHaveValue('')
    expect(commands().map(({ name }) => name)).toEqual(['openChart', 'markArrived', 'makeDeskCode'])
  })

  it('marks the appointment of today, or says why not; one key takes it back', async () => {
    main.answers['markArrived'] = () => refused('offline')
    await open()
    await findByKeys()
    await shows(marks(), page.getByRole('alert'), marks())
    await isFit()
    main.answers['markArrived'] = turns('arrived')
    await press(marks())
    const note = page.getByRole('complementary', { name: 'Just done' })
    await expect.element(note).toHaveTextContent('Arrived: Grace Kim Undo Ctrl+Z')
    await userEvent.keyboard('{Control>}z{/Control}')
    await sees(marks())
    await isGone(status('marked as arrived'))
    expect(commands().slice(2)).toMatchObject([
      { name: 'markArrived', input: { appointment: 'appointment-7' } },
      { name: 'undoArrival', input: { appointment: 'appointment-7' } },
    ])
  })
})

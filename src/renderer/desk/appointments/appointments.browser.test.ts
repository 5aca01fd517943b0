import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  sampleAppointment,
  sampleAppointments,
  sampleBooking,
  sampleBusy,
  sampleType,
} from '../../../../test/harness/desk/chart-part-pages.ts'
import { FakeDeskMain } from '../../../../test/harness/desk/fake-desk-main.ts'
import {
  never,
  ok,
  openChartPart,
  outOfReach,
  refused,
  sizes,
  type OpenedPart,
} from '../../../../test/harness/renderer/open-chart-part.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import '../../app.css'
import '../desk.css'
import { fieldsOf, momentOf, momentWords } from './appointment-words.ts'
import Appointments from './appointments.svelte'

const now = new Date(2030, 4, 31, 9, 0).getTime()
const nextAt = sampleAppointment(now).startsAt
const next = momentWords(nextAt, 'en')

let main: FakeDeskMain
beforeEach(() => {
  main = new FakeDeskMain()
  main.answers = {
    appointments: () => ok(sampleAppointments(now)),
    appointment: () => ok(sampleAppointment(now)),
    bookingChoices: () => ok(sampleBooking),
    appointmentType: () => ok(sampleType),
    busyTimes: () => ok(sampleBusy(nextAt)),
  }
})

const open = (part: Omit<OpenedPart, 'main'> = {}) => openChartPart(Appointments, { main, ...part })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (name: string) => page.getByRole('button', { name })
const alert = (words: string) => page.getByRole('alert').filter({ hasText: words })
const text = (words: string) => page.getByText(words, { exact: true })
const commands = () => main.said.filter(({ type }) => type === 'command')
const said = (name: string, input: object) => ({ type: 'command', name, input })

const states: Record<
  string,
  {
    readonly appointments?: () => DeskReply | Promise<DeskReply>
    readonly role?: 'billing'
    readonly says: { readonly en: string; readonly es: string }
  }
> = {
  loading: {
    appointments: never,
    says: { en: 'Reading the appointments…', es: 'Leyendo las citas…' },
  },
  empty: {
    appointments: () => ok({ rows: [], notShown: 0, readAt: now }),
    says: {
      en: 'This patient has no appointments here.',
      es: 'Este paciente no tiene citas aquí.',
    },
  },
  failed: {
    appointments: () => refused('failed'),
    says: { en: 'The appointments could not be read.', es: 'No se pudieron leer las citas.' },
  },
  offline: {
    appointments: () => refused('offline'),
    says: {
      en: 'The service cannot be reached. Please try again in a moment.',
      es: 'No hay conexión con el servicio. Inténtelo de nuevo en un momento.',
    },
  },
  'without the right': {
    role: 'billing',
    says: { en: 'Your role does not show appointments.', es: 'Su función no muestra citas.' },
  },
  full: { says: { en: 'Video visit', es: 'Visita por video' } },
}

describe.each(Object.keys(sizes) as (keyof typeof sizes)[])('on a %s screen', (size) => {
  describe.each(['en', 'es'] as const)('in %s', (locale) => {
    it.each(Object.entries(states))(
      'the appointments, %s, are accessible and in reach',
      async (_, { appointments, role, says }) => {
        if (appointments) main.answers['appointments'] = appointments
        await open({ locale, size, ...(role && { role }) })
        await expect.element(text(says[locale])).toBeVisible()
        expect(outOfReach()).toEqual([])
        expect(await violations()).toEqual([])
      },
    )
  })
})

describe('the appointments of a patient', () => {
  it('go stale without the service, and say how old they are', async () => {
    const desk = await open()
    await expect.element(row(next)).toBeVisible()
    main.answers['appointments'] = () => refused('offline')
    await desk.cache.refetchQueries({ queryKey: ['appointments'] })
    await expect.element(page.getByText(/^Not up to date/)).toBeVisible()
    await expect.element(row(next)).toBeVisible()
  })

  it('stand under coming and past', async () => {
    await open()
    await expect.element(button('Coming: 2')).toHaveAttribute('aria-pressed', 'true')
    await button('Past: 1').click()
    await expect.element(text('Seen')).toBeVisible()
    await expect.element(row(next)).not.toBeInTheDocument()
  })

  it('are walked through by arrows, opened by Enter and closed by Escape', async () => {
    await open()
    await expect.element(row(next)).toBeVisible()
    row(next).element().focus()
    await userEvent.keyboard('{ArrowDown}{Home}{Enter}')
    await expect.element(text('Harbor Clinic')).toBeVisible()
    await expect.element(text('20 minutes')).toBeVisible()
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
    await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('heading', { level: 3 })).not.toBeInTheDocument()
    await expect.element(row(next)).toHaveFocus()
  })
})

describe('appointments of which nobody says whose they are', () => {
  const notShown = 'Not shown: 4 more. The service does not say whose they are.'

  it('are told of below the others', async () => {
    main.answers['appointments'] = () => ok({ ...sampleAppointments(now), notShown: 4 })
    await open()
    await expect.element(row(next)).toBeVisible()
    await expect.element(text(notShown)).toBeVisible()
    expect(await violations()).toEqual([])
  })

  it('are told of in the place of others', async () => {
    main.answers['appointments'] = () => ok({ rows: [], notShown: 4, readAt: now })
    await open()
    await expect.element(text(notShown)).toBeVisible()
    await expect.element(text('This patient has no appointments here.')).not.toBeInTheDocument()
  })
})

describe('booking', () => {
  const { day } = fieldsOf(nextAt)
  async function fill() {
    await open()
    await button('Book an appointment').click()
    await page.getByLabelText('Type').selectOptions('Follow-up')
    await page.getByLabelText('With').selectOptions('Dr. Maya Chen')
    await page.getByLabelText('Day').fill(day)
    await page.getByLabelText('Time', { exact: true }).fill('10:30')
  }
  const wish = {
    ...{ chart: 'chart-1', type: 'visittype-2', practitioner: 'practitioner-1' },
    startsAt: momentOf(day, '10:30'),
  }

  it('asks what, with whom and when, and shows who is busy', async () => {
    main.answers['bookAppointment'] = () => ok({ outcome: 'done' })
    await fill()
    await expect.element(page.getByText(/^Busy that day: 9:00.AM to 9:30.AM\.$/)).toBeVisible()
    await expect.element(text('A short visit about what was begun before.')).toBeVisible()
    expect(outOfReach()).toEqual([])
    expect(await violations()).toEqual([])
    await button('Book').click()
    await expect.element(text('The appointment is booked.')).toBeVisible()
    await expect.element(button('Book an appointment')).toHaveFocus()
    expect(commands()).toEqual([said('bookAppointment', wish)])
  })

  it.each([
    ['taken', 'Dr. Maya Chen is with someone else at that time. Please choose another time.'],
    ['past', 'That time is over. Please choose a later one.'],
    ['already', 'The patient already has this appointment.'],
    ['inDoubt', 'The service did not answer, so it is not sure'],
  ])('that is %s says so, and keeps what was typed', async (outcome, words) => {
    main.answers['bookAppointment'] = () => ok({ outcome })
    await fill()
    await button('Book').click()
    await expect.element(alert(words)).toBeVisible()
    await expect.element(page.getByLabelText('Time', { exact: true })).toHaveValue('10:30')
    expect(await violations()).toEqual([])
  })

  it('that the service refuses says so', async () => {
    main.answers['bookAppointment'] = () => refused('refusedByService')
    await fill()
    await button('Book').click()
    await expect.element(alert('The service does not allow this now.')).toBeVisible()
  })
})

it('takes the keyboard to move an appointment, and gives it back', async () => {
  await open()
  await row(next).click()
  await button('Move it').click()
  await expect.element(page.getByLabelText('Type')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByLabelText('Type')).not.toBeInTheDocument()
  await expect.element(page.getByRole('heading', { level: 3 })).toHaveFocus()
})

it('moves an appointment, and sends what changed alone', async () => {
  main.answers['moveAppointment'] = () => ok({ outcome: 'done' })
  await open()
  await row(next).click()
  await button('Move it').click()
  await expect.element(page.getByLabelText('With')).toHaveValue('practitioner-1')
  await page.getByLabelText('Time', { exact: true }).fill('11:15')
  expect(outOfReach()).toEqual([])
  expect(await violations()).toEqual([])
  await button('Move').click()
  await expect.element(text('The appointment is moved.')).toBeVisible()
  const { day } = fieldsOf(nextAt)
  const moved = (startsAt: number | undefined) =>
    said('moveAppointment', { chart: 'chart-1', visit: 'visit-2', startsAt })
  expect(commands()).toEqual([moved(momentOf(day, '11:15'))])
  await button('Undo Ctrl+Z').click()
  await expect.element(button('Undo Ctrl+Z')).not.toBeInTheDocument()
  expect(commands().slice(1)).toEqual([moved(nextAt)])
})

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  sampleAppointment,
  sampleAppointments,
  sampleBooking,
  sampleBusy,
  sampleType,
} from '../../../../test/harness/desk/chart-pages.ts'
import {
  alert,
  button,
  isGone,
  press,
  sees,
  shows,
  text,
} from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  main,
  ok,
  openPart,
  said,
} from '../../../../test/harness/renderer/open-desk.ts'
import { dayAndTimeWords } from '../kit/words.ts'
import { fieldsOf, momentOf } from './appointment-words.ts'

const now = new Date(2030, 4, 31, 9, 0).getTime()
const nextAt = sampleAppointment(now).startsAt
const next = dayAndTimeWords(nextAt)

answering(() => ({
  appointments: () => ok(sampleAppointments(now)),
  appointment: () => ok(sampleAppointment(now)),
  bookingChoices: () => ok(sampleBooking),
  appointmentType: () => ok(sampleType),
  busyTimes: () => ok(sampleBusy(nextAt)),
}))

const open = () => openPart('appointments')
const row = (name: string) => page.getByRole('button', { name })

it('the appointments of a patient stand under coming and past', async () => {
  await open()
  await expect.element(button('Coming: 2')).toHaveAttribute('aria-pressed', 'true')
  await shows('Past: 1', 'Seen')
  await isGone(row(next))
})

describe('appointments of which nobody says whose they are', () => {
  const notShown = 'Not shown: 4 more. The service does not say whose they are.'

  it('are told of in the place of others', async () => {
    main.answers['appointments'] = () => ok({ rows: [], notShown: 4, readAt: now })
    await open()
    await sees(text(notShown))
    await isGone('This patient has no appointments here.')
  })
})

describe('booking', () => {
  const { day } = fieldsOf(nextAt)
  async function fill() {
    await open()
    await press('Book an appointment')
    await page.getByLabelText('Type').selectOptions('Follow-up')
    await page.getByLabelText('With').selectOptions('Dr. Maya Chen')
    await page.getByLabelText('Day').fill(day)
    await page.getByLabelText('Time', { exact: true }).fill('10:30')
  }
  const wish = {
    chart: 'chart-1',
    type: 'visittype-2',
    practitioner: 'practitioner-1',
    startsAt: momentOf(day, '10:30'),
  }

  it('asks what, with whom and when, offers free times and names the busy ones', async () => {
    main.answers['bookAppointment'] = () => ok({ outcome: 'done' })
    await fill()
    await page.getByLabelText('Time', { exact: true }).fill('09:15')
    await sees(
      /^This time is taken: 9:00.AM to 9:30.AM · Check-up\.$/,
      'A short visit about what was begun before.',
    )
    await shows(
      page.getByText('1 time is taken'),
      page.getByText(/^9:00.AM to 9:30.AM · Check-up$/),
    )
    await isGone(page.getByRole('button', { name: /^9:15/ }))
    await press(page.getByRole('button', { name: /^10:30.AM$/ }))
    await expect.element(page.getByLabelText('Time', { exact: true })).toHaveValue('10:30')
    await isGone(/^This time is taken/)
    await isFit()
    await shows('Book', 'The appointment is booked.')
    await expect.element(button('Book an appointment')).toHaveFocus()
    expect(commands()).toEqual([commandOf('bookAppointment', wish)])
  })

  it('comes back as it was typed, also in another session, where names of records differ', async () => {
    const values = { day, time: '10:30', type: 'Follow-up', practitioner: 'Dr. Maya Chen' }
    await fill()
    expect(said('keepDraft').at(-1)).toEqual({ form: 'booking', chart: 'chart-1', values })
    main.answers['draft'] = () => ok({ at: now, values })
    await open()
    await press('Book an appointment')
    await expect.element(page.getByLabelText('Time', { exact: true })).toHaveValue('10:30')
    await expect.element(page.getByLabelText('Type')).toHaveValue('visittype-2')
    await userEvent.keyboard('{Escape}')
    await sees('Leave without saving?')
  })

  it('that is not done says why, and keeps what was typed', async () => {
    main.answers['bookAppointment'] = () => ok({ outcome: 'taken' })
    await fill()
    await shows('Book', alert('Dr. Maya Chen is with someone else at that time.'))
    await expect.element(page.getByLabelText('Time', { exact: true })).toHaveValue('10:30')
    await isFit()
  })
})

it('moves an appointment, and sends what changed alone', async () => {
  main.answers['moveAppointment'] = () => ok({ outcome: 'done' })
  await open()
  await shows(row(next), 'Harbor Clinic', '20 minutes')
  await press('Move it')
  await expect.element(page.getByLabelText('With')).toHaveValue('practitioner-1')
  await page.getByLabelText('Time', { exact: true }).fill('11:15')
  await isFit()
  await shows('Move', 'The appointment is moved.')
  const { day } = fieldsOf(nextAt)
  const moved = (startsAt: number | undefined) =>
    commandOf('moveAppointment', { chart: 'chart-1', visit: 'visit-2', startsAt })
  expect(commands()).toEqual([moved(momentOf(day, '11:15'))])
  await press('Undo Ctrl+Z')
  await isGone(button('Undo Ctrl+Z'))
  expect(commands().slice(1)).toEqual([moved(nextAt)])
})

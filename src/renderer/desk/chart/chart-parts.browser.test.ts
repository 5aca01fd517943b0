import { describe, expect, it, beforeEach } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  sampleAppointment,
  sampleAppointments,
  sampleBooking,
  sampleBusy,
  sampleType,
  packetAnswers,
  sampleGroup,
  sampleTemplate,
} from '#harness/desk/chart-pages.ts'
import { alert, button, isGone, press, sees, shows, text } from '#harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  main,
  ok,
  openPart,
  said,
  late,
  refused,
  never,
} from '#harness/renderer/open-desk.ts'
import { dayAndTimeWords } from '../kit/words.ts'
import { fieldsOf, momentOf } from '../appointments/appointment-words.ts'
import type { DeskConversion } from '../../../shared/desk/remote-care.ts'

describe('appointments', () => {
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

  it('stand under coming and past', async () => {
    await open()
    await expect.element(button('Coming: 2')).toHaveAttribute('aria-pressed', 'true')
    await shows('Past: 1', 'Seen')
    await isGone(row(next))
  })

  it('of which nobody says whose they are are told of in the place of others', async () => {
    main.answers['appointments'] = () => ok({ rows: [], notShown: 4, readAt: now })
    await open()
    await sees(text('Not shown: 4 more. The service does not say whose they are.'))
    await isGone('This patient has no appointments here.')
  })

  describe('booking', () => {
    const { day } = fieldsOf(nextAt)
    async function fill() {
      await open()
      await press('Book an appointment')
      await page.getByLabelText('Type').selectOptions('Follow-up')
      await page.getByLabelText('With').selectOptions('Dr. Maya Chen')
      await expect.element(page.getByLabelText('Day')).toHaveValue(fieldsOf(Date.now()).day)
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

    it.each([
      ['taken', 'Dr. Maya Chen is with someone else at that time.'],
      ['inDoubt', 'The service did not answer, so it is not sure'],
    ])('that is %s says so, and keeps what was typed', async (outcome, words) => {
      main.answers['bookAppointment'] = () => ok({ outcome })
      await fill()
      await shows('Book', alert(words))
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
})

describe('giving forms', () => {
  answering(() => ({ ...packetAnswers }))

  const form = (name: string | RegExp) => page.getByRole('checkbox', { name })
  const set = (name: string) => page.getByRole('radio', { name })
  const beforehand = page.getByText('Fill in beforehand')
  const otherClinics = page.getByText('Sets of other clinics')
  const reason = page.getByLabelText('What brings you in today?')
  const howLong = page.getByLabelText('How long?')

  async function open() {
    await openPart('packets')
    await press('Give forms')
  }

  it('takes a set, a date and what is filled in beforehand', async () => {
    main.answers['createPacket'] = () => ok({ outcome: 'created', packet: 'packet-1' })
    await open()
    await expect.element(set('New patient forms')).toHaveFocus()
    await press('Cancel')
    await expect.element(button('Give forms')).toHaveFocus()
    await press('Give forms')
    await shows('Give these forms', alert('Please choose what they fill in.'))
    await press(set('New patient forms'))
    await page.getByLabelText('Due on (if there is a date)').fill('2031-04-05')
    await press(beforehand)
    await reason.fill(' A sore knee ')
    await howLong.selectOptions('A few days')
    await isFit()
    await shows('Give these forms', 'The forms are ready for the patient.')
    expect(commands()).toEqual([
      commandOf('createPacket', {
        chart: 'chart-1',
        contents: { of: 'group', group: 'group-1' },
        dueDate: '2031-04-05',
        prefill: [
          { attribute: 'reason_for_visit', value: 'A sore knee' },
          { attribute: 'how_long', value: 'A few days' },
        ],
      }),
    ])
  })

  it('takes single forms, of which it tells what they ask', async () => {
    main.answers['createPacket'] = () => ok({ outcome: 'inDoubt' })
    await open()
    await shows('What it asks: Health history', 'A few days · A few weeks')
    await isFit()
    await press(form('Health history'), form(/Intake review/))
    await shows('Give these forms', alert('The service did not answer'))
    expect(commands()).toEqual([
      commandOf('createPacket', {
        chart: 'chart-1',
        dueDate: null,
        prefill: [],
        contents: { of: 'templates', templates: ['template-2', 'template-3'] },
      }),
    ])
  })

  it('sends nothing that was typed for a form that is not chosen any more', async () => {
    main.answers['createPacket'] = () => ok({ outcome: 'created', packet: 'packet-1' })
    await open()
    await press(form('Health history'), beforehand)
    await reason.fill('A sore knee')
    await howLong.selectOptions('A few days')
    const [, long] = sampleTemplate.attributes
    main.answers['template'] = () => ok({ ...sampleTemplate, attributes: [long] })
    await press(form(/Intake review/), form('Health history'))
    await isGone(reason)
    await expect.element(howLong).toHaveValue('A few days')
    await shows('Give these forms', 'The forms are ready for the patient.')
    expect(commands()).toEqual([
      commandOf('createPacket', {
        chart: 'chart-1',
        dueDate: null,
        contents: { of: 'templates', templates: ['template-3'] },
        prefill: [{ attribute: 'how_long', value: 'A few days' }],
      }),
    ])
  })

  it('asks again what the forms ask where that has changed', async () => {
    main.answers['createPacket'] = () => refused('notAsked')
    await open()
    await press(form('Health history'), beforehand)
    await reason.fill('A sore knee')
    main.answers['template'] = () => ok({ ...sampleTemplate, attributes: [] })
    await shows('Give these forms', alert('These forms do not ask all of this any more.'))
    await isGone(reason)
  })

  it('takes the forms of another clinic’s set, or says that it could not be read, and tries again', async () => {
    const failed = alert('What is in this set could not be read.')
    main.answers['templateGroup'] = () => refused('failed')
    await open()
    await press(otherClinics)
    await shows('Pediatrics', failed)
    await isFit()
    main.answers['templateGroup'] = () => ok(sampleGroup)
    await press('Try again')
    await expect.element(form('About you')).toBeChecked()
    await expect.element(form('Health history')).toBeChecked()
    await isGone(failed)
  })

  it('keeps what was chosen while another clinic’s set was read', async () => {
    const { answer, come } = late()
    main.answers['templateGroup'] = () => answer
    await open()
    await press(otherClinics, 'Pediatrics', form(/Intake review/))
    come(ok(sampleGroup))
    await press(form('Health history'))
    await expect.element(form(/Intake review/)).toBeChecked()
    await expect.element(form('About you')).not.toBeChecked()
  })
})

describe('remote care', () => {
  const begun: DeskConversion = {
    conversion: 'conversion-1',
    number: '8841',
    state: 'begun',
    services: ['Scale', 'Blood pressure cuff with a large display and a voice'],
  }
  const services = () => page.getByRole('textbox', { name: 'Services', exact: true })

  let rows: DeskConversion[]
  beforeEach(() => (rows = [begun]))
  answering(() => ({ remoteCare: () => ok(rows) }))

  it('is started with one service a line, and its number is told', async () => {
    rows = []
    main.answers['startRemoteCare'] = () => {
      rows = [begun]
      return ok({ outcome: 'started' })
    }
    await openPart('remoteCare')
    await press('Start remote care')
    await expect.element(services()).toHaveFocus()
    await services().fill('Scale\n\nWatch')
    await isFit()
    await press('Start')
    await expect
      .element(page.getByRole('status'))
      .toHaveTextContent('Remote care is started. Please note its number.')
    await sees(page.getByRole('heading', { name: 'Number 8841' }))
    expect(said('startRemoteCare')).toEqual([{ chart: 'chart-1', services: ['Scale', 'Watch'] }])
  })

  it('says that it is in doubt, and forgets what it said when something else begins', async () => {
    main.answers['startRemoteCare'] = () => ok({ outcome: 'inDoubt' })
    await openPart('remoteCare')
    await press('Start remote care', 'Start')
    const doubt = alert(/it is not sure/)
    await sees(doubt)
    await press('Change the services of number 8841')
    await isGone(doubt)
  })

  it('keeps what was typed where it is refused, and while it is under way', async () => {
    const answers = [refused('offline'), never()]
    main.answers['changeRemoteCare'] = () => answers.shift() ?? ok(null)
    await openPart('remoteCare')
    await press('Change the services of number 8841')
    await services().fill('Watch')
    await shows('Save', page.getByRole('alert'))
    await expect.element(services()).toHaveValue('Watch')
    await press('Save')
    await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true')
    await userEvent.keyboard('{Escape}')
    await expect.element(services()).toHaveValue('Watch')
    expect(said('changeRemoteCare')).toHaveLength(2)
  })

  it('is opened by its number; another one brings the keyboard to the field', async () => {
    main.answers['openRemoteCare'] = () => refused('refusedByService')
    await openPart('remoteCare')
    const number = page.getByRole('textbox', { name: 'Open by its number' })
    await number.fill('77 1')
    await userEvent.keyboard('{Enter}')
    await sees(/type the number as it was noted/)
    expect(said('openRemoteCare')).toEqual([])
    await number.fill('771')
    await userEvent.keyboard('{Enter}')
    await sees(/has no remote care with this number/)
    await expect.element(number).toHaveFocus()
    main.answers['openRemoteCare'] = () => ok(null)
    await userEvent.keyboard('{Enter}')
    await expect.element(page.getByRole('status')).toHaveTextContent('Number 771 is open.')
    await expect.element(number).toHaveValue('')
  })

  it('is only read by who may not change it', async () => {
    await openPart('remoteCare', { role: 'billing' })
    await isGone(button('Start remote care'))
  })
})

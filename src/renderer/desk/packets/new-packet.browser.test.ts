import { describe, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import {
  packetAnswers,
  sampleGroup,
  sampleTemplate,
} from '../../../../test/harness/desk/chart-pages.ts'
import { alert, button, isGone, press, shows } from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  late,
  main,
  ok,
  openPart,
  refused,
} from '../../../../test/harness/renderer/open-desk.ts'

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

describe('giving forms', () => {
  it('takes a set, a date and what is filled in beforehand', async () => {
    main.answers['createPacket'] = () => ok({ outcome: 'created', packet: 'packet-1' })
    await open()
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

  it('takes the forms of another clinic’s set one by one', async () => {
    await open()
    await press(otherClinics, 'Pediatrics')
    await expect.element(form('About you')).toBeChecked()
    await expect.element(form('Health history')).toBeChecked()
  })

  it('begins at the first choice, and gives the keyboard back', async () => {
    await open()
    await expect.element(set('New patient forms')).toHaveFocus()
    await press('Cancel')
    await expect.element(button('Give forms')).toHaveFocus()
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

  it.each([['failed', 'What is in this set could not be read.']] as const)(
    'says that another clinic’s set is %s, and tries again',
    async (kind, words) => {
      main.answers['templateGroup'] = () => refused(kind)
      await open()
      await press(otherClinics)
      await shows('Pediatrics', alert(words))
      await isFit()
      main.answers['templateGroup'] = () => ok(sampleGroup)
      await press('Try again')
      await expect.element(form('About you')).toBeChecked()
      await isGone(alert(words))
    },
  )

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

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { clinicAnswers } from '../../../../test/harness/desk/desk-pages.ts'
import {
  alert,
  button,
  isGone,
  press,
  sees,
  shows,
  tab,
} from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  main,
  ok,
  openPlace,
  refused,
  signedIn,
} from '../../../../test/harness/renderer/open-desk.ts'

const field = (name: string) => page.getByLabelText(name, { exact: true })
const row = (name: RegExp) => page.getByRole('rowheader').getByRole('button', { name })

answering(() => ({ ...clinicAnswers }))

const open = () => openPlace('Clinic', signedIn(['administrator']))

it('shows each part of the clinic that the keyboard goes to', async () => {
  await open()
  tab('Locations').element().focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(tab('Groups of forms')).toHaveFocus()
  const panel = page.getByRole('tabpanel')
  await expect.element(panel).toHaveAccessibleName('Groups of forms')
  await userEvent.keyboard('{End}')
  await expect.element(panel).toHaveAccessibleName('Forms')
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(panel).toHaveAccessibleName('Locations')
  await expect.element(tab('Locations')).toHaveAttribute('aria-selected', 'true')
})

describe('locations', () => {
  it('say what is wrong with what is typed, and lose nothing of it', async () => {
    await open()
    await press('Add a location')
    await field('Name').fill('Ridge Clinic')
    await field('Time zone').fill('Denver')
    await field('ZIP or postal code').fill('?')
    await press('Save')
    await expect.element(field('Street and number')).toHaveFocus()
    await sees(
      /^Please choose a time zone/,
      /^Please write the postal code/,
      page.getByText(/^Please write at least one number/),
    )
    await isFit()
    expect(commands()).toEqual([])
    await field('Street and number').fill(' 9 Ridge Road ')
    await field('City').fill('Boulder')
    await field('ZIP or postal code').fill('80301')
    await field('State or province').selectOptions('Colorado')
    await field('Time zone').fill('America/Denver')
    await field('Staff who may use it (numbers)').fill('11, 12')
    main.answers['createLocation'] = () => refused('offline')
    await shows('Save', alert(/It may be saved all the same/))
    await expect.element(field('Name')).toHaveValue('Ridge Clinic')
    main.answers['createLocation'] = () => ok(null)
    await shows('Save', page.getByText('Ridge Clinic is saved.'))
    expect(commands().at(-1)).toEqual(
      commandOf('createLocation', {
        name: 'Ridge Clinic',
        timeZone: 'America/Denver',
        phoneNumber: '',
        address1: '9 Ridge Road',
        address2: '',
        city: 'Boulder',
        state: 'state-1',
        postalCode: '80301',
        staff: [11, 12],
      }),
    )
  })

  it('are taken out of use after a question alone, and brought back', async () => {
    main.answers['changeLocation'] = () => ok(null)
    await open()
    await press(row(/Lakeside/), 'Stop using this location')
    await expect.element(button('Cancel')).toHaveFocus()
    await isFit()
    await shows('Stop using it', alert(/at least one number/))
    expect(commands()).toEqual([])
    await field('Staff who may use it (numbers)').fill('402')
    await shows('Stop using it', page.getByText('Lakeside Pediatrics is not used any more.'))
    await shows('Use it again', page.getByText('Lakeside Pediatrics is in use again.'))
    expect(commands().map((each) => 'input' in each && each.input)).toMatchObject([
      { location: 'location-2', isActive: false, fields: { staff: [402], city: 'Rochester' } },
      { location: 'location-2', isActive: true, fields: { staff: [402], city: 'Rochester' } },
    ])
  })

  it('keep the one where the desk stands', async () => {
    await open()
    await shows(row(/Harbor/), /^This desk stands here/)
    await isGone(button('Stop using this location'))
  })
})

describe('groups of forms', () => {
  async function openGroups() {
    await open()
    await shows(tab('Groups of forms'), row(/New patient forms/))
  }

  it('are made of forms, and a group without any is not sent', async () => {
    main.answers['createGroup'] = () => ok(null)
    await openGroups()
    await press('Add a group of forms')
    await field('Name').fill('First visit')
    await shows('Save', page.getByText('Please choose at least one form.'))
    await isFit()
    await press(page.getByLabelText('Health history'))
    await field('Practitioner').fill('402')
    await shows('Save', page.getByText('First visit is saved.'))
    const fields = { name: 'First visit', templates: ['template-2'], practitioner: 402 }
    expect(commands()).toEqual([commandOf('createGroup', { location: 'location-1', fields })])
  })

  it('end after a question alone', async () => {
    main.answers['deactivateGroup'] = () => ok(null)
    await openGroups()
    await press(row(/New patient forms/))
    await shows('Stop using this group', /cannot be taken back/)
    await press('Cancel')
    expect(commands()).toEqual([])
    await press('Stop using this group', 'Stop using it')
    await sees(page.getByText('New patient forms is not used any more.'))
  })

  it('are narrowed to those of a practitioner', async () => {
    await openGroups()
    await field('Only of practitioner (number)').fill('Dr. Chen')
    await shows('Show', page.getByText('Please write one number, or nothing.'))
    main.answers['clinicGroups'] = () => ({ ok: true, value: [] })
    await field('Only of practitioner (number)').fill('402')
    await shows('Show', /^This practitioner has no groups/)
    expect(main.said.at(-1)).toMatchObject({ input: { practitioner: 402 } })
  })

  it('have a link that is shown as a poster in the languages of the clinic', async () => {
    await openGroups()
    await press(row(/New patient forms/), 'Poster to print')
    const poster = page.getByRole('dialog', { name: 'Poster' })
    await sees(
      poster.getByText('Fill in your forms on your phone'),
      poster.getByText('Rellene sus formularios en su teléfono'),
    )
    await isFit()
    await userEvent.keyboard('{Escape}')
    await isGone(poster)
    await sees(page.getByRole('heading', { name: 'New patient forms' }))
  })
})

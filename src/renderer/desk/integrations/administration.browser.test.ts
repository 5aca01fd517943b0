import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { sampleAudit, sampleWebhooks, clinicAnswers } from '#harness/desk/desk-pages.ts'
import { alert, button, isGone, press, sees, shows, tab } from '#harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  keptBy,
  main,
  ok,
  openPlace,
  said,
  signedIn,
  refused,
} from '#harness/renderer/open-desk.ts'
import { benId, sampleMember } from '#harness/desk/fake-desk-main.ts'

answering(() => ({
  ...clinicAnswers,
  webhooks: () => ok(sampleWebhooks),
  webhook: () => ok(sampleWebhooks.rows[0]),
  members: () => ok([]),
  emergencies: () => ok([]),
  auditEntries: () => ok(sampleAudit),
}))
type Page = 'Integrations' | 'Audit' | 'Members of staff' | 'Clinic'
const open = (where: Page) => openPlace(where, signedIn(['administrator']))

describe('integrations', () => {
  it('show a new signing secret once, and keep it nowhere', async () => {
    const secret = 'whsec_for-this-once-alone'
    main.answers['createWebhook'] = () => ok({ kind: 'created', signingSecret: secret })
    const desk = await open('Integrations')
    await press('Add an address of this clinic')
    await page.getByLabelText('Address').fill('https://hooks.clinic.example/new')
    await press(page.getByLabelText('form.completed'))
    await isFit()
    await press('Save')
    await expect.element(page.getByLabelText('Signing secret')).toHaveValue(secret)
    await isFit()
    expect(keptBy(desk)).not.toContain(secret)
    // A slip of the finger does not close it.
    await userEvent.keyboard('{Escape}')
    await sees(page.getByLabelText('Signing secret'))
    await press('I have copied it')
    await isGone(page.getByLabelText('Signing secret'))
    const url = 'https://hooks.clinic.example/new'
    const input = { scope: 'account', url, eventTypes: ['form.completed'] }
    expect(commands()).toEqual([commandOf('createWebhook', input)])
  })

  it.each([
    [true, /Its signing secret is told only once, and it did not arrive/],
    [false, /most likely not added/],
    [null, /Nobody knows whether the address was added/],
  ])('say what it means that an answer was lost (there: %s)', async (isThere, words) => {
    main.answers['createWebhook'] = () => ok({ kind: 'answerLost', isThere })
    await open('Integrations')
    await press('Add an address of the connection')
    await page.getByLabelText('Address').fill('https://hooks.clinic.example/new')
    await press(page.getByLabelText('form.completed'))
    await shows('Save', alert(words))
    await isFit()
  })

  it('send no address that cannot be right', async () => {
    await open('Integrations')
    await press('Add an address of this clinic')
    for (const [address, words] of [
      ['http://a.example/', 'The address must begin with https://'],
      ['https://a:b@c.example/', 'Please take the name and password out of the address.'],
      ['https://localhost/', 'The service cannot reach this: it is the name of its own machine.'],
      ['https://a.example/', 'Please choose at least one event.'],
    ] as const) {
      await page.getByLabelText('Address').fill(address)
      await shows('Save', alert(words))
    }
    expect(commands()).toEqual([])
  })
})

describe('the audit', () => {
  const asked = () => said('auditEntries')

  it('reads on to its end, the newest first', async () => {
    const [entry] = sampleAudit.entries
    main.answers['auditEntries'] = () =>
      ok({
        entries: [{ ...entry, seq: 100 - asked().length }],
        next: asked().length < 3 ? 9 : null,
      })
    await open('Audit')
    await sees(page.getByText('3 entries shown These are all.'))
    expect(asked()).toEqual([{}, { before: 9 }, { before: 9 }])
  })

  it('is narrowed to one patient, who has a number of this page alone', async () => {
    await open('Audit')
    await press('Only patient 3')
    await expect.poll(asked).toContainEqual({ patient: 'auditedPatient-3' })
    await page.getByLabelText('Kind').selectOptions('Emergencies')
    await expect.poll(asked).toContainEqual({ patient: 'auditedPatient-3', group: 'emergencies' })
    main.answers['auditEntries'] = () => ok({ entries: [], next: null })
    await page.getByLabelText('From').fill('2026-03-04')
    await sees(page.getByText('Nothing fits what you are looking for.'))
    await isFit()
  })

  it('says that nothing was changed, or where it was', async () => {
    main.answers['verifyAudit'] = () => ok({ holds: true, entries: 9, first: 1, last: 9 })
    await open('Audit')
    await shows('Check the whole audit', /^Nothing was changed: all 9 entries/)
    main.answers['verifyAudit'] = () => ok({ holds: false, fault: 'changed', seq: 4 })
    await shows('Check the whole audit', alert('Entry 4, or the one before it, was changed.'))
    await isFit()
  })

  it('is exported as it is searched, and says where it went or why not', async () => {
    await open('Audit')
    await page.getByLabelText('Kind').selectOptions('Emergencies')
    await expect.poll(asked).toContainEqual({ group: 'emergencies' })
    main.answers['exportAudit'] = () => ok({ outcome: 'noFolder' })
    const exportThese = button('Export these entries')
    await expect.element(exportThese).toHaveAttribute('aria-disabled', 'false')
    await shows(exportThese, alert(/^There is no folder for files yet/))
    await isFit()
    const file = 'audit-2026-03-10-1705.csv'
    main.answers['exportAudit'] = () => ok({ outcome: 'exported', file, entries: 3 })
    await shows(exportThese, /^3 entries are in audit-2026-03-10-1705\.csv/)
    expect(commands()).toHaveLength(2)
    expect(commands()).toContainEqual(commandOf('exportAudit', { group: 'emergencies' }))
    await isFit()
    // The message was about the earlier search.
    await press('Show all')
    await isGone(/entries are in audit/)
  })
})

const ben = sampleMember({ id: benId, name: 'Ben Cole', roles: ['reception'] })

describe('members of staff', () => {
  it('lets an administrator add somebody, whose first PIN is shown once', async () => {
    main.answers['members'] = () => ok([sampleMember({})])
    main.answers['createMember'] = () => ok({ name: 'Ben Cole', temporary: '84027315' })
    const desk = await open('Members of staff')
    await press('Add someone')
    await page.getByLabelText('Name').fill('Ben Cole')
    await isFit()
    await shows('Save', page.getByText('84027315'))
    await isFit()
    await press('I have told them')
    expect(document.body.textContent).not.toContain('84027315')
    expect(JSON.stringify(desk.cache.getMutationCache().getAll())).not.toContain('84027315')
  })

  it('gives a member who was changed their roles back by one key', async () => {
    const changed = (patch: object) => commandOf('changeMember', { memberId: benId, patch })
    main.answers['members'] = () => ok([ben])
    await open('Members of staff')
    await press('Change Ben Cole', page.getByRole('checkbox', { name: 'Billing' }), 'Save')
    const note = page.getByRole('complementary', { name: 'Just done' })
    await expect.element(note).toHaveTextContent('Changed: Ben Cole Undo Ctrl+Z')
    await userEvent.keyboard('{Control>}z{/Control}')
    await isGone(note)
    expect(commands()).toEqual([
      changed({ name: 'Ben Cole', roles: ['reception', 'billing'], isActive: true }),
      changed({ name: 'Ben Cole', roles: ['reception'] }),
    ])
  })
})

const row = (name: RegExp) => page.getByRole('rowheader').getByRole('button', { name })

it.each([
  {
    where: 'Integrations',
    way: [button('Front desk').first(), 'Delete'],
    yes: 'Yes, delete it',
    sent: commandOf('deleteWebhook', { webhook: 'accountWebhook-1' }),
    gone: 'Send a test',
  },
  {
    where: 'Members of staff',
    way: ['Change Ben Cole', 'Take away the sign-in'],
    yes: 'Yes, take it away',
    sent: commandOf('changeMember', { memberId: benId, patch: { isActive: false } }),
    gone: 'Undo Ctrl+Z',
  },
  {
    where: 'Members of staff',
    way: ['Change Ben Cole', 'Give a new PIN'],
    yes: 'Yes, give a new PIN',
    sent: commandOf('resetMember', { memberId: benId }),
    says: '84027315',
  },
  {
    where: 'Clinic',
    way: [tab('Groups of forms'), row(/New patient forms/), 'Stop using this group'],
    asks: /cannot be taken back/,
    yes: 'Stop using it',
    sent: commandOf('deactivateGroup', { group: 'group-1' }),
    says: 'New patient forms is not used any more.',
  },
] as const)('$where: “$yes” is asked before it is done', async (act) => {
  main.answers['members'] = () => ok([ben])
  main.answers['resetMember'] = () => ok({ name: 'Ben Cole', temporary: '84027315' })
  await open(act.where)
  await press(...act.way)
  const no = button('Cancel').last()
  await expect.element(no).toHaveFocus()
  if ('asks' in act) await sees(act.asks)
  await isFit()
  await press(no, act.way.at(-1)!)
  expect(commands()).toEqual([])
  await press(act.yes)
  if ('says' in act) await sees(act.says)
  else await isGone(button(act.yes), button(act.gone))
  expect(commands()).toEqual([act.sent])
})

describe('the clinic', () => {
  const field = (name: string) => page.getByLabelText(name, { exact: true })

  it('shows each part of the clinic that the keyboard goes to', async () => {
    await open('Clinic')
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
      await open('Clinic')
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
      await open('Clinic')
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
      await open('Clinic')
      await shows(row(/Harbor/), /^This desk stands here/)
      await isGone(button('Stop using this location'))
    })
  })

  describe('groups of forms', () => {
    async function openGroups() {
      await open('Clinic')
      await shows(tab('Groups of forms'), row(/New patient forms/))
    }

    it('are made of forms, and a group without any is not sent', async () => {
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
})

import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { benId, sampleMember } from '../../../../test/harness/desk/fake-desk-main.ts'
import { button, isGone, press, shows } from '../../../../test/harness/renderer/on-page.ts'
import {
  answering,
  commandOf,
  commands,
  isFit,
  main,
  ok,
  openPlace,
  signedIn,
} from '../../../../test/harness/renderer/open-desk.ts'

const ben = sampleMember({ id: benId, name: 'Ben Cole', roles: ['reception'] })
const openMembers = () => openPlace('Members of staff', signedIn(['administrator']))

answering(() => ({ emergencies: () => ok([]) }))

it('lets an administrator add somebody, whose first PIN is shown once', async () => {
  main.answers['members'] = () => ok([sampleMember({})])
  main.answers['createMember'] = () => ok({ name: 'Ben Cole', temporary: '84027315' })
  const desk = await openMembers()
  await press('Add someone')
  await page.getByLabelText('Name').fill('Ben Cole')
  await isFit()
  await shows('Save', page.getByText('84027315'))
  await isFit()
  await press('I have told them')
  expect(document.body.textContent).not.toContain('84027315')
  expect(JSON.stringify(desk.cache.getMutationCache().getAll())).not.toContain('84027315')
})

describe('a member who is changed', () => {
  const changed = (patch: object) => commandOf('changeMember', { memberId: benId, patch })
  async function open() {
    main.answers['members'] = () => ok([ben])
    main.answers['changeMember'] = () => ok(null)
    await openMembers()
    await press('Change Ben Cole')
  }

  it('has their roles back by one key', async () => {
    await open()
    await press(page.getByRole('checkbox', { name: 'Billing' }), 'Save')
    const note = page.getByRole('complementary', { name: 'Just done' })
    await expect.element(note).toHaveTextContent('Changed: Ben Cole Undo Ctrl+Z')
    await userEvent.keyboard('{Control>}z{/Control}')
    await isGone(note)
    expect(commands()).toEqual([
      changed({ name: 'Ben Cole', roles: ['reception', 'billing'], isActive: true }),
      changed({ name: 'Ben Cole', roles: ['reception'] }),
    ])
  })

  it('is asked about before they can sign in no more, which no key takes back', async () => {
    await open()
    await press('Take away the sign-in')
    await expect.element(button('Cancel').last()).toHaveFocus()
    expect(commands()).toEqual([])
    await isFit()
    await press('Yes, take it away')
    await isGone(button('Yes, take it away'))
    expect(commands()).toEqual([changed({ isActive: false })])
    await isGone(page.getByRole('complementary'))
  })
})

it('asks before a new PIN is given', async () => {
  main.answers['members'] = () => ok([ben])
  main.answers['resetMember'] = () => ok({ name: 'Ben Cole', temporary: '84027315' })
  await openMembers()
  await press('Change Ben Cole', 'Give a new PIN')
  await expect.element(button('Cancel').last()).toHaveFocus()
  await isFit()
  expect(commands()).toEqual([])
  await shows('Yes, give a new PIN', page.getByText('84027315'))
})

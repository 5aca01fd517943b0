import '@fontsource-variable/atkinson-hyperlegible-next'
import { beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  ana,
  anaId,
  benId,
  deskViewOf,
  FakeDeskMain,
} from '../../../../test/harness/desk/fake-desk-main.ts'
import { violations } from '../../../../test/harness/renderer/accessibility-checks.ts'
import { openDesk } from '../../../../test/harness/renderer/open-desk.ts'
import type { DeskReply } from '../../../shared/desk/messages.ts'
import '../../app.css'
import '../desk.css'

const ok = (value: unknown): DeskReply => ({ ok: true, value })
const button = (name: string) => page.getByRole('button', { name, exact: true })
const asAdministrator = deskViewOf({ state: 'open', member: ana('administrator') })

let main: FakeDeskMain
beforeEach(() => {
  main = new FakeDeskMain()
  main.answers['emergencies'] = () => ok([])
})

it('lets an administrator add somebody, whose first PIN is shown once', async () => {
  main.answers['members'] = () =>
    ok([
      {
        id: anaId,
        name: 'Ana Ruiz',
        roles: ['administrator'],
        isActive: true,
        secret: 'own',
        since: 0,
      },
    ])
  main.answers['createMember'] = () => ok({ name: 'Ben Cole', temporary: '84027315' })
  const desk = await openDesk(main, asAdministrator)
  await button('Members of staff').click()
  await button('Add someone').click()
  await page.getByLabelText('Name').fill('Ben Cole')
  expect(await violations()).toEqual([])
  await button('Save').click()
  await expect.element(page.getByText('84027315')).toBeVisible()
  expect(await violations()).toEqual([])
  await button('I have told them').click()
  expect(document.body.textContent).not.toContain('84027315')
  expect(JSON.stringify(desk.cache.getMutationCache().getAll())).not.toContain('84027315')
})

describe('a member who is changed', () => {
  const ben = { id: benId, name: 'Ben Cole', roles: ['reception'], isActive: true }
  const commands = () => main.said.filter(({ type }) => type === 'command')
  const changed = (patch: object) => ({
    ...{ type: 'command', name: 'changeMember', input: { memberId: benId, patch } },
  })
  async function open() {
    main.answers['members'] = () => ok([{ ...ben, secret: 'own', since: 0 }])
    main.answers['changeMember'] = () => ok(null)
    await openDesk(main, asAdministrator)
    await button('Members of staff').click()
    await button('Change Ben Cole').click()
  }

  it('has their roles back by one key', async () => {
    await open()
    await page.getByRole('checkbox', { name: 'Billing' }).click()
    await button('Save').click()
    const note = page.getByRole('complementary', { name: 'Just done' })
    await expect.element(note).toHaveTextContent('Changed: Ben Cole Undo Ctrl+Z')
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.element(note).not.toBeInTheDocument()
    expect(commands()).toEqual([
      changed({ name: 'Ben Cole', roles: ['reception', 'billing'], isActive: true }),
      changed({ name: 'Ben Cole', roles: ['reception'] }),
    ])
  })

  it('is asked about before they can sign in no more, which no key takes back', async () => {
    await open()
    await button('Take away the sign-in').click()
    await expect.element(button('Cancel').first()).toHaveFocus()
    expect(commands()).toEqual([])
    expect(await violations()).toEqual([])
    await button('Yes, take it away').click()
    await expect.element(button('Yes, take it away')).not.toBeInTheDocument()
    expect(commands()).toEqual([changed({ isActive: false })])
    await expect.element(page.getByRole('complementary')).not.toBeInTheDocument()
  })
})

it('asks before a new PIN is given', async () => {
  const member = { id: benId, name: 'Ben Cole', roles: ['reception'], isActive: true }
  main.answers['members'] = () => ok([{ ...member, secret: 'own', since: 0 }])
  main.answers['resetMember'] = () => ok({ name: 'Ben Cole', temporary: '84027315' })
  await openDesk(main, asAdministrator)
  await button('Members of staff').click()
  await button('Change Ben Cole').click()
  await button('Give a new PIN').click()
  await expect.element(button('Cancel').first()).toHaveFocus()
  expect(await violations()).toEqual([])
  expect(main.said.filter(({ type }) => type === 'command')).toEqual([])
  await button('Yes, give a new PIN').click()
  await expect.element(page.getByText('84027315')).toBeVisible()
})

import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  button,
  heading,
  isGone,
  press,
  sees,
  undersizedTargets,
  violations,
} from '#harness/renderer/on-page.ts'
import {
  openScreen,
  sizeNames,
  type PageHarness,
  type Size,
} from '#harness/renderer/page-harness.ts'
import { spread } from '#harness/renderer/spread.ts'
import { staffScreens } from '#harness/renderer/staff-views.ts'
import type { ScreenOf } from '../kiosk/state/screen-props.ts'

const id = () => page.getByLabelText('Client ID', { exact: true })
const secret = () => page.getByLabelText('Client secret', { exact: true })

async function openForm(size: Size = 'portrait'): Promise<PageHarness> {
  const harness = await openScreen('staff-credentials', {}, size)
  await press('Replace the credentials: Partner interface')
  await expect.element(id()).toHaveFocus()
  return harness
}

it.each(spread(['its form'], sizeNames))('%s is accessible and in reach in %s', async (_, size) => {
  await openForm(size)
  expect(undersizedTargets()).toEqual([])
  expect(await violations()).toEqual([])
  await press('Test and keep')
  await expect.element(page.getByRole('alert')).toMatchTextContent(/Please type/)
})

it('is typed with the keys on the screen: capitals and signs too', async () => {
  const harness = await openForm()
  await press('a', 'ABC, Capital letters', 'B', 'Q', 'ABC, Capital letters', '7')
  await expect.element(id()).toHaveValue('aBQ7')
  await press(secret())
  for (const key of [
    ...['z', '#$&, Signs', '!', '~', '`', '\\', '"', '{', 'abc, Letters', 'Dot', 'x', 'Erase'],
    'y',
  ])
    await press(key)
  await expect.element(secret()).toHaveValue('z!~`\\"{.y')
  await press('Test and keep')
  expect(harness.commands).toEqual([
    { type: 'giveCredentials', interface: 'partner', clientId: 'aBQ7', clientSecret: 'z!~`\\"{.y' },
  ])
})

it('takes a real keyboard, wherever the focus is', async () => {
  const harness = await openForm()
  await userEvent.keyboard('my-id{Tab}S3cret')
  ;(button('Cancel').element() as HTMLElement).focus()
  await userEvent.keyboard('!{Enter}')
  expect(harness.commands).toEqual([
    { type: 'giveCredentials', interface: 'partner', clientId: 'my-id', clientSecret: 'S3cret!' },
  ])
})

it('hides the secret until it is asked for', async () => {
  await openForm()
  await secret().fill('S3cret')
  await expect.element(secret()).toHaveAttribute('type', 'password')
  await press('Show')
  await expect.element(secret()).toHaveAttribute('type', 'text')
  await expect.element(secret()).toHaveValue('S3cret')
  await press('Hide')
  await expect.element(secret()).toHaveAttribute('type', 'password')
})

it('leaves nothing of the secret behind once it is given, whatever comes of it', async () => {
  const harness = await openForm()
  await id().fill('my-id')
  await secret().fill('S3cret-canary')
  const fields = [...document.querySelectorAll('input')]
  await press('Test and keep')
  for (const outcome of ['testing', 'kept', 'not-kept']) {
    await harness.showScreen(`staff-credentials-${outcome}`)
    expect(document.documentElement.outerHTML).not.toContain('S3cret-canary')
    expect(document.querySelectorAll('input')).toHaveLength(0)
  }
  expect(fields.map(({ value }) => value)).toEqual(['', ''])
  expect(localStorage).toHaveLength(0)
  await press('Try again')
  await expect.element(secret()).toHaveValue('')
})

it('forgets what was typed when it is left, by a tap or because main locks', async () => {
  const harness = await openForm()
  await secret().fill('S3cret-canary')
  const typedInto = secret().element() as HTMLInputElement
  await harness.showScreen('staff-enter-pin')
  await sees(page.getByRole('heading', { name: 'Staff PIN' }))
  expect(typedInto.value).toBe('')
  await harness.showScreen('staff-credentials')
  await isGone(id())
  await press('Replace the credentials: Partner interface')
  await secret().fill('S3cret-canary')
  await press('Cancel')
  await expect.element(heading()).toHaveFocus()
  expect(harness.commands).toEqual([])
})

it('says that what was in use stays in use, where something was', async () => {
  const refused = staffScreens['staff-credentials-not-kept'] as ScreenOf<'staffCredentials'>
  const interfaces = refused.interfaces.map((one) => ({ ...one, since: 1 }))
  await openScreen({ ...refused, interfaces })
  await expect.element(page.getByRole('status')).toMatchTextContent(/stays in use/)
})

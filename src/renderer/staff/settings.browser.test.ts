import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { button, press, sees, violations } from '#harness/renderer/on-page.ts'
import { openScreen, type PageHarness } from '#harness/renderer/page-harness.ts'
import { staffScreens } from '#harness/renderer/staff-views.ts'
import type { ScreenOf } from '../kiosk/state/screen-props.ts'

const heading = (level: number) => page.getByRole('heading', { level })

async function change(name: string): Promise<PageHarness> {
  const harness = await openScreen('staff-settings')
  await press(`Change: ${name}`)
  await expect.element(heading(2)).toHaveFocus()
  expect(await violations()).toEqual([])
  return harness
}

it.each([
  [
    'How patients prove who they are',
    'By phone or email',
    'By email',
    'identity.channels',
    'email',
  ],
  ['Give new forms when none wait', 'No', 'Yes', 'packets.createWhenNone', 'true'],
  ['Languages', 'English, Spanish', 'Spanish, English', 'languages', 'es, en'],
])('changes a choice by one tap: %s', async (name, before, choice, key, value) => {
  const harness = await change(name)
  await expect.element(button(before)).toHaveAttribute('aria-pressed', 'true')
  await press(choice)
  expect(harness.commands).toEqual([{ type: 'changeSetting', key, value }])
  await expect.element(heading(1)).toHaveFocus()
})

it('takes seconds as digits alone', async () => {
  const harness = await change('Warn after no touch for')
  await sees(page.getByText('From 10 to 1800 seconds.'))
  await press('Erase', 'Erase', '1')
  await userEvent.keyboard('x2')
  await press('5', 'Save')
  expect(harness.commands).toEqual([{ type: 'changeSetting', key: 'idle.afterMs', value: '125' }])
})

it('takes a text by both keyboards', async () => {
  const harness = await change('Country of phone numbers')
  await press('Erase', 'Erase', 'ABC, Capital letters', 'M')
  await userEvent.keyboard('X{Enter}')
  expect(harness.commands).toEqual([
    { type: 'changeSetting', key: 'identity.phoneRegion', value: 'MX' },
  ])
})

it('changes nothing when it is left', async () => {
  const harness = await change('Country of phone numbers')
  await press('Cancel')
  await expect.element(heading(1)).toHaveFocus()
  expect(harness.commands).toEqual([])
})

it.each([
  ['The warning stands for', /30 seconds.*policy.*Locked/, 0],
  ['Account', /4711.*From the environment/, 0],
  ['Addresses that forms open from', /forms\.intake\.example\.com.*Set on this kiosk/, 1],
])('says of "%s" where it comes from, and locks what another decides', async (name, ...of) => {
  const [words, buttons] = of
  await openScreen('staff-settings')
  const row = page.getByRole('listitem').filter({ hasText: name })
  await expect.element(row).toMatchTextContent(words)
  expect(row.getByRole('button').elements()).toHaveLength(buttons)
})

it('says between which seconds a time must be, in the words of the language', async () => {
  const settings = staffScreens['staff-settings'] as ScreenOf<'staffSettings'>
  const error = { key: 'idle.afterMs', expected: 'a whole number of seconds' }
  await openScreen({ ...settings, error, errorCount: 1 }, { locale: 'es' })
  const alert = page.getByRole('alert')
  await expect.element(alert).toMatchTextContent(/«Avisar sin toques después de» no se cambió/)
  await expect.element(alert).toMatchTextContent(/De 10 a 1800 segundos/)
  await expect.element(alert).not.toMatchTextContent(/whole number/)
})

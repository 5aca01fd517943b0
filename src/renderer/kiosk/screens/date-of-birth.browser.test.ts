import { expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Screen } from '../../../shared/ipc.ts'
import { press } from '#harness/renderer/on-page.ts'
import { openScreen } from '#harness/renderer/page-harness.ts'
import { screens } from '#harness/renderer/views.ts'

const field = (name: string) => page.getByRole('textbox', { name, exact: true })
const labels = () => [...document.querySelectorAll('label')].map((label) => label.textContent)

it.each([
  ['the month to the day to the year', '07'],
  ['a day of one digit that can have no second to the year', '7'],
])('leads from %s by taps alone', async (_, day) => {
  const harness = await openScreen('birth-date')
  await press('March', ...Array.from(`${day}1984`), 'Continue')
  expect(harness.commands).toEqual([{ type: 'submitDateOfBirth', year: '1984', month: '3', day }])
})

it('asks for their own date, and for that of a child on a tap', async () => {
  const harness = await openScreen('birth-date')
  const lede = () => document.querySelector('.lede')?.textContent ?? ''
  expect(lede()).toMatch(/your own/)
  await press('I am here for a child or someone else')
  expect(harness.commands).toContainEqual({ type: 'sayForWhom', isForAnother: true })
  await harness.showScreen('birth-date-of-another')
  expect(lede()).toMatch(/the person who will see the doctor/)
  expect(document.activeElement?.textContent).toBe('When was that person born?')
  await press('I am here for myself')
  expect(harness.commands).toContainEqual({ type: 'sayForWhom', isForAnother: false })
})

it('says of the last try that it is the last', async () => {
  const harness = await openScreen('birth-date-not-matched')
  expect(document.querySelector('.summary')?.textContent).toMatch(/This is the last try/)
  await harness.showScreen('locked-by-phone-not-matched')
  expect(document.querySelector('.summary')?.textContent).toMatch(/This is the last try/)
  await harness.showScreen({ ...screens['birth-date'], lastTry: true } as Screen)
  expect(document.querySelector('.strong')?.textContent).toMatch(/This is the last try/)
})

it('asks in the order of the language', async () => {
  await openScreen('birth-date')
  expect(labels()).toEqual(['Month', 'Day', 'Year'])
  const harness = await openScreen('birth-date', { locale: 'es' })
  expect(labels()).toEqual(['Día', 'Mes', 'Año'])
  await press('2', '9', 'Febrero', '2', '0', '0', '0', 'Continuar')
  expect(harness.commands).toEqual([
    { type: 'submitDateOfBirth', year: '2000', month: '2', day: '29' },
  ])
})

it('takes a real keyboard: a month as a number or by its name', async () => {
  const harness = await openScreen('birth-date')
  await userEvent.keyboard('12')
  await expect.element(field('Month')).toHaveValue('••••••••')
  await userEvent.keyboard('311999{Enter}')
  expect(harness.commands.at(-1)).toEqual({
    type: 'submitDateOfBirth',
    year: '1999',
    month: '12',
    day: '31',
  })
  await userEvent.fill(field('Month'), 'sep')
  await expect.element(field('Month')).toHaveValue('•••••••••')
  await press(field('Month'))
  await expect.element(field('Month')).toHaveValue('September')
})

it('sends an unfinished date as it is: main decides', async () => {
  const harness = await openScreen('birth-date')
  await press('Continue')
  expect(harness.commands).toEqual([{ type: 'submitDateOfBirth', year: '', month: '', day: '' }])
})

it('keeps the date beside its error, and mends it', async () => {
  const harness = await openScreen('birth-date')
  await press('June', '3', '1', '1', '9', '8', '4')
  await harness.showScreen('birth-date-not-a-date')
  await expect.element(page.getByRole('group', { name: 'Please check one thing' })).toHaveFocus()
  await expect.element(field('Day')).toHaveValue('31')
  for (const name of ['Month', 'Day', 'Year'])
    await expect
      .element(field(name))
      .toHaveAccessibleDescription(/check the month, the day and all four numbers/)
  await press(field('Day'), 'Erase', '0', 'Continue')
  expect(harness.commands).toEqual([
    { type: 'submitDateOfBirth', year: '1984', month: '6', day: '30' },
  ])
})

import { expect } from '@playwright/test'
import type { Locator, Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import type { Locale } from '../../src/shared/ipc.ts'

/** Answers one field as a patient would who leaves what is filled in already. */
async function fillField(field: Locator, answer: string): Promise<void> {
  const figure = field.locator('button.figure').first()
  if (await figure.count()) {
    if ((await field.locator('ol li').count()) === 0)
      await figure.click({ position: { x: 60, y: 60 } })
    return
  }
  const canvas = field.locator('canvas')
  if (await canvas.count()) return sign(field, canvas)
  const radio = field.getByRole('radio')
  if (await radio.count()) {
    return (await field.locator('input:checked').count()) === 0 ? tick(radio.first()) : undefined
  }
  const box = field.getByRole('checkbox')
  if (await box.count()) return tick(box.first())
  for (const select of await field.locator('select').all())
    if ((await select.inputValue()) === '') await select.selectOption({ index: 1 })
  for (const input of await field.locator('input:not([type=file]), textarea').all())
    if ((await input.inputValue()) === '') await type(input, await answerFor(input, answer))
}

/** Ticks a box, and looks whether it is ticked: the keys that go away move the page, and a tap may miss the box. */
async function tick(box: Locator): Promise<void> {
  await expect(async () => {
    if (!(await box.isChecked())) await box.click()
    await expect(box).toBeChecked()
  }).toPass({ timeout: 60_000 })
}

/** Types, and looks whether it stands there: while Foyer's keys are on the screen, nothing comes into another field. */
async function type(input: Locator, text: string): Promise<void> {
  do await input.fill(text)
  while ((await input.inputValue()) === '')
}

/** Text to type, by what the field asks the on-screen keyboard for. */
async function answerFor(input: Locator, answer: string): Promise<string> {
  const mode = await input.getAttribute('inputmode')
  const longest = Number((await input.getAttribute('maxlength')) ?? '200')
  if (mode === 'email') return 'patient@example.com'
  if (mode === 'tel') return '2065550142'
  if (mode === 'numeric') return longest === 4 ? '1984' : '7'
  return answer.slice(0, longest)
}

/** Signs, and looks whether it stands there: the keys that go away move the page, and a stroke may miss the box. */
async function sign(field: Locator, canvas: Locator): Promise<void> {
  const undo = field.locator('.actions button').nth(1)
  do await draw(canvas)
  while ((await undo.count()) === 0)
}

async function draw(canvas: Locator): Promise<void> {
  await canvas.scrollIntoViewIfNeeded()
  const box = await canvas.boundingBox()
  if (!box) throw new Error('the box for the signature is not seen')
  const { mouse } = canvas.page()
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const
  await mouse.move(...at(0.2, 0.6))
  await mouse.down()
  for (const [x, y] of [
    [0.3, 0.3],
    [0.4, 0.7],
    [0.5, 0.35],
    [0.6, 0.65],
    [0.75, 0.45],
  ] as const)
    await mouse.move(...at(x, y), { steps: 4 })
  await mouse.up()
}

/** Answers what must be answered on the page of a form that is shown; an answer may call for further questions. */
export async function fillPage(page: Page, answer: string): Promise<void> {
  if (await oneTouch(page).count()) return
  const fields = page.locator('[data-field]:not(:has(.optional))')
  for (let done = 0; done < (await fields.count()); done++)
    await fillField(fields.nth(done), answer)
}

/** The choices of a page that goes on by a touch of one. */
export const oneTouch = (page: Page): Locator =>
  page.locator('article.form:not(:has(button.primary)) [type=radio]')

/** Places of the patient page, but for its end, each with the words of its way onward. */
const onwardFrom = {
  known: [m.forms_known_yes],
  list: [m.forms_list_start, m.forms_list_continue],
  page: [m.forms_next, m.forms_submit, m.forms_review, m.forms_review_return],
  review: [m.forms_send],
}
type Place = keyof typeof onwardFrom

const wayFrom = (page: Page, place: Place, locale: Locale) =>
  button(
    page,
    onwardFrom[place].map((message) => message({}, { locale })),
  )

/** Place of the patient page: the list of forms, a page of a form, the look at all answers, or the end. */
export async function placeOf(page: Page, locale: Locale): Promise<Place | 'done'> {
  const known = wayFrom(page, 'known', locale)
  const list = wayFrom(page, 'list', locale)
  const review = wayFrom(page, 'review', locale)
  const onward = page.locator('article.form')
  const words = [m.forms_done_next, m.forms_done_late].map((message) => message({}, { locale }))
  const done = page.getByText(new RegExp(words.join('|'))).first()
  await list.or(known).or(onward).or(review).or(done).first().waitFor()
  if (await done.isVisible()) return 'done'
  if (await known.isVisible()) return 'known'
  if (await review.isVisible()) return 'review'
  return (await list.isVisible()) ? 'list' : 'page'
}

export function button(page: Page, names: readonly string[]): Locator {
  const escaped = names.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return page.getByRole('button', { name: new RegExp(`^(${escaped.join('|')})$`) })
}

/** Takes the one way onward from where the page is, and waits until it is somewhere else. */
export async function goOn(page: Page, place: Place, locale: Locale): Promise<void> {
  const heading = page.locator('[tabindex="-1"]')
  const before = await heading.first().innerText()
  const choices = oneTouch(page)
  await ((await choices.count()) > 0 ? choices.first() : wayFrom(page, place, locale)).click()
  await heading.filter({ hasNotText: before }).first().waitFor()
}

/** The packet's page at its first question, also where that is known and stands there to be changed. */
export async function openFirst(page: Page, locale: Locale = 'en'): Promise<Page> {
  const place = await placeOf(page, locale)
  if (place === 'list') await goOn(page, 'list', locale)
  if (place === 'known') await page.locator('[data-change]').first().click()
  return page
}

/** Types a text into the first field that takes one, waits until it is kept, marks it and copies it, as a person might. */
export async function typesAndCopies(page: Page, text: string): Promise<void> {
  await openFirst(page)
  const box = firstText(page)
  await box.fill('')
  await box.pressSequentially(text)
  await expect(page.getByText(m.forms_saved({}, { locale: 'en' }))).toBeVisible()
  await marksAndCopies(page)
}

export async function marksAndCopies(page: Page): Promise<void> {
  await firstText(page).press('ControlOrMeta+a')
  // The keys for it do nothing; a page's own button could.
  expect(await page.evaluate(`document.execCommand('copy')`)).toBe(true)
}

export const firstText = (page: Page): Locator =>
  page.locator('[data-field] input[type=text], [data-field] textarea').first()

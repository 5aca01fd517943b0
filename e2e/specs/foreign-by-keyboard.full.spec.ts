import type { Locator, Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import { openPointerAndKeyboard } from '../../test/conformance/x-pointer-and-keyboard.ts'
import {
  answersAt,
  anyone,
  completed,
  expectCompleted,
  expectOnScreen,
  formAfter,
} from '../support/foreign.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'
import { given } from '#harness/given.ts'

test.use({ options: { foreign: '/typing' } })

/** Element with the focus in each document of these pages. */
async function whereFocusIs(pages: ReadonlySet<Page>): Promise<string> {
  const frames = [...pages].flatMap((page) => (page.isClosed() ? [] : page.frames()))
  const places = frames.map((frame) =>
    frame
      .evaluate<number>(
        `new Promise((done) => setTimeout(() => done([...document.querySelectorAll('*')].indexOf(document.activeElement)), 50))`,
      )
      .catch(() => -1),
  )
  return (await Promise.all(places)).join(' ')
}

/** Waits until the focus has moved on from where it was, and stays there; or stays where it was for longer. */
async function atRest(pages: ReadonlySet<Page>, before: string): Promise<void> {
  let last = before
  let same = 0
  while (same < (last === before ? 12 : 4)) {
    const now = await whereFocusIs(pages)
    same = now === last ? same + 1 : 0
    last = now
  }
}

/** Somebody with nothing but a keyboard, through the X server, whichever window has it. */
async function openKeyboard(foyer: RunningFoyer) {
  const input = await openPointerAndKeyboard(foyer.display)
  const press = (combination: string) => input.press(combination)
  /** Those in which something was looked for. */
  const pages = new Set<Page>()
  const isFocused = (element: Locator) =>
    element.evaluate((each: unknown) => {
      const { ownerDocument } = each as { readonly ownerDocument: { activeElement: unknown } }
      return each === ownerDocument.activeElement
    })
  return {
    press,
    close: () => input.close(),
    async type(text: string) {
      for (const key of text) await press(key)
    },
    /** Presses a key until the element has the focus, as a person does who sees where a press led before the next one. */
    async reach(element: Locator, key = 'Tab') {
      await element.waitFor()
      pages.add(element.page())
      const look = async () => {
        if (await isFocused(element)) return true
        const before = await whereFocusIs(pages)
        await press(key)
        await atRest(pages, before)
        return isFocused(element)
      }
      await expect.poll(look, { intervals: [50], timeout: 120_000 }).toBe(true)
    },
    isFocused,
  }
}

/** What a screen reader says of the focus; throws where something in its reach has no name, or a screen no main heading. */
async function hears(page: Page): Promise<string> {
  const session = await page.context().newCDPSession(page)
  const { nodes } = await session.send('Accessibility.getFullAXTree')
  await session.detach()
  const said = nodes
    .filter(({ ignored, role }) => !ignored && role?.value !== 'RootWebArea')
    .map(({ role, name, properties = [] }) => {
      const has = (wanted: string): unknown =>
        properties.find((each) => each.name === wanted)?.value.value
      return { words: `${role?.value}: ${name?.value ?? ''}`, has }
    })
  const nameless = said.filter(({ words, has }) => has('focusable') === true && /: $/.test(words))
  expect(nameless).toEqual([])
  expect(said.some(({ words, has }) => /^heading/.test(words) && has('level') === 1)).toBe(true)
  return said.findLast(({ has }) => has('focused') === true)?.words ?? ''
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

test('a whole visit with nothing but a keyboard', async ({ foyer, patient }) => {
  test.setTimeout(300_000)
  const before = completed(foyer)
  const keyboard = await openKeyboard(foyer)
  /** Each part that is whole leads to the next. */
  const givesDateOfBirth = async (kiosk: Page) => {
    const [year = '', month = '', day = ''] = anyone.dateOfBirth.split('-')
    await keyboard.type(month)
    await expect.poll(() => keyboard.isFocused(kiosk.locator('#day'))).toBe(true)
    await keyboard.type(day)
    await expect.poll(() => keyboard.isFocused(kiosk.locator('#year'))).toBe(true)
    await keyboard.type(year)
    await expect(kiosk.locator('#year')).toHaveValue(year)
    await keyboard.press('Enter')
  }
  try {
    const kiosk = await patient.sees(m.kiosk_welcome_title)
    const used = kiosk.url()
    // The window that is made ready for the next patient takes the keyboard while it comes up.
    await foyer.spare()
    await keyboard.reach(button(kiosk, patient.words(m.kiosk_welcome_start)))
    await keyboard.press('Enter')
    await patient.sees(given(m.kiosk_contact_title, { channel: 'sms' }))
    await expect.poll(() => hears(kiosk)).toBe('heading: What is your phone number?')
    await keyboard.type(anyone.contact.replace(/^\+1/, ''))
    await expect(kiosk.getByRole('textbox')).toHaveValue('(206) 555-0101')
    await keyboard.press('Enter')
    await patient.sees(m.kiosk_code_title)
    await expect.poll(() => hears(kiosk)).toBe('heading: Type the code we sent you')
    await keyboard.type(patient.codeFor(anyone.contact))
    await patient.sees(m.kiosk_birth_title)
    await expect.poll(() => hears(kiosk)).toBe('heading: When were you born?')
    const form = await formAfter(foyer, () => givesDateOfBirth(kiosk))
    await expectOnScreen(foyer, 'last')
    const field = (name: string) => form.locator(`[name="${name}"]`)
    await keyboard.reach(field('name'))
    await keyboard.type('ana')
    await expect(field('name')).toHaveValue('ana')
    await keyboard.reach(field('pin'))
    await keyboard.type('42')
    await keyboard.press('Enter')
    await expectOnScreen(foyer, 'done')
    // Nothing on the last page takes the focus, and it is left all the same.
    await keyboard.reach(button(kiosk, patient.words(m.kiosk_completing_finish)))
    await keyboard.press('Enter')
    await patient.sees(given(m.kiosk_finished_title, { kind: 'complete' }))
    await expect.poll(() => hears(kiosk)).toBe('heading: All done. Thank you!')
    await keyboard.reach(button(kiosk, patient.words(m.kiosk_close)))
    await keyboard.press('Enter')
    const next = await patient.isForgotten(used)
    await keyboard.reach(button(next, patient.words(m.kiosk_welcome_start)))
    await expectCompleted(foyer, before)
    expect(answersAt(foyer)).toMatchObject({ name: 'ana', pin: '42' })
  } finally {
    keyboard.close()
  }
})

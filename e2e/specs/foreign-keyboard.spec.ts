import type { Page } from 'playwright-core'
import { keyboardHeight } from '../../src/shared/form-insets.ts'
import { formBarHeight } from '../../src/shared/layout.ts'
import { expectCompleted, completed, foreignOf, openForeign } from '../support/foreign.ts'
import { foreignColors } from '../../test/foreign/answers.ts'
import { openHand, type Hand } from '../support/hand.ts'
import { expect, test } from '../support/test.ts'

const sizes = [
  { width: 1080, height: 1920 },
  { width: 1024, height: 768 },
  { width: 1366, height: 768 },
]

const field = (form: Page, name: string) => form.locator(`[name="${name}"]`)

/** The hand types into a field of the form, and its owner looks whether `text` stands there. */
async function typeInto(
  form: Page,
  hand: Hand,
  name: string,
  text: string,
  keys: readonly string[] = Array.from(text),
) {
  await hand.choose(field(form, name))
  await hand.press(...keys)
  await expect(field(form, name)).toHaveValue(text)
}

for (const size of sizes)
  test.describe(`a foreign form at ${size.width} × ${size.height}`, () => {
    test.use({ options: { foreign: '/typing', size } })

    test('is filled in and sent with nothing but a finger', async ({ foyer }) => {
      const before = completed(foyer)
      const form = await openForeign(foyer)
      const hand = await openHand(foyer)
      try {
        const name = ['ABC, Capital letters', 'A', 'n', 'a', 'Space', 'l', 'i']
        await typeInto(form, hand, 'name', 'Ana li', name)
        await typeInto(form, hand, 'email', 'a@gmail.com', ['a', '@gmail.com'])
        await typeInto(form, hand, 'mobile', '205', ['2', '0', '6', 'Erase', '5'])
        await hand.choose(field(form, 'ssn1'))
        await hand.press(...Array.from('123456789'))
        await expect(field(form, 'ssn3')).toHaveValue('6789')
        await hand.choose(field(form, 'code1'))
        // Nobody is faster than the page that leads from box to box, and looks before rubbing out.
        await hand.press(...Array.from('13579'))
        await expect(field(form, 'code5')).toHaveValue('9')
        await hand.press('Erase', 'Erase')
        await expect(field(form, 'code5')).toHaveValue('')
        await hand.press('2', '4')
        await expect(field(form, 'code6')).toHaveValue('4')
        await typeInto(form, hand, 'weight', '61.5', ['6', '1', 'Dot', '5'])
        await typeInto(form, hand, 'pin', '42')
        await typeInto(form, hand, 'allergies', 'ño\n', ['ñ', 'o', 'New line'])
        // A frame of another host draws nothing while it is out of sight, and what draws nothing never comes to rest.
        await form.locator('#card').scrollIntoViewIfNeeded()
        const card = form.frameLocator('#card').locator('[name="card"]')
        await hand.choose(card)
        await hand.press('4', '2', '4', '2')
        await expect(card).toHaveValue('4242')
        await hand.press('Hide')
        await hand.keys(false)
        await expect.poll(() => foyer.pixel(8, size.height - 100)).toBe(foreignColors.last)
        await hand.touchInForm(form.getByRole('button', { name: 'Send' }))
        await expect.poll(() => foyer.pixel(8, size.height - 100)).toBe(foreignColors.done)
        await expectCompleted(foyer, before)
        const vendor = foreignOf(foyer)
        const answers = vendor.answersOf(vendor.tokens()[0] ?? '')
        expect(Object.fromEntries(answers)).toMatchObject({
          name: 'Ana li',
          email: 'a@gmail.com',
          mobile: '205',
          ssn1: '123',
          ssn2: '45',
          code5: '2',
          weight: '61.5',
          pin: '42',
          allergies: 'ño\r\n',
        })
      } finally {
        hand.close()
      }
    })

    test('shows the field above the keys, with what is typed, and never the kiosk behind', async ({
      foyer,
    }) => {
      const form = await openForeign(foyer)
      const hand = await openHand(foyer)
      try {
        await hand.touchInForm(field(form, 'allergies'))
        const kiosk = await hand.keys(true)
        const formBottom = size.height - formBarHeight(size.height)
        const keysTop = formBottom - keyboardHeight(size)
        await expect
          .poll(async () => (await field(form, 'allergies').boundingBox())?.y ?? 0)
          .toBeLessThan(keysTop - 96)
        const key = await kiosk.getByRole('button', { name: 'q', exact: true }).boundingBox()
        expect(Math.min(key?.width ?? 0, key?.height ?? 0)).toBeGreaterThanOrEqual(48)
        // What is left of the form ends where the keys begin.
        const vendorColor = await foyer.pixel(4, keysTop - 8)
        await hand.press('q', 'w')
        expect(await foyer.pixel(4, keysTop - 8)).toBe(vendorColor)
        await expect(field(form, 'allergies')).toHaveValue('qw')
        await hand.press('Hide')
        await hand.keys(false)
        await expect.poll(() => foyer.pixel(4, formBottom - 8)).toBe(vendorColor)
        await hand.touchOnKiosk(kiosk.getByRole('button', { name: 'Show keyboard' }))
        await hand.press('e')
        await expect(field(form, 'allergies')).toHaveValue('qwe')
        // What comes with a key of Foyer's is taken for it: a person types on, and the keys go.
        await expect
          .poll(async () => {
            await hand.pressReal('r')
            return kiosk.locator('.keyboard').count()
          })
          .toBe(0)
        await hand.keys(false)
        await expect(field(form, 'allergies')).toHaveValue(/^qwer+$/)
        // A key on its way between two windows comes to neither.
        await expect
          .poll(async () => {
            await hand.pressReal('t')
            return field(form, 'allergies').inputValue()
          })
          .toMatch(/^qwer+t+$/)
      } finally {
        hand.close()
      }
    })
  })

import type { Page } from 'playwright-core'
import { foreignColors } from '../../test/foreign/answers.ts'
import { answersAt, completed, expectCompleted } from '../support/foreign.ts'
import { openHand, type Hand } from '../support/hand.ts'
import { expect, test } from '../support/test.ts'

const field = (form: Page, name: string) => form.locator(`[name="${name}"]`)

/** The hand types into a field of the form, and its owner looks whether `text` stands there. */
async function typeInto(
  form: Page,
  hand: Hand,
  name: string,
  text: string,
  keys: readonly string[],
) {
  await hand.choose(field(form, name))
  await hand.press(...keys)
  await expect(field(form, name)).toHaveValue(text)
}

test.use({ options: { foreign: '/typing' } })

test('a form of somebody else’s is filled in and sent with nothing but a finger', async ({
  foyer,
  form,
}) => {
  const before = completed(foyer)
  const hand = await openHand(foyer)
  const low = 1_820
  const fillBox = async (digits: string, next: string) => {
    await hand.press(...Array.from(digits))
    await expect(field(form, next)).toBeFocused()
  }
  try {
    const name = ['ABC, Capital letters', 'A', 'n', 'a', 'Space', 'l', 'i']
    await typeInto(form, hand, 'name', 'Ana li', name)
    await typeInto(form, hand, 'email', 'a@gmail.com', ['a', '@gmail.com'])
    await hand.choose(field(form, 'ssn1'))
    await fillBox('123', 'ssn2')
    await fillBox('45', 'ssn3')
    await hand.press('6', '7', '8', '9')
    await expect(field(form, 'ssn3')).toHaveValue('6789')
    // A frame of another host draws nothing while it is out of sight, and what draws nothing never comes to rest.
    await form.locator('#card').scrollIntoViewIfNeeded()
    const card = form.frameLocator('#card').locator('[name="card"]')
    await hand.choose(card)
    await hand.press('4', '2', '4', '2')
    await expect(card).toHaveValue('4242')
    await hand.press('Hide')
    await hand.keys(false)
    await expect.poll(() => foyer.pixel(8, low)).toBe(foreignColors.last)
    await hand.touchInForm(form.getByRole('button', { name: 'Send' }))
    await expect.poll(() => foyer.pixel(8, low)).toBe(foreignColors.done)
    await expectCompleted(foyer, before)
    expect(answersAt(foyer)).toMatchObject({
      name: 'Ana li',
      email: 'a@gmail.com',
      ssn1: '123',
      ssn2: '45',
    })
  } finally {
    hand.close()
  }
})

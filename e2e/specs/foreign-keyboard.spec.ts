import type { Page } from 'playwright-core'
import { foreignColors } from '../../test/foreign/answers.ts'
import { isFullTier } from '../../test/harness/tier.ts'
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
  keys: readonly string[] = Array.from(text),
) {
  await hand.choose(field(form, name))
  await hand.press(...keys)
  await expect(field(form, name)).toHaveValue(text)
}

/** Fills in the fields of every other kind; `fillBox` fills a box and waits until the page has led to the next one. */
async function fillOtherKinds(
  form: Page,
  hand: Hand,
  fillBox: (digits: string, next: string) => Promise<void>,
): Promise<void> {
  await typeInto(form, hand, 'mobile', '205', ['2', '0', '6', 'Erase', '5'])
  await hand.choose(field(form, 'code1'))
  // Nobody is faster than the page that leads from box to box, and looks before rubbing out.
  for (const [at, digit] of Array.from('13579').entries()) await fillBox(digit, `code${at + 2}`)
  await expect(field(form, 'code5')).toHaveValue('9')
  await hand.press('Erase', 'Erase')
  await expect(field(form, 'code5')).toHaveValue('')
  await fillBox('2', 'code6')
  await hand.press('4')
  await expect(field(form, 'code6')).toHaveValue('4')
  await typeInto(form, hand, 'weight', '61.5', ['6', '1', 'Dot', '5'])
  await typeInto(form, hand, 'pin', '42')
  await typeInto(form, hand, 'allergies', 'ño\n', ['ñ', 'o', 'New line'])
}

for (const size of [undefined, { width: 1024, height: 768 }, { width: 1366, height: 768 }])
  test.describe(
    `at ${size ? `${size.width} × ${size.height}` : 'the usual size'}`,
    { tag: size ? '@full' : [] },
    () => {
      test.use({ options: { foreign: '/typing', ...(size && { size }) } })

      test('a form of somebody else’s is filled in and sent with nothing but a finger', async ({
        foyer,
        form,
      }) => {
        const before = completed(foyer)
        const hand = await openHand(foyer)
        const low = (size?.height ?? 1_920) - 100
        /** Fills a box, and waits until the page has led to the next one. */
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
          // The conformance suite of Foyer's keys types into fields of each kind in the default tier.
          if (isFullTier) await fillOtherKinds(form, hand, fillBox)
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
            ...(isFullTier && {
              mobile: '205',
              code5: '2',
              weight: '61.5',
              pin: '42',
              allergies: 'ño\r\n',
            }),
          })
        } finally {
          hand.close()
        }
      })
    },
  )

import type { Page } from 'playwright-core'
import { answersAt, completed, expectCompleted, expectOnScreen } from '../support/foreign.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'

const next = (form: Page) => form.getByRole('button', { name: 'Next' }).click()

type Fill = (form: Page, foyer: RunningFoyer) => Promise<void>

/** Pages of somebody else's, and how a patient comes to the button that sends each. */
const pages: readonly (readonly [page: string, what: string, fill: Fill])[] = [
  [
    '/spa',
    'a single-page application from another host',
    async (form, foyer) => {
      await expectOnScreen(foyer, 'asks')
      await form.getByRole('textbox').fill('A sore knee')
      await next(form)
      await expect(form.getByRole('heading', { name: 'Which medicines' })).toBeVisible()
      await next(form)
    },
  ],
  [
    '/chain',
    'a form behind redirects, a form that sends itself and a fragment',
    (form) => expect(form.locator('#at')).toHaveText('#consent'),
  ],
  [
    '/signature',
    'a signature in another host’s frame',
    async (form) => {
      const canvas = form.frameLocator('#signature').locator('canvas')
      await canvas.hover({ position: { x: 100, y: 100 } })
      await form.mouse.down()
      await canvas.hover({ position: { x: 300, y: 60 } })
      await form.mouse.up()
    },
  ],
]

for (const [foreign, what, fill] of pages)
  test.describe(foreign, () => {
    test.use({ options: { foreign } })
    test(`${what} is filled in and sent`, async ({ foyer, form }) => {
      const before = completed(foyer)
      await fill(form, foyer)
      await expectOnScreen(foyer, 'last')
      await form.getByRole('button', { name: 'Send' }).click()
      await expectOnScreen(foyer, 'done')
      await expectCompleted(foyer, before)
      if (foreign === '/spa') expect(answersAt(foyer)['q0']).toBe('A sore knee')
    })
  })

import type { Page } from 'playwright-core'
import { m } from '../../src/i18n/paraglide/messages.js'
import {
  answersAt,
  completed,
  expectCompleted,
  expectOnScreen,
  foreignOf,
} from '../support/foreign.ts'
import { startOver } from '../support/quick-visit.ts'
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
    '/steps',
    'forms that the server draws one after another',
    async (form, foyer) => {
      await form.getByRole('textbox').fill('A sore knee')
      await next(form)
      await form.getByRole('combobox').selectOption('yes')
      await expectOnScreen(foyer, 'asks')
      await next(form)
      await form.getByRole('checkbox').check()
    },
  ],
  [
    '/chain',
    'a form behind redirects, a form that sends itself and a fragment',
    (form) => expect(form.locator('#at')).toHaveText('#consent'),
  ],
  [
    '/payment',
    'a payment in another host’s frame, which leads the page on,',
    async (form) => {
      const frame = form.frameLocator('#payment')
      await frame.getByRole('textbox').fill('4242')
      await frame.getByRole('button', { name: 'Pay' }).click()
    },
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

test.describe('a page of somebody else’s', () => {
  test.use({ options: { foreign: '/spa' } })
  test('is told of once for what it was refused, when the visit is over', async ({
    foyer,
    form,
    patient,
  }) => {
    await form.getByRole('textbox').waitFor()
    const { forms, tracker } = foreignOf(foyer).origins
    const refusals = () => foyer.log.filter((line) => line.includes('Refused'))
    expect(refusals()).toEqual([])
    const started = foyer.log.findLast((line) => line.includes('"visitStarted"')) ?? '{}'
    const { helpNumber } = JSON.parse(started) as { helpNumber: string }
    await startOver(foyer)
    await patient.sees(m.kiosk_welcome_title)
    const told = { event: 'formPageRefused', what: 'request', kind: 'script', target: tracker }
    expect(refusals().map((line) => JSON.parse(line) as object)).toMatchObject([
      { ...told, from: forms, count: 1, helpNumber },
    ])
  })
})

import {
  completed,
  expectCompleted,
  expectOnScreen,
  foreignOf,
  openForeign,
} from '../support/foreign.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { startOver } from '../support/quick-visit.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'

/** The help number of the visit that began last, as the log has it. */
function helpNumberOf({ log }: RunningFoyer): string {
  const started = log.findLast((line) => line.includes('"visitStarted"')) ?? '{}'
  return (JSON.parse(started) as { helpNumber: string }).helpNumber
}

test.describe('a page of somebody else’s', () => {
  test.use({ options: { foreign: '/spa' } })

  test('a single-page application from another host is filled in and sent', async ({ foyer }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer)
    await expectOnScreen(foyer, 'asks')
    await form.getByRole('textbox').fill('A sore knee')
    await form.getByRole('button', { name: 'Next' }).click()
    await expect(form.getByRole('heading', { name: 'Which medicines' })).toBeVisible()
    await form.getByRole('button', { name: 'Next' }).click()
    await expectOnScreen(foyer, 'last')
    await form.getByRole('button', { name: 'Send' }).click()
    await expectOnScreen(foyer, 'done')
    await expectCompleted(foyer, before)
    const vendor = foreignOf(foyer)
    expect(vendor.answersOf(vendor.tokens()[0] ?? '').get('q0')).toBe('A sore knee')
  })

  test('forms that the server draws one after another are sent', async ({ foyer }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer, '/steps')
    await form.getByRole('textbox').fill('A sore knee')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('combobox').selectOption('yes')
    await expectOnScreen(foyer, 'asks')
    await form.getByRole('button', { name: 'Next' }).click()
    await form.getByRole('checkbox').check()
    await expectOnScreen(foyer, 'last')
    await form.getByRole('button', { name: 'Send' }).click()
    await expectOnScreen(foyer, 'done')
    await expectCompleted(foyer, before)
  })

  test('redirects, a form that sends itself and a fragment lead to the form', async ({ foyer }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer, '/chain')
    await expect(form.locator('#at')).toHaveText('#consent')
    await expectOnScreen(foyer, 'last')
    await form.getByRole('button', { name: 'Send' }).click()
    await expectOnScreen(foyer, 'done')
    await expectCompleted(foyer, before)
  })

  test('a payment in another host’s frame leads the page on, and is sent', async ({ foyer }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer, '/payment')
    const frame = form.frameLocator('#payment')
    await frame.getByRole('textbox').fill('4242')
    await frame.getByRole('button', { name: 'Pay' }).click()
    await expectOnScreen(foyer, 'last')
    await form.getByRole('button', { name: 'Send' }).click()
    await expectOnScreen(foyer, 'done')
    await expectCompleted(foyer, before)
  })

  test('what it was refused is told once, when the visit is over', async ({ foyer, patient }) => {
    await openForeign(foyer)
    await expectOnScreen(foyer, 'asks')
    const { forms, tracker } = foreignOf(foyer).origins
    const refusals = () => foyer.log.filter((line) => line.includes('Refused'))
    expect(refusals()).toEqual([])
    const help = helpNumberOf(foyer)
    await startOver(foyer)
    await patient.sees(m.kiosk_welcome_title)
    expect(refusals().map((line) => JSON.parse(line) as object)).toMatchObject([
      {
        event: 'formPageRefused',
        what: 'request',
        kind: 'script',
        target: tracker,
        from: forms,
        count: 1,
        helpNumber: help,
      },
    ])
  })

  test('a signature in another host’s frame comes into the form', async ({ foyer }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer, '/signature')
    const canvas = form.frameLocator('#signature').locator('canvas')
    await canvas.hover({ position: { x: 100, y: 100 } })
    await form.mouse.down()
    await canvas.hover({ position: { x: 300, y: 60 } })
    await form.mouse.up()
    await expectOnScreen(foyer, 'last')
    await form.getByRole('button', { name: 'Send' }).click()
    await expectOnScreen(foyer, 'done')
    await expectCompleted(foyer, before)
  })
})

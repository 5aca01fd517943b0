import { m } from '../../src/i18n/paraglide/messages.js'
import {
  completed,
  expectCompleted,
  expectOnScreen,
  foreignOf,
  openForeign,
} from '../support/foreign.ts'
import { expect, test } from '../support/test.ts'

test.describe('a foreign page that asks for what a kiosk refuses', () => {
  test.use({ options: { foreign: '/features' } })

  test('hears no to each, goes on, and its worker is told of as one', async ({
    foyer,
    patient,
  }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer)
    await form.getByRole('button', { name: 'Send' }).waitFor()
    await expectOnScreen(foyer, 'last')
    const heard = Object.fromEntries(
      await Promise.all(
        ['worker', 'messages', 'place'].map(
          async (name) => [name, await form.locator(`#${name}`).textContent()] as const,
        ),
      ),
    )
    expect(heard).toEqual({ worker: 'SecurityError', messages: 'denied', place: 'NotAllowedError' })
    await form.getByRole('button', { name: 'Send' }).click({ noWaitAfter: true })
    await expectCompleted(foyer, before)
    await patient.sees(m.kiosk_finished_title)
    const { forms } = foreignOf(foyer).origins
    const refused = () =>
      foyer.log
        .filter((line) => line.includes('formPageRefused'))
        .map((line) => JSON.parse(line) as object)
    await expect.poll(refused).toContainEqual(
      expect.objectContaining({
        kind: 'worker',
        target: 'service-worker',
        from: forms,
        count: 1,
      }),
    )
  })
})

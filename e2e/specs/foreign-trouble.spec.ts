import { m } from '../../src/i18n/paraglide/messages.js'
import {
  anyone,
  completed,
  expectCompleted,
  expectOnScreen,
  foreignOf,
  openForeign,
} from '../support/foreign.ts'
import { prove } from '../support/quick-visit.ts'
import type { RunningFoyer } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'

/** What the log says with one of these events so far. */
const linesOf = ({ log }: RunningFoyer, event: string) =>
  log
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter((line) => line['event'] === event)

test.describe('a page of somebody else’s that is of no use', () => {
  test.use({ options: { foreign: '/trouble/blank' } })

  test('an empty one may be tried again once, then the desk is told', async ({
    foyer,
    patient,
  }) => {
    await prove(foyer, anyone)
    await patient.sees(m.kiosk_unavailable_title)
    await patient.taps(m.kiosk_unavailable_retry)
    await patient.sees(m.kiosk_staff_title)
    const { forms, cdn } = foreignOf(foyer).origins
    expect(linesOf(foyer, 'formPageFailed')).toMatchObject([
      { reason: 'failed', kind: 'script', status: 404, origin: cdn },
      { reason: 'blank', kind: 'document', origin: forms },
      { reason: 'failed', kind: 'script', status: 404, origin: cdn },
      { reason: 'blank', kind: 'document', origin: forms },
    ])
  })

  test('one that waits for a script for ever is seen at once, and may be tried again', async ({
    foyer,
    patient,
  }) => {
    foreignOf(foyer).use('/trouble/spinning')
    await prove(foyer, anyone)
    await expectOnScreen(foyer, 'last')
    await patient.sees(m.kiosk_unavailable_title)
    expect(linesOf(foyer, 'formPageFailed')).toMatchObject([
      { reason: 'hangs', kind: 'script', origin: foreignOf(foyer).origins.cdn },
    ])
  })

  test('one whose service answers with an error may be tried again', async ({ foyer, patient }) => {
    foreignOf(foyer).use('/trouble/api-500')
    await prove(foyer, anyone)
    await patient.sees(m.kiosk_unavailable_title)
    expect(linesOf(foyer, 'formPageFailed')).toMatchObject([
      { reason: 'failed', kind: 'fetch', status: 500, origin: foreignOf(foyer).origins.api },
    ])
  })

  test('one that can be filled in is left to the patient, whatever does not come', async ({
    foyer,
  }) => {
    const before = completed(foyer)
    const form = await openForeign(foyer, '/trouble/slow-script')
    await expectOnScreen(foyer, 'last')
    await expect.poll(() => linesOf(foyer, 'formPageFailed')).toHaveLength(1)
    await form.getByRole('button', { name: 'Send' }).click()
    await expectOnScreen(foyer, 'done')
    await expectCompleted(foyer, before)
  })

  test('one that leads to a host that nobody listed goes to the desk at once, with the origin', async ({
    foyer,
    patient,
  }) => {
    foreignOf(foyer).use('/trouble/led-away')
    await prove(foyer, anyone)
    await patient.sees(m.kiosk_staff_title)
    const { portal } = foreignOf(foyer).origins
    expect(linesOf(foyer, 'formFailed')).toMatchObject([{ error: 'notAllowed', origin: portal }])
    expect(foreignOf(foyer).requests.filter((each) => each.startsWith('portal'))).toEqual([])
    expect(foreignOf(foyer).requests.filter((each) => each.includes('/trouble'))).toHaveLength(1)
  })
})

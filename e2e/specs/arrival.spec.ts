import { arrivals } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { openRecords } from '../support/service-records.ts'
import { directions } from '../support/test-kiosk.ts'
import { expect, test } from '../support/test.ts'
import { given } from '../../test/harness/given.ts'

const comer = arrivals.nothingWaits

test('who has a visit and no forms is checked in, and told where to wait', async ({
  foyer,
  patient,
}) => {
  const records = openRecords(foyer.sandbox)
  try {
    expect(await records.appointmentsOf(comer.id)).toEqual(['SCHEDULED'])
    await patient.provesWith(comer, comer.phone, 'es')
    await patient.taps(m.kiosk_arrival_yes)
    const last = await patient.sees(m.kiosk_arrival_checked_in)
    await expect(last.getByText(directions.es, { exact: true })).toBeVisible()
    await expect(
      last.getByText(patient.words(given(m.kiosk_arrival_end, { state: 'checkedIn' }))),
    ).toHaveCount(0)
    expect(await last.evaluate(`document.documentElement.lang`)).toBe('es')
    await expect.poll(() => records.appointmentsOf(comer.id)).toEqual(['CHECKED_IN'])
    await patient.leavesBy(m.kiosk_close)
  } finally {
    await records.close()
  }
})

test.describe('a clinic that says nothing of where to wait', () => {
  const environment = { FOYER_ARRIVAL_DIRECTIONS_EN: '', FOYER_ARRIVAL_DIRECTIONS_ES: '' }
  test.use({ options: { environment } })

  test('asks who is checked in to take a seat', { tag: '@full' }, async ({ patient }) => {
    await patient.provesWith(comer, comer.phone)
    await patient.taps(m.kiosk_arrival_yes)
    const last = await patient.sees(m.kiosk_arrival_checked_in)
    await expect(
      last.getByText(patient.words(given(m.kiosk_arrival_end, { state: 'checkedIn' }))),
    ).toBeVisible()
  })
})

import { arrivals } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { isFullTier } from '../../test/harness/tier.ts'
import { openRecords } from '../support/service-records.ts'
import { directions } from '../support/shared-kiosk.ts'
import { expect, test } from '../support/test.ts'
import { given } from '../../test/harness/given.ts'

const comer = arrivals.nothingWaits

for (const [locale, tag] of [
  ['es', []],
  ['en', ['@full']],
] as const)
  test.describe(`in ${locale}`, () => {
    // Another kiosk where another test comes: one that has heard of an arrival does not ask again.
    const environment = { FOYER_KIOSK_NAME: `kiosk-${locale}` }
    test.use({ options: isFullTier ? { environment } : {} })
    test(
      'who has a visit and no forms is checked in, and told where to wait',
      { tag: [...tag] },
      async ({ foyer, patient }) => {
        const records = openRecords(foyer.sandbox)
        try {
          expect(await records.appointmentsOf(comer.id)).toEqual(['SCHEDULED'])
          await patient.provesWith(comer, comer.phone, locale)
          await patient.taps(m.kiosk_arrival_yes)
          const last = await patient.sees(m.kiosk_arrival_checked_in)
          await expect(last.getByText(directions[locale], { exact: true })).toBeVisible()
          await expect(
            last.getByText(patient.words(given(m.kiosk_arrival_end, { state: 'checkedIn' }))),
          ).toHaveCount(0)
          expect(await last.evaluate(`document.documentElement.lang`)).toBe(locale)
          await expect.poll(() => records.appointmentsOf(comer.id)).toEqual(['CHECKED_IN'])
          await patient.leavesBy(m.kiosk_close)
        } finally {
          await records.close()
        }
      },
    )
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

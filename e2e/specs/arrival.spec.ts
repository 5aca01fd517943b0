import { arrivals } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { openRecords } from '../support/service-records.ts'
import { expect, test } from '../support/test.ts'

const comer = arrivals.nothingWaits

/** Where patients wait, in the clinic's own words. */
const directions = {
  en: 'Please sit in the blue room.',
  es: 'Siéntese en la sala azul, por favor.',
} as const

test.describe('a clinic that says where to wait', () => {
  test.use({
    options: {
      environment: {
        FOYER_ARRIVAL_DIRECTIONS_EN: directions.en,
        FOYER_ARRIVAL_DIRECTIONS_ES: directions.es,
        // On a busy machine the last screen stands until it was read.
        FOYER_IDLE_LAST_SCREEN_MS: '300000',
      },
    },
  })

  for (const locale of ['en', 'es'] as const)
    test(`who has a visit and no forms is checked in, and told where to wait (${locale})`, async ({
      foyer,
      patient,
    }) => {
      const records = openRecords(foyer.sandbox)
      try {
        expect(await records.appointmentsOf(comer.id)).toEqual(['SCHEDULED'])
        await patient.provesWith(comer, comer.phone, locale)
        await patient.taps(m.kiosk_arrival_yes)
        const last = await patient.sees(m.kiosk_arrival_checked_in)
        await expect(last.getByText(directions[locale], { exact: true })).toBeVisible()
        await expect(last.getByText(patient.words(m.kiosk_arrival_end_seat))).toHaveCount(0)
        expect(await last.evaluate(`document.documentElement.lang`)).toBe(locale)
        await expect.poll(() => records.appointmentsOf(comer.id)).toEqual(['CHECKED_IN'])
        await patient.leavesBy(m.kiosk_close)
      } finally {
        await records.close()
      }
    })
})

test('where the clinic says nothing of its own, who is checked in is asked to take a seat', async ({
  patient,
}) => {
  await patient.provesWith(comer, comer.phone)
  await patient.taps(m.kiosk_arrival_yes)
  const last = await patient.sees(m.kiosk_arrival_checked_in)
  await expect(last.getByText(patient.words(m.kiosk_arrival_end_seat))).toBeVisible()
})

import { m } from '../../src/i18n/paraglide/messages.js'
import { freePort } from '../../test/harness/bus/relay.ts'
import { openPlace } from '../../test/leak-scan/kiosk-place.ts'
import { onDeskStage } from '../support/desk-stage.ts'
import { member, patienceMs } from '../support/receptionist.ts'
import { startFoyerIn } from '../support/running-foyer.ts'
import { StaffMember, words } from '../support/staff.ts'
import { expect, test } from '../support/test.ts'
import { given } from '../../test/harness/given.ts'

test.setTimeout(300_000)

test('staff pair a kiosk in its panel with what the desk shows, and both say so', async () => {
  const ports = {
    FOYER_BUS_BROKER_PORT: String(await freePort()),
    FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
  }
  const name = 'Front door'
  await onDeskStage(
    [],
    async ({ receptionist }) => {
      await receptionist.signsIn(member.secret)
      await receptionist.opens('kiosks')
      const [address, code] = await receptionist.invitesKiosk()

      const place = await openPlace({ environment: { FOYER_KIOSK_NAME: name } })
      try {
        const foyer = await startFoyerIn(place)
        try {
          const staff = new StaffMember(foyer)
          await staff.enters(place.environment['FOYER_STAFF_PIN'] ?? '')
          await staff.taps(given(m.staff_page, { page: 'desk' }))
          const page = await staff.sees(given(m.staff_page, { page: 'desk' }))
          await page.getByLabel(words(m.staff_desk_address), { exact: true }).fill(address)
          await page.getByLabel(words(m.staff_desk_code), { exact: true }).fill(code)
          await staff.taps(m.staff_desk_pair_now)
          const connected = page
            .getByText(words(given(m.staff_desk_connection, { connection: 'connected' })))
            .first()
          await expect(connected).toBeVisible({ timeout: patienceMs })
          await receptionist.sees(m.desk_pair_done, { name })
          await expect(receptionist.page.getByText(name).first()).toBeVisible()
        } finally {
          await foyer.stop()
        }
      } finally {
        await place.close()
      }
    },
    ports,
  )
})

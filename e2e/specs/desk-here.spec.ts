import { giveToFoyer } from '../../scripts/app-process.ts'
import { prepareDesk } from '../../cli/clinic/prepare-desk.ts'
import { shortForm } from '../../sandbox/seeds/cases.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { openPlace } from '../../test/leak-scan/kiosk-place.ts'
import { Patient } from '../support/patient.ts'
import { Receptionist } from '../support/receptionist.ts'
import { startFoyerIn } from '../support/running-foyer.ts'
import { expect, test } from '../support/test.ts'

test('thin', async () => {
  test.setTimeout(300_000)
  const place = await openPlace({
    size: { width: 1366, height: 768 },
    environment: { FOYER_STATION: 'desk', FOYER_KIOSK_NAME: 'Front desk' },
  })
  const { FOYER_STAFF_PIN: _, ...environment } = place.environment
  const member = { name: 'Ana Ruiz', secret: 'six small boats at noon' }
  await prepareDesk({ name: 'Front desk', folder: place.dataFolder, environment }, [], member)
  giveToFoyer(place.dataFolder)
  const foyer = await startFoyerIn({ ...place, environment })
  try {
    const ana = new Receptionist(await foyer.kiosk())
    await ana.signsIn(member.secret)
    await ana.findsWhoCame(shortForm)
    await ana.presses(m.desk_here)
    await foyer
      .picture()
      .then((p) => test.info().attach('a', { body: p, contentType: 'image/png' }))
    await ana.presses(m.desk_here_give)
    const patient = new Patient({ ...foyer, ...foyer.here })
    await patient.givesDateOfBirth(shortForm.dateOfBirth)
    await patient.fillsInForms()
    await patient.sees(m.kiosk_finished_title)
    await patient.taps(m.kiosk_close)
    await expect.poll(() => foyer.here.isOpen()).toBe(false)
    await ana.signsIn(member.secret)
    await ana.sees(m.desk_place_today)
  } catch (error) {
    console.log(foyer.log.slice(-40).join('\n'))
    await import('node:fs/promises').then(async (fs) =>
      fs.writeFile('/tmp/here-fail.png', await foyer.picture()),
    )
    throw error
  } finally {
    await foyer.stop()
    await place.close()
  }
})

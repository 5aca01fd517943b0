import { openPlace } from '../../test/leak-scan/kiosk-place.ts'
import { browsersThatStay, killAndStartAgain, servedSoFar } from '../support/killed.ts'
import { startFoyerIn } from '../support/running-foyer.ts'
import { killRepeatedly } from '../support/repeated-kills.ts'
import { expect, test } from '../support/test.ts'

test('kill -9 at any moment of a visit leaves nothing, loses nothing and locks nobody out', async () => {
  const { opened, leftovers, owed, lost } = await killRepeatedly(5, 'a handful')
  expect(owed).toBeGreaterThan(10)
  expect({ opened, leftovers, lost }).toEqual({ opened: 5, leftovers: [], lost: [] })
})

test('the browsers of a killed Foyer end by themselves', async () => {
  const place = await openPlace()
  let foyer = await startFoyerIn(place)
  try {
    await (await foyer.kiosk()).locator('.kiosk.welcome').waitFor()
    const after = await killAndStartAgain(
      place,
      foyer,
      'main',
      servedSoFar(place),
      async (runs) => {
        expect(runs).toHaveLength(place.shell === 'electron' ? 0 : 1)
        expect(await browsersThatStay(runs)).toEqual([])
      },
    )
    foyer = after.next
    expect(after.leftovers).toEqual([])
  } finally {
    await foyer.stop()
    await place.close()
  }
})

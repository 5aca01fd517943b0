// A test worker as `killed-worker.spec.ts` kills it: starts a whole Foyer, says so, and never ends it.
import { openPlace } from '../../test/leak-scan/kiosk-place.ts'
import { startFoyerIn } from './running-foyer.ts'

const foyer = await startFoyerIn(await openPlace())
await (await foyer.kiosk()).locator('.kiosk.welcome').waitFor()
console.log('open')

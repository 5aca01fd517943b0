// Drives a real front desk through its places as a member of staff would, and keeps a picture of each.
import { freePort } from '../scripts/free-port.ts'
import { beginPictures } from './support/picture-steps.ts'
import { startFoyer } from './support/running-foyer.ts'
import { walkDesk } from './support/walkthrough-desk.ts'

const size = { width: 1366, height: 768 }
const begin = await beginPictures(`desk-${size.width}x${size.height}`)
const foyer = await startFoyer({
  size,
  environment: {
    FOYER_STATION: 'desk',
    FOYER_BUS_BROKER_PORT: String(await freePort()),
    FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
  },
})
const { folder, count, step } = begin(foyer)
try {
  console.log(`foyer: a member of staff walks through a front desk (${foyer.shell} shell)\n`)
  await walkDesk(foyer, step)
  console.log(`\nfoyer: walked through. ${count()} pictures in ${folder}`)
} catch (error) {
  await step('here it went wrong', 'failed').catch(() => undefined)
  console.error(error instanceof Error ? error.message : error)
  console.error(foyer.log.slice(-10).join('\n'))
  process.exitCode = 1
} finally {
  await foyer.stop()
}

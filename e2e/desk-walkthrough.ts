// Drives a real front desk through its places as a member of staff would, and keeps a picture of each.
import { freePort } from '../scripts/free-port.ts'
import { walkThrough } from './support/picture-steps.ts'
import { walkDesk } from './support/walkthrough-desk.ts'

const size = { width: 1366, height: 768 }
await walkThrough({
  name: `desk-${size.width}x${size.height}`,
  options: {
    size,
    environment: {
      FOYER_STATION: 'desk',
      FOYER_BUS_BROKER_PORT: String(await freePort()),
      FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
    },
  },
  about: (shell) => `a member of staff walks through a front desk (${shell} shell)`,
  done: 'walked through',
  walk: walkDesk,
})

// A kiosk without a window that updates itself in hundredths of the time: its vault, its updates, its feed are the
// product's. Its arguments: its version, the folder of its vault, the feed's address and key, its authority, the proxy
// before it, and what that asks for. It says what it does.
import { writeSync } from 'node:fs'
import { systemClock } from '../../../src/main/base/clock.ts'
import { openFeed } from '../../../src/main/updates/feed.ts'
import { openUpdates } from '../../../src/main/updates/updates.ts'
import { openOrThrow } from '../vault/scratch.ts'

const [, , version = '', data = '', url = '', key = '', caFile, proxy, credentials] = process.argv
const network = { caFile: caFile ?? null, proxy: proxy ?? null, secrets: () => credentials }
const { FOYER_VERSIONS_DIR: folder = '' } = process.env
const say = (text: string) => writeSync(1, `${text}\n`)
const faster = 100
const clock = {
  now: () => systemClock.now() * faster,
  wallTime: () => systemClock.wallTime(),
  setTimeout: (action: () => void, ms: number) => systemClock.setTimeout(action, ms / faster),
  clearTimeout: (id: unknown) => systemClock.clearTimeout(id),
}

const vault = await openOrThrow(data)
vault.audit.append('started', { kiosk: version })
const { length } = vault.audit.recent(['started'], { since: 0, limit: 1_000 })
if (!vault.verifyAudit().ok) throw new Error('the audit does not hold')
// The number of acknowledged starts: a later start must know of each.
say(`open ${version} ${length}`)
openUpdates({
  folder,
  version,
  id: 'a kiosk',
  settings: { hours: { from: 0, to: 0 }, blocked: [] },
  clock,
  openFeed: (isWanted) =>
    openFeed({ url, key, channel: 'latest', network, folder, version, isWanted }),
  moment: () => ({ isFree: true, waiting: 0 }),
  isWorking: () => true,
  restart: () => process.exit(75),
  log: (message, { detail } = { detail: '' }) => say(`${message} ${detail}`),
})
process.on('SIGTERM', () => process.exit(0))

import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { cheapHash, valueOf } from '../../../../test/harness/desk/staffed-desk.ts'
import { openOrThrow, scratchFolder } from '../../../../test/harness/vault/scratch.ts'
import { systemClock } from '../../base/clock.ts'
import { createMembers } from '../../desk/members/members.ts'
import { openLog } from '../../log/log.ts'
import type { CommandHandler } from '../../shell/port.ts'
import { readStartupConfiguration } from '../start-up.ts'
import { composeDesk } from './compose-desk.ts'

let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => (scratch = scratchFolder()))
afterEach(() => scratch.remove())

const secret = 'a lamp by the river'

/** A desk that is started with that PIN in its environment; nothing answers at the service's addresses. */
async function startDesk(pin: string) {
  const names = ['PARTNER_URL', 'PARTNER_AUTH_URL', 'DEVELOPER_URL', 'DEVELOPER_AUTH_URL']
  const environment = {
    ...Object.fromEntries(names.map((name) => [`FOYER_SERVICE_${name}`, 'http://127.0.0.1:9'])),
    ...{ FOYER_SERVICE_ACCOUNT_ID: '1', FOYER_SERVICE_LOCATION_ID: '1', FOYER_STATION: 'desk' },
    ...{ FOYER_DATA_DIR: scratch.folder, FOYER_STAFF_PIN: pin },
    FOYER_CONFIG: join(scratch.folder, 'none.json'),
  }
  const read = readStartupConfiguration(scratch.folder, environment, { execArgv: [], args: [] })
  if (!read.ok) throw new Error(read.error)
  let handler: CommandHandler | undefined
  const station = await composeDesk({
    ...{ settings: read.value.loadedSettings, staffPin: read.value.staffPin, version: '0' },
    vault: await openOrThrow(scratch.folder),
    shell: {
      kind: 'browser',
      openDesk(given) {
        handler = given.handler
        return Promise.resolve({
          show: () => undefined,
          renew: () => Promise.resolve(),
          bringToFront: () => Promise.resolve(),
        })
      },
      openVisitShell: () => Promise.reject(new Error('nobody is given this screen')),
      close: () => Promise.resolve(),
    },
    log: openLog('desk', { write: () => undefined }),
    onClosed: () => undefined,
    onStuck: () => undefined,
  })
  const signIn = (memberId: string, typed: string) =>
    handler?.(
      { type: 'session', session: { act: 'signIn', memberId, secret: typed } },
      { isKioskPage: true },
    )
  return { station, signIn }
}

it('lets the first administrator in again by another PIN in the environment, once', async () => {
  const vault = await openOrThrow(scratch.folder)
  const made = createMembers({ vault, audit: vault.audit, clock: systemClock, cost: cheapHash })
  const ana = valueOf(await made.setUp({ name: 'Ana Reyes', secret }))
  vault.close()

  const first = await startDesk('493027')
  expect(await first.signIn(ana.id, secret)).toMatchObject({ error: { kind: 'wrongSecret' } })
  expect(await first.signIn(ana.id, '493027')).toMatchObject({ ok: true })
  await first.station.stop()

  const between = await openOrThrow(scratch.folder)
  const members = createMembers({ vault: between, audit: between.audit, clock: systemClock })
  const chosen = { old: '493027', next: secret, isWanted: () => true }
  valueOf(await members.changeSecret(ana.id, chosen))
  between.close()

  const second = await startDesk('493027')
  expect(await second.signIn(ana.id, '493027')).toMatchObject({ error: { kind: 'wrongSecret' } })
  expect(await second.signIn(ana.id, secret)).toMatchObject({ ok: true })
  await second.station.stop()
})

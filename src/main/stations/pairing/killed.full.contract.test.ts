import { once } from 'node:events'
import { expect, it } from 'vitest'
import { letIn } from '../../../../test/harness/bus/embedded-broker.ts'
import { invited, openTestHost, pairedClient, typed } from '../../../../test/harness/bus/pairing.ts'
import { testFolder } from '../../../../test/harness/test-folder.ts'
import { openOrThrow } from '../../../../test/harness/vault/scratch.ts'
import { spawnScript } from '../../../../test/harness/vault/test-vault.ts'
import { systemClock } from '../../base/clock.ts'
import { pair } from './pair.ts'
import { readPairing } from './pairing.ts'

const kills = 15
/** ms from the beginning to the kill: most are early, and the last comes after the end also on a busy machine. */
const killAfterMs = (kill: number) => 10 * 1.5 ** kill

it('kill -9 while a kiosk pairs leaves it paired or not, and able to pair again', async () => {
  const hub = await openTestHost()
  const outcomes = { paired: 0, not: 0 }
  for (let kill = 0; kill <= kills; kill += 1) {
    const folder = testFolder()
    const entry = JSON.stringify(typed(await invited(hub)))
    const child = spawnScript('change-vault.ts', ['pair', folder, entry])
    const closed = once(child, 'close')
    await once(child.stdout, 'data')
    // The last one is let alone.
    if (kill < kills) setTimeout(() => child.kill('SIGKILL'), killAfterMs(kill))
    await closed

    const vault = await openOrThrow(folder)
    expect(vault.verifyAudit().ok, `kill ${kill}`).toBe(true)
    const found = readPairing(vault.pairing)
    outcomes[found ? 'paired' : 'not'] += 1
    const again = async () => {
      const { audit, pairing: rows } = vault
      const parts = { rows, audit, kind: 'kiosk', name: 'again', clock: systemClock } as const
      const done = await pair(typed(await invited(hub)), parts)
      if (!done.ok) throw new Error(`kill ${kill}: ${done.error.kind}`)
      return done.value
    }
    const pairing = found ?? (await again())
    await letIn(pairedClient(pairing))
    expect(hub.host.clinic.stations().map(({ id }) => id)).toContain(pairing.station)
    vault.close()
  }
  expect(outcomes.not).toBeGreaterThan(0)
  expect(outcomes.paired).toBeGreaterThan(0)
})

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openKioskPlace } from '../../../test/harness/composed-foyer.ts'
import type { Vault } from '../vault/vault.ts'
import type * as ServiceConnections from './service-connection.ts'

/** Connections to the service that are open. */
const connections = vi.hoisted(() => new Set<unknown>())
vi.mock('./service-connection.ts', async (original) => {
  const { connectToService } = await original<typeof ServiceConnections>()
  return {
    connectToService(...parts: Parameters<typeof connectToService>) {
      const connection = connectToService(...parts)
      connections.add(connection)
      return {
        ...connection,
        async close() {
          await connection.close()
          connections.delete(connection)
        },
      }
    },
  }
})

beforeEach(() => {
  connections.clear()
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})
afterEach(() => vi.restoreAllMocks())

/** Starts a kiosk whose vault cannot be read if \`fails\` returns true; returns the other requests to the vault. */
async function start(fails: (key: string) => boolean) {
  let isOpen = true
  const change = (vault: Vault): Vault => ({
    ...vault,
    securitySettings: {
      ...vault.securitySettings,
      read(key) {
        if (fails(key))
          throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' })
        return vault.securitySettings.read(key)
      },
    },
    close() {
      isOpen = false
      vault.close()
    },
  })
  const { folder, start: startKiosk } = await openKioskPlace()
  const anchors = join(folder, 'anchors')
  const kiosk = await startKiosk({ settings: { FOYER_AUDIT_ANCHOR_FILE: anchors }, change })
  return { ...kiosk, anchors, isVaultOpen: () => isOpen }
}

it('closes the connection and the services that it had opened, and shows the fault to staff', async () => {
  let reads = 0
  // The first read of this key is the anchors' at the start: they go on without, and so does the start.
  const started = await start((key) => key === 'audit.anchorFile' && ++reads === 1)
  await started.sees('outOfService')
  await started.send({ type: 'openStaff' })
  await started.sees('staffVaultFault')
  expect(connections.size).toBe(0)
  const noted = readFileSync(started.anchors, 'utf8').trim().split('\n')
  expect(noted.map((line) => (JSON.parse(line) as { why: string }).why)).toEqual(['stopped'])
  expect(started.isVaultOpen()).toBe(true)
  await started.stop()
  expect(started.isVaultOpen()).toBe(false)
})

it('shows the fault also where it keeps the services from being opened', async () => {
  const started = await start(() => true)
  await started.sees('outOfService')
  expect(started.logged('kioskOutOfService')).toHaveLength(1)
  expect(connections.size).toBe(0)
  await started.stop()
  expect(started.isVaultOpen()).toBe(false)
})

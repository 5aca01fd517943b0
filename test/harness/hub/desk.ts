import { onTestFinished } from 'vitest'
import { openHubDesk } from '../../../src/main/stations/hub/hub-desk.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import { simulatedWallClock } from '../bus/wall-clock.ts'
import { testFolder } from '../test-folder.ts'
import { openTestVault } from '../vault/test-vault.ts'
import { FakeBus } from '../bus/fake-bus.ts'
import { backKiosk, frontKiosk, presenceOf } from './stations.ts'

/** The desk of a hub with two kiosks at five past noon, its vault and its bus; all end with the test. `vault`: that of a desk before. */
export async function openDesk({ vault: before }: { readonly vault?: Vault } = {}) {
  const folder = testFolder()
  const vault = before ?? (await openTestVault(folder))
  const clock = simulatedWallClock(Date.parse('2026-03-02T12:05:00.000Z'))
  const bus = new FakeBus('hub0000000000000', 'hub')
  for (const kiosk of [frontKiosk, backKiosk]) bus.see(presenceOf(kiosk))
  const unpaired: string[] = []
  const desk = openHubDesk({
    bus,
    rows: vault.hubNotices,
    audit: vault.audit,
    clock,
    unpair: (station) => unpaired.push(station),
  })
  onTestFinished(() => desk.stop())
  return { folder, vault, clock, bus, desk, unpaired }
}

import { onTestFinished } from 'vitest'
import { SimulatedClock } from 'xstate'
import type { WallClock } from '../../../src/main/base/clock.ts'
import { openHubDesk } from '../../../src/main/hub/overview/hub-desk.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import { openOrThrow, scratchFolder } from '../vault/scratch.ts'
import { recordingBus } from './recording-bus.ts'
import { backKiosk, frontKiosk, presenceOf } from './stations.ts'

/** Five past noon, and how to go on from there. */
function afterNoon(): WallClock & { increment(ms: number): void } {
  const timers = new SimulatedClock()
  const start = Date.parse('2026-03-02T12:05:00.000Z')
  return {
    now: () => timers.now(),
    wallTime: () => start + timers.now(),
    setTimeout: (callback, ms) => timers.setTimeout(callback, ms),
    clearTimeout: (id) => timers.clearTimeout(id as number),
    increment: (ms) => timers.increment(ms),
  }
}

/** The desk of a hub with two kiosks, its vault and its bus; all end with the test. `vault`: that of a desk before. */
export async function openDesk({ vault: before }: { readonly vault?: Vault } = {}) {
  const scratch = scratchFolder()
  onTestFinished(() => scratch.remove())
  const vault = before ?? (await openOrThrow(scratch.folder))
  if (!before) onTestFinished(() => vault.close())
  const clock = afterNoon()
  const bus = recordingBus()
  for (const kiosk of [frontKiosk, backKiosk]) bus.see(presenceOf(kiosk))
  const unpaired: string[] = []
  const desk = openHubDesk({
    ...{ bus, rows: vault.hubNotices, audit: vault.audit, clock },
    unpair: (station) => unpaired.push(station),
  })
  onTestFinished(() => desk.stop())
  return { folder: scratch.folder, vault, clock, bus, desk, unpaired }
}

import { expect, it } from 'vitest'
import { openDesk } from '#harness/hub/desk.ts'
import {
  arrivalOf,
  backKiosk,
  frontKiosk,
  helpOf,
  neededOf,
  presenceOf,
  saidBy,
} from '#harness/hub/stations.ts'
import type { HubPairing } from '../../stations/hub/hub-desk.ts'
import type { KioskHearing } from './hearing.ts'
import { followKiosks } from './follow-kiosks.ts'

const longMs = 5_000

/** The glance of a desk at kiosks; `shown` counts how often there was another one. */
async function follow() {
  const parts = await openDesk()
  const hub = {
    desk: parts.desk,
    pairing: {} as HubPairing,
    askIntakes: () => Promise.resolve(undefined),
  }
  const hearing: KioskHearing = { hears: () => 'yes', hub: () => hub, opened: Promise.resolve() }
  let shown = 0
  const followed = followKiosks(hearing, parts.clock, () => (shown += 1))
  await hearing.opened
  parts.clock.increment(longMs)
  expect(shown).toBe(1)
  const settle = () => {
    parts.clock.increment(longMs)
    return followed.glance()
  }
  return { ...parts, followed, settle, shown: () => shown }
}

it('counts those to whom nobody comes, and each call once', async () => {
  const { bus, desk, settle } = await follow()
  expect(settle()).toEqual({
    hears: 'yes',
    calls: 0,
    told: 0,
    arrived: 0,
    formsDone: 0,
    changes: 2,
  })
  bus.hear(saidBy(frontKiosk, helpOf('a')))
  bus.hear(saidBy(backKiosk, neededOf('7')))
  expect(settle()).toMatchObject({ calls: 2, told: 2 })
  // Told again, as after a lost confirmation.
  bus.hear(saidBy(frontKiosk, helpOf('a')))
  expect(settle()).toMatchObject({ calls: 2, told: 2 })
  desk.come({ from: frontKiosk, helpId: 'a' }, { by: 'Sam' })
  expect(settle()).toMatchObject({ calls: 1, told: 2 })
  desk.attend({ from: backKiosk, number: '7' })
  expect(settle()).toMatchObject({ calls: 0, told: 2 })
})

it('counts each arrival once', async () => {
  const { bus, desk, settle } = await follow()
  bus.hear(saidBy(frontKiosk, arrivalOf(5)))
  bus.hear(saidBy(backKiosk, arrivalOf(6)))
  expect(settle()).toMatchObject({ arrived: 2, calls: 0, told: 0 })
  bus.hear(saidBy(frontKiosk, arrivalOf(5)))
  expect(settle()).toMatchObject({ arrived: 2 })
  desk.forgetArrival(5)
  bus.hear(saidBy(frontKiosk, arrivalOf(7)))
  expect(settle()).toMatchObject({ arrived: 3 })
})

it('counts each time that forms are completed', async () => {
  const { bus, settle } = await follow()
  const said = saidBy(frontKiosk, { kind: 'formsCompleted', patientId: 9 })
  bus.hear(said)
  expect(settle()).toMatchObject({ formsDone: 1, arrived: 0, calls: 0 })
  bus.hear(said)
  expect(settle()).toMatchObject({ formsDone: 2 })
})

it('tells a new call from one that ended in the same moment', async () => {
  const { bus, settle } = await follow()
  bus.hear(saidBy(frontKiosk, helpOf('a')))
  expect(settle()).toMatchObject({ calls: 1, told: 1 })
  bus.hear(saidBy(frontKiosk, { kind: 'helpEnded', helpId: 'a' }))
  bus.hear(saidBy(frontKiosk, helpOf('b')))
  expect(settle()).toMatchObject({ calls: 1, told: 2 })
})

it('shows what comes together at once, and nothing once it is stopped', async () => {
  const { bus, clock, followed, settle, shown } = await follow()
  for (let at = 0; at < 50; at += 1) bus.see(presenceOf(frontKiosk, { version: `0.1.${at}` }))
  expect(shown()).toBe(1)
  expect(settle().changes).toBe(3)
  expect(shown()).toBe(2)
  bus.hear(saidBy(frontKiosk, helpOf('a')))
  followed.stop()
  bus.hear(saidBy(frontKiosk, helpOf('b')))
  clock.increment(longMs)
  expect(shown()).toBe(2)
})

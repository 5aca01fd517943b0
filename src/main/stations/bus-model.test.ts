import Database from 'better-sqlite3-multiple-ciphers'
import { setImmediate as breathe } from 'node:timers/promises'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { costlyRuns } from '#harness/property-runs.ts'
import { meddledTransport } from '#harness/bus/worlds.ts'
import {
  freeKiosk,
  newClinicKey,
  newStationId,
  startStation,
  testClinic,
  createInProcessHub,
} from '#harness/bus/test-station.ts'
import { helpOf } from '#harness/hub/stations.ts'
import type { StationKind } from '../../shared/bus/messages.ts'
import { systemClock } from '../base/clock.ts'
import { openBusRows, type BusRows } from '../vault/store/bus-rows.ts'
import { createTables } from '../vault/store/database.ts'
import type { Frame } from './port.ts'
import { rightsOf } from './topics.ts'

/** Time in which no timer ends: only what happens moves anything, so that each run is the same again. */
const standingClock = { ...systemClock, setTimeout: () => 0, clearTimeout: () => undefined }
const key = newClinicKey()

type Fate = 'pass' | 'drop' | 'twice' | 'late'
const fates: readonly Fate[] = ['pass', 'pass', 'pass', 'drop', 'twice', 'late']

/** A station that can die at any moment, also between handing on and keeping, and live again with its vault. */
function mortal(kind: StationKind, hub: ReturnType<typeof createInProcessHub>, fateOf: () => Fate) {
  const connection = new Database(':memory:')
  createTables(connection)
  connection.exec('CREATE TABLE handed (at INTEGER PRIMARY KEY, what TEXT NOT NULL)')
  const rows = openBusRows(connection)
  const id = newStationId()
  let end = () => {}
  let diesInside = false

  function live() {
    let isDead = false
    const alive = <T>(work: () => T): T => {
      if (isDead) throw new Error('dead')
      return work()
    }
    const mortalRows = Object.fromEntries(
      Object.entries(rows).map(([name, method]) => [
        name,
        (...parameters: unknown[]) =>
          alive(() => (method as (...all: unknown[]) => unknown)(...parameters)),
      ]),
    ) as unknown as BusRows
    const inner = hub.attach(id, rightsOf(testClinic, id, kind).subscribe)
    const late: (() => void)[] = []
    const transport = meddledTransport(inner, {
      came(frame: Frame, give) {
        const fate = fateOf()
        if (fate === 'late') late.push(() => give(frame))
        if (fate === 'pass' || fate === 'twice') give(frame)
        if (fate === 'twice') give(frame)
        if (fate === 'pass') for (const each of late.splice(0).reverse()) each()
      },
    })
    const { bus } = startStation({
      id,
      kind,
      transport,
      key,
      clock: standingClock,
      random: () => 0,
      listens: false,
      rows: {
        ...mortalRows,
        hear: (message, deliver) =>
          alive(() =>
            rows.hear(message, () => {
              deliver()
              if (!diesInside) return
              diesInside = false
              isDead = true
              throw new Error('dead')
            }),
          ),
      },
    })
    bus.onMessage(({ body }) => {
      const what =
        body.kind === 'helpAsked' ? body.helpId : body.kind === 'command' ? body.reason : ''
      connection.prepare('INSERT INTO handed (what) VALUES (?)').run(what)
    })
    if (kind === 'kiosk') bus.present(freeKiosk())
    end = () => {
      isDead = true
      inner.lose({ isBack: false })
    }
    return { bus, inner }
  }
  let present = live()
  return {
    id,
    bus: () => present.bus,
    reconnect: () => present.inner.lose({ isBack: true }),
    die() {
      end()
      present = live()
    },
    dieInside: () => void (diesInside = true),
    handed: () =>
      connection.prepare<[], string>('SELECT what FROM handed ORDER BY at').pluck().all(),
  }
}

const step = fc.oneof(
  { weight: 5, arbitrary: fc.constant('tell' as const) },
  { weight: 3, arbitrary: fc.constant('command' as const) },
  fc.constantFrom(
    'deskDies',
    'kioskDies',
    'deskDiesInside',
    'kioskDiesInside',
    'deskLost',
    'kioskLost',
  ),
)

it('delivers each message once and in order, whatever is lost and whoever dies when', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(step, fc.nat({ max: 12 })), { minLength: 5, maxLength: 30 }),
      fc.array(fc.constantFrom(...fates), { minLength: 20, maxLength: 60 }),
      async (steps, fateList) => {
        const hub = createInProcessHub()
        let drawn = 0
        let isCalm = false
        const fateOf = () => (isCalm ? 'pass' : (fateList[drawn++ % fateList.length] ?? 'pass'))
        const desk = mortal('desk', hub, fateOf)
        const kiosk = mortal('kiosk', hub, fateOf)
        const told: string[] = []
        const commanded: string[] = []
        const until = new Date(Date.now() + 86_400_000).toISOString()
        const command = (reason: string) =>
          desk.bus().command(kiosk.id, {
            kind: 'command',
            act: 'lock',
            by: 'Ana',
            reason,
            until,
            helpId: null,
          })

        for (const [what, waits] of steps) {
          if (what === 'tell' && kiosk.bus().tell(helpOf(`help ${told.length}`)).ok)
            told.push(`help ${told.length}`)
          else if (what === 'command' && command(`c ${commanded.length}`).ok)
            commanded.push(`c ${commanded.length}`)
          else if (what === 'deskDies') desk.die()
          else if (what === 'kioskDies') kiosk.die()
          else if (what === 'deskDiesInside') desk.dieInside()
          else if (what === 'kioskDiesInside') kiosk.dieInside()
          else if (what === 'deskLost') desk.reconnect()
          else if (what === 'kioskLost') kiosk.reconnect()
          for (let round = 0; round < waits; round += 1) await breathe()
        }

        isCalm = true
        await expect
          .poll(() => {
            // A station that died inside a transaction starts over, and lost messages are sent again.
            desk.die()
            kiosk.die()
            return untilQuiet(() => desk.bus().view().waiting + kiosk.bus().view().waiting === 0)
          })
          .toBe(true)
        expect(desk.handed()).toEqual(told)
        expect(kiosk.handed()).toEqual(commanded)
      },
    ),
    { numRuns: costlyRuns(10, 5), endOnFailure: true },
  )
})

async function untilQuiet(isDone: () => boolean): Promise<boolean> {
  for (let round = 0; round < 500 && !isDone(); round += 1) await breathe()
  return isDone()
}

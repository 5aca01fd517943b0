import { describe, expect, it, onTestFinished } from 'vitest'
import { systemClock, type WallClock } from '../../../src/main/base/clock.ts'
import { createKeyRing } from '../../../src/main/stations/seal.ts'
import type { BusCommand } from '../../../src/shared/bus/messages.ts'
import {
  freeKiosk,
  newClinicKey,
  startStation,
  type TestStation,
} from '#harness/bus/test-station.ts'
import { helpOf } from '#harness/hub/stations.ts'
import {
  meddledTransport,
  type BusWorld,
  type Meddling,
  type SeatName,
} from '#harness/bus/worlds.ts'

/** The machine's clock with another date. */
export const clockApart = (ms: number): WallClock => ({
  ...systemClock,
  wallTime: () => Date.now() + ms,
})

type StationOptions = Parameters<typeof startStation>[0]

/** The stations of one test, which all end with it. */
export async function openBench(openWorld: () => Promise<BusWorld>) {
  const world = await openWorld()
  onTestFinished(() => world.close())
  const key = newClinicKey()
  const start = (
    seat: SeatName,
    { meddling = {}, ...rest }: Partial<StationOptions> & { readonly meddling?: Meddling } = {},
  ): TestStation => {
    const { id, kind } = world.seats[seat]
    const transport = meddledTransport(world.transport(world.seats[seat]), meddling)
    const station = startStation({ keys: createKeyRing([key]), ...rest, id, kind, transport })
    if (kind === 'kiosk') station.bus.present({ ...freeKiosk(), name: seat })
    onTestFinished(() => station.bus.close())
    return station
  }
  /** A kiosk, and a desk before it, of which each knows that the other is there. */
  const meet = async (options: Parameters<typeof start>[1] = {}) => {
    const desk = start('desk')
    const kiosk = start('kiosk', options)
    await expect.poll(() => kiosk.bus.view().isHeard).toBe(true)
    return { desk, kiosk }
  }
  return { world, key, start, meet }
}

/** Calls for help that a station heard, in order. */
export const helpsIn = ({ heard }: TestStation): string[] =>
  heard.map(({ body }) => (body.kind === 'helpAsked' ? body.helpId : body.kind))

export const helpNames = (count: number, first = 0) =>
  Array.from({ length: count }, (_, at) => `help-${first + at}`)

/** Waits until nobody has to confirm anything to these stations. */
export const settled = (...stations: readonly TestStation[]) =>
  expect.poll(() => stations.reduce((sum, { bus }) => sum + bus.view().waiting, 0)).toBe(0)

/** A command that holds for that many ms by the sender's own clock. */
export const commandFor = (ms: number, now = Date.now()): BusCommand => ({
  kind: 'command',
  act: 'lock',
  by: 'Ana',
  reason: 'Break',
  until: new Date(now + ms).toISOString(),
  helpId: null,
})

/** Duties of every way to the other stations. */
export function testBus(name: string, openWorld: () => Promise<BusWorld>): void {
  describe(`the bus ${name}`, () => {
    it('tells whoever listens, once and in order', async () => {
      const bench = await openBench(openWorld)
      const desk = bench.start('desk')
      const hub = bench.start('hub')
      const kiosk = bench.start('kiosk')
      await expect.poll(() => kiosk.bus.stations()).toHaveLength(2)
      for (const helpId of helpNames(40)) kiosk.bus.tell(helpOf(helpId))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(40))
      await expect.poll(() => helpsIn(hub)).toEqual(helpNames(40))
      await expect
        .poll(() => kiosk.bus.view())
        .toMatchObject({ connection: 'connected', waiting: 0, isHeard: true })
    })

    it('says how each station is, to those who come later, and that it went', async () => {
      const bench = await openBench(openWorld)
      const kiosk = bench.start('kiosk')
      const other = bench.start('other')
      const desk = bench.start('desk')
      await expect
        .poll(() =>
          desk.bus
            .stations()
            .map(({ name: of, state }) => `${of} ${state}`)
            .toSorted(),
        )
        .toEqual(['kiosk free', 'other free'])
      // Kiosks hear of those who listen, and not of each other.
      await expect.poll(() => kiosk.bus.stations().map(({ kind }) => kind)).toEqual(['desk'])
      await other.bus.close()
      const late = bench.start('hub')
      for (const station of [desk, late])
        await expect
          .poll(() => station.bus.stations().find(({ name: of }) => of === 'other')?.state)
          .toBe('gone')
    })

    it('commands one kiosk, which answers', async () => {
      const bench = await openBench(openWorld)
      const desk = bench.start('desk')
      const kiosk = bench.start('kiosk')
      const other = bench.start('other')
      desk.bus.command(kiosk.bus.id, commandFor(600_000))
      await expect.poll(() => kiosk.heard).toMatchObject([{ body: { act: 'lock', by: 'Ana' } }])
      const [command] = kiosk.heard
      if (!command) throw new Error('no command')
      const done = { outcome: 'done', detail: null } as const
      const outcome = { kind: 'commandOutcome', of: command.id, ...done } as const
      kiosk.bus.answer(command, outcome)
      await expect.poll(() => desk.heard).toMatchObject([{ from: kiosk.bus.id, body: outcome }])
      await settled(desk, kiosk)
      expect(other.heard).toEqual([])
    })

    it('keeps what nobody hears, over a restart of the kiosk, for who comes', async () => {
      const bench = await openBench(openWorld)
      const before = bench.start('kiosk')
      before.bus.tell(helpOf('help-0'))
      const withdrawn = before.bus.tell(helpOf('not any more'))
      if (withdrawn.ok) before.bus.withdraw(withdrawn.value)
      await before.bus.close()
      const kiosk = bench.start('kiosk', { rows: before.rows })
      kiosk.bus.tell(helpOf('help-1'))
      expect(kiosk.bus.view()).toMatchObject({ waiting: 2, isHeard: false })
      const desk = bench.start('desk')
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(2))
      await settled(kiosk)
    })

    it('loses nothing when the key changes', async () => {
      const bench = await openBench(openWorld)
      const next = newClinicKey()
      const keys = { desk: createKeyRing([bench.key]), kiosk: createKeyRing([bench.key]) }
      const desk = bench.start('desk', { keys: keys.desk })
      const kiosk = bench.start('kiosk', { keys: keys.kiosk })
      kiosk.bus.tell(helpOf('help-0'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1))
      // The desk has it first: what it says is for a while not understood, and nothing of it is lost.
      keys.desk.change(next)
      desk.bus.command(kiosk.bus.id, commandFor(600_000))
      kiosk.bus.tell(helpOf('help-1'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(2))
      await expect.poll(() => kiosk.logged.join()).toContain('unknownKey')
      keys.kiosk.change(next)
      await expect.poll(() => kiosk.heard).toHaveLength(1)
      await settled(kiosk, desk)
    })
  })
}

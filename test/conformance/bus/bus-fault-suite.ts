import { describe, expect, it } from 'vitest'
import { freeKiosk } from '#harness/bus/test-station.ts'
import { helpOf } from '#harness/hub/stations.ts'
import type { BusWorld } from '#harness/bus/worlds.ts'
import { clockApart, commandFor, helpNames, helpsIn, openBench, settled } from './bus-suite.ts'

const hourMs = 3_600_000

/** Faults of brokers, networks and clocks, and what must hold nevertheless. */
export function testBusFaults(name: string, openWorld: () => Promise<BusWorld>): void {
  describe(`the bus ${name}`, () => {
    it('loses nothing, and does nothing twice, when the broker is killed', async () => {
      const { world, meet } = await openBench(openWorld)
      const { desk, kiosk } = await meet()
      const names = helpNames(60)
      for (const [at, helpId] of names.entries()) {
        kiosk.bus.tell(helpOf(helpId))
        if (at === 20) await expect.poll(() => desk.heard.length).toBeGreaterThan(0)
        if (at === 20) await world.kill()
      }
      desk.bus.command(kiosk.bus.id, commandFor(hourMs))
      await expect.poll(() => kiosk.bus.view().connection).toBe('connecting')
      expect(kiosk.bus.view().waiting).toBeGreaterThan(0)
      await world.restart()
      await expect.poll(() => helpsIn(desk)).toEqual(names)
      await expect.poll(() => kiosk.heard).toHaveLength(1)
      await settled(kiosk, desk)
      await expect.poll(() => desk.bus.stations()).toMatchObject([{ state: 'free' }])
      expect(helpsIn(desk)).toEqual(names)
    })

    for (const [how, tags] of [
      ['cut', []],
      ['hold', ['full']],
    ] as const)
      it(
        `goes on where it was after the network was gone (${how})`,
        { tags: [...tags] },
        async () => {
          const { world, meet } = await openBench(openWorld)
          const { desk, kiosk } = await meet()
          kiosk.bus.tell(helpOf('help-0'))
          world[how]()
          for (const helpId of helpNames(5, 1)) kiosk.bus.tell(helpOf(helpId))
          await expect
            .poll(() => kiosk.bus.view())
            .toMatchObject({ connection: 'connecting', isHeard: false })
          world.mend()
          await expect.poll(() => helpsIn(desk)).toEqual(helpNames(6))
          await settled(kiosk)
          expect(helpsIn(desk)).toEqual(helpNames(6))
        },
      )

    it.each([-5, 5])("judges a command by its giver's clock (kiosk %i h apart)", async (hours) => {
      const bench = await openBench(openWorld)
      const kiosk = bench.start('kiosk', { clock: clockApart(hours * hourMs) })
      const desk = bench.start('desk')
      desk.bus.command(kiosk.bus.id, commandFor(hourMs))
      await expect.poll(() => kiosk.heard).toMatchObject([{ body: { act: 'lock' } }])
      kiosk.bus.tell(helpOf('help-0'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1))
    })

    it('does not carry out a command that comes too late, and says so', async () => {
      const bench = await openBench(openWorld)
      const held: (() => void)[] = []
      const clock = { ...clockApart(0), lead: 0, wallTime: () => Date.now() + clock.lead }
      const hub = bench.start('hub', { clock })
      const kiosk = bench.start('kiosk', {
        meddling: {
          came(frame, give) {
            if (frame.topic.includes('/down/')) held.push(() => give(frame))
            else give(frame)
          },
        },
      })
      await expect.poll(() => hub.bus.stations()).not.toHaveLength(0)
      hub.bus.command(kiosk.bus.id, commandFor(hourMs))
      await expect.poll(() => held).not.toHaveLength(0)
      // Two hours go by at the hub, and its next presence shows it.
      clock.lead = 2 * hourMs
      hub.bus.present(freeKiosk('later'))
      await expect.poll(() => kiosk.bus.stations().map(({ name: of }) => of)).toContain('later')
      for (const give of held.splice(0)) give()
      await expect
        .poll(() => hub.heard.map(({ body }) => body))
        .toMatchObject([{ kind: 'commandOutcome', outcome: 'tooLate' }])
      expect(kiosk.heard).toEqual([])
    })

    it('leaves the bus to the later of two kiosks with one id', async () => {
      const bench = await openBench(openWorld)
      const desk = bench.start('desk')
      const first = bench.start('kiosk')
      await expect.poll(() => first.bus.view().isHeard).toBe(true)
      const second = bench.start('kiosk')
      await expect
        .poll(() => first.bus.view())
        .toMatchObject({ connection: 'refused', detail: 'takenOver' })
      await expect.poll(() => second.bus.view().isHeard).toBe(true)
      second.bus.tell(helpOf('help-0'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1))
      expect(first.bus.view().connection).toBe('refused')
      expect(first.logged.join()).toContain('takenOver')
    })
  })
}

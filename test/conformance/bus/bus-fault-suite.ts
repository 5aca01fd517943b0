import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { BusWorld } from '../../harness/bus/bus-world.ts'
import { help } from '../../harness/bus/test-station.ts'
import { busBench, clockApart, helpNames, helpsIn } from './bus-bench.ts'
import { commandFor } from './bus-suite.ts'

const hourMs = 3_600_000

/** What befalls brokers, networks and clocks, and what must hold nevertheless. */
export function testBusFaults(name: string, openWorld: () => Promise<BusWorld>): void {
  describe(`the bus ${name}`, () => {
    let bench: ReturnType<typeof busBench>
    let world: BusWorld
    beforeEach(async () => {
      world = await openWorld()
      bench = busBench(world)
    })
    afterEach(() => bench.close())

    it('loses nothing, and does nothing twice, when the broker is killed', async () => {
      const desk = bench.start('desk')
      const kiosk = bench.start('kiosk')
      await expect.poll(() => kiosk.bus.view().isHeard).toBe(true)
      const names = helpNames(60)
      for (const [at, helpId] of names.entries()) {
        kiosk.bus.tell(help(helpId))
        if (at === 20) await expect.poll(() => desk.heard.length).toBeGreaterThan(0)
        if (at === 20) await world.kill()
      }
      desk.bus.command(kiosk.bus.id, commandFor(hourMs))
      await expect.poll(() => kiosk.bus.view().connection).toBe('connecting')
      expect(kiosk.bus.view().waiting).toBeGreaterThan(0)
      await world.restart()
      await expect.poll(() => helpsIn(desk)).toEqual(names)
      await expect.poll(() => kiosk.heard).toHaveLength(1)
      await expect.poll(() => kiosk.bus.view().waiting + desk.bus.view().waiting).toBe(0)
      await expect.poll(() => desk.bus.stations()).toMatchObject([{ state: 'free' }])
      expect(helpsIn(desk)).toEqual(names)
    })

    it.each(['cut', 'hold'] as const)(
      'goes on where it was after the network was gone (%s)',
      async (how) => {
        const desk = bench.start('desk')
        const kiosk = bench.start('kiosk')
        await expect.poll(() => kiosk.bus.view().isHeard).toBe(true)
        kiosk.bus.tell(help('help-0'))
        world[how]()
        for (const helpId of helpNames(5, 1)) kiosk.bus.tell(help(helpId))
        await expect
          .poll(() => kiosk.bus.view())
          .toMatchObject({ connection: 'connecting', isHeard: false })
        world.mend()
        await expect.poll(() => helpsIn(desk)).toEqual(helpNames(6))
        await expect.poll(() => kiosk.bus.view().waiting).toBe(0)
        expect(helpsIn(desk)).toEqual(helpNames(6))
      },
    )

    it('takes each once when messages come twice, late and in another order', async () => {
      const late: (() => void)[] = []
      const desk = bench.start('desk', {
        meddling: {
          came(frame, give) {
            give(frame)
            give(frame)
            late.push(() => give(frame))
          },
        },
      })
      // Two by two in the wrong order, each twice.
      let kept: { topic: string; payload: Uint8Array; retain: boolean } | undefined
      const kiosk = bench.start('kiosk', {
        meddling: {
          sent(frame) {
            if (!frame.topic.includes('/up/')) return [frame]
            const before = kept
            kept = before ? undefined : frame
            return before ? [frame, before, frame] : []
          },
        },
      })
      await expect.poll(() => kiosk.bus.view().isHeard).toBe(true)
      const names = helpNames(8)
      for (const helpId of names) kiosk.bus.tell(help(helpId))
      await expect.poll(() => helpsIn(desk)).toEqual(names)
      for (const again of late) again()
      kiosk.bus.tell(help('help-8'))
      kiosk.bus.tell(help('help-9'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(10))
    })

    it('knows over a restart what it has heard already', async () => {
      const came: (() => void)[] = []
      const before = bench.start('desk')
      const kiosk = bench.start('kiosk', {
        meddling: { sent: (frame) => (came.push(() => void world.inject(frame)), [frame]) },
      })
      kiosk.bus.tell(help('help-0'))
      await expect.poll(() => helpsIn(before)).toEqual(helpNames(1))
      await expect.poll(() => kiosk.bus.view().waiting).toBe(0)
      await before.bus.close()
      const desk = bench.start('desk', { rows: before.rows })
      await expect.poll(() => desk.bus.view().connection).toBe('connected')
      for (const again of came) again()
      kiosk.bus.tell(help('help-1'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1, 1))
    })

    it.each([-5, 5])(
      'judges a command by the clock of who gave it (kiosk %i h apart)',
      async (hours) => {
        const kiosk = bench.start('kiosk', { clock: clockApart(hours * hourMs) })
        const desk = bench.start('desk')
        desk.bus.command(kiosk.bus.id, commandFor(hourMs))
        await expect.poll(() => kiosk.heard).toMatchObject([{ body: { act: 'lock' } }])
        kiosk.bus.tell(help('help-0'))
        await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1))
      },
    )

    it('does not carry out a command that comes too late, and says so', async () => {
      const desk = bench.start('desk')
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
      hub.bus.present({ ...commonPresence, name: 'later' })
      await expect.poll(() => kiosk.bus.stations().map(({ name: of }) => of)).toContain('later')
      for (const give of held.splice(0)) give()
      await expect
        .poll(() => desk.heard.map(({ body }) => body))
        .toMatchObject([{ kind: 'commandOutcome', outcome: 'tooLate' }])
      expect(kiosk.heard).toEqual([])
    })

    it('leaves the bus to the later of two kiosks with one id', async () => {
      const desk = bench.start('desk')
      const first = bench.start('kiosk')
      await expect.poll(() => first.bus.view().isHeard).toBe(true)
      const second = bench.start('kiosk')
      await expect
        .poll(() => first.bus.view())
        .toMatchObject({
          connection: 'refused',
          detail: 'takenOver',
        })
      await expect.poll(() => second.bus.view().isHeard).toBe(true)
      second.bus.tell(help('help-0'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1))
      expect(first.bus.view().connection).toBe('refused')
      expect(first.logged.join()).toContain('takenOver')
    })
  })
}

const commonPresence = {
  name: '',
  version: '0.1.0',
  state: 'free',
  since: '2026-03-10T17:00:00.000Z',
  connection: 'online',
  intakes: { waiting: 0, needPerson: 0 },
} as const

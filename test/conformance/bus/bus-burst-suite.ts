import { describe, expect, it, onTestFinished } from 'vitest'
import type { ServiceEvent } from '../../../src/shared/bus/messages.ts'
import type { BusWorld } from '../../harness/bus/bus-world.ts'
import type { TestStation } from '../../harness/bus/test-station.ts'
import { waitFor } from '../../harness/wait-for.ts'
import { busBench } from './bus-bench.ts'

const burst = 2_000
/** More than a kiosk lets through in a second, and than anything holds: what is waited for is the state, however late. */
const long = 240_000

const eventOf = (at: number): ServiceEvent => ({
  kind: 'serviceEvent',
  eventId: `event-${at}`,
  type: 'patient.updated',
  createdAt: '2026-03-10T17:00:00.000Z',
  accountId: 1,
  subjectId: at,
})

const eventsOf = ({ heard }: TestStation) =>
  heard.flatMap(({ body }) => (body.kind === 'serviceEvent' ? [body.eventId] : []))
const all = Array.from({ length: burst }, (_, at) => `event-${at}`)

/** What comes all at once, and stations that are slower than that. */
export function testBusBursts(name: string, openWorld: () => Promise<BusWorld>): void {
  describe(`the bus ${name}`, () => {
    it(
      'brings every broadcast of a burst to each station, once and in order, however slow',
      { timeout: 300_000 },
      async () => {
        const bench = busBench(await openWorld())
        onTestFinished(() => bench.close())
        const hub = bench.start('hub')
        const quick = bench.start('other')
        const slow = bench.start('kiosk', { listens: false })
        await expect.poll(() => hub.bus.stations()).toHaveLength(2)
        // Where the bus has no room, whoever broadcasts waits, as the receiver of webhooks does.
        let said = 0
        const sayOn = () => {
          while (said < burst && hub.bus.broadcast(eventOf(said)).ok) said += 1
          return said
        }
        // So many that nothing at the slow one can hold them all.
        await waitFor(() => {
          sayOn()
          expect(eventsOf(quick).length).toBeGreaterThanOrEqual(1_500)
        }, long)
        expect(hub.rows.queued().length).toBeGreaterThanOrEqual(1_500)
        const heard: string[] = []
        slow.bus.onMessage(({ body }) => {
          if (body.kind === 'serviceEvent') heard.push(body.eventId)
        })
        await waitFor(() => expect(sayOn()).toBe(burst), long)
        await waitFor(() => expect(heard).toHaveLength(burst), long)
        await waitFor(() => expect(eventsOf(quick)).toHaveLength(burst), long)
        expect(heard).toEqual(all)
        expect(eventsOf(quick)).toEqual(all)
        await waitFor(() => expect(hub.rows.queued()).toEqual([]), long)
      },
    )
  })
}

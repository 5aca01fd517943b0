import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createKeyRing, seal, type ClinicKey } from '../../../src/main/stations/seal.ts'
import type { Frame } from '../../../src/main/stations/port.ts'
import { topicsOf } from '../../../src/main/stations/topics.ts'
import { testClinic } from '#harness/bus/test-station.ts'
import { helpOf } from '#harness/hub/stations.ts'
import type { BusWorld } from '#harness/bus/worlds.ts'
import { commandFor, helpNames, helpsIn, openBench } from './bus-suite.ts'

const topics = topicsOf(testClinic)
const canary = 'Quetzalcoatl Canary-Lovelace'

/** Sealed as a station would that has the clinic's key. */
const sealedWith =
  (key: ClinicKey) =>
  (topic: string, message: object): Frame => ({
    topic,
    payload: seal(createKeyRing([key]), topic, JSON.stringify(message)),
    retain: false,
  })
const message = (from: string, body: object, rest: object = {}) => ({
  v: 1,
  id: randomUUID(),
  from,
  at: new Date().toISOString(),
  number: 1,
  to: null,
  body,
  ...rest,
})

/** Attacks by a broker that lies, a station with credentials of its own, and anybody who looks on. */
export function testHostileBus(name: string, openWorld: () => Promise<BusWorld>): void {
  describe(`the bus ${name}, among the hostile,`, () => {
    it('takes nothing that a broker moved, changed, cut short or made up', async () => {
      const bench = await openBench(openWorld)
      const sent: Frame[] = []
      const desk = bench.start('desk')
      const other = bench.start('other')
      const kiosk = bench.start('kiosk', {
        meddling: { sent: (frame) => (sent.push(frame), [frame]) },
      })
      await expect.poll(() => other.bus.view().isHeard).toBe(true)
      kiosk.bus.tell(helpOf('help-0'))
      expect(kiosk.bus.view().waiting).toBe(1)
      await expect.poll(() => kiosk.bus.view().waiting).toBe(0)
      const up = topics.up(kiosk.bus.id)
      const frame = sent.find(({ topic }) => topic === up)
      if (!frame) throw new Error('nothing was sent')
      const { payload } = frame
      const changed = Uint8Array.from(payload)
      // Another letter of Base64url.
      changed[changed.length - 30] = changed.at(-30) === 65 ? 66 : 65
      const false_: Frame[] = [
        { ...frame, topic: topics.up(other.bus.id) },
        { ...frame, topic: topics.down(other.bus.id) },
        { ...frame, topic: topics.presence('kiosk', kiosk.bus.id) },
        { ...frame, payload: changed },
        { ...frame, payload: payload.slice(0, -9) },
        { ...frame, payload: new Uint8Array(12_900).fill(65) },
        { ...frame, payload: new TextEncoder().encode('{"kind":"helpAsked"}') },
        sealedWith(bench.key)(up, message(other.bus.id, helpOf('of another'))),
        sealedWith(bench.key)(up, message(kiosk.bus.id, commandFor(60_000))),
        sealedWith(bench.key)(topics.down(desk.bus.id), message(kiosk.bus.id, commandFor(60_000))),
      ]
      for (const each of false_) await bench.world.inject(each)
      other.bus.tell(helpOf('help-1'))
      kiosk.bus.tell(helpOf('help-2'))
      await expect.poll(() => helpsIn(desk).toSorted()).toEqual(helpNames(3))
      expect(other.heard).toEqual([])
      expect(desk.bus.stations().map(({ state }) => state)).toEqual(['free', 'free'])
      for (const reason of 'anotherTopic notAuthentic tooLarge notSealed foreignSender misplaced'.split(
        ' ',
      ))
        expect([...desk.logged, ...other.logged].join(), reason).toContain(reason)
    })

    it('believes no presence of yesterday', async () => {
      const bench = await openBench(openWorld)
      const sent: Frame[] = []
      const desk = bench.start('desk')
      const kiosk = bench.start('kiosk', {
        meddling: { sent: (frame) => (sent.push(frame), [frame]) },
      })
      await expect.poll(() => desk.bus.stations()).toMatchObject([{ state: 'free' }])
      const [free] = sent
      if (!free) throw new Error('nothing was sent')
      await kiosk.bus.close()
      await expect.poll(() => desk.bus.stations()).toMatchObject([{ state: 'gone' }])
      await bench.world.inject(free)
      bench.start('other').bus.tell(helpOf('help-0'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1))
      expect(desk.bus.stations().find(({ from }) => from === kiosk.bus.id)?.state).toBe('gone')
    })

    it('refuses and logs what it does not know, and hears what comes after', async () => {
      const bench = await openBench(openWorld)
      const { desk, kiosk } = await bench.meet()
      const up = topics.up(kiosk.bus.id)
      for (const unknown of [
        message(kiosk.bus.id, helpOf('old'), { v: 0 }),
        message(kiosk.bus.id, { kind: 'somethingNew' }),
        message(kiosk.bus.id, { ...helpOf('help-0'), number: 417 }),
      ])
        await bench.world.inject(sealedWith(bench.key)(up, unknown))
      kiosk.bus.tell(helpOf('help-0'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1))
      expect(desk.logged.join()).toMatch(/notAnEnvelope.*notUnderstood/)
    })

    it('shows no patient to a broker, its disk, or the network', async () => {
      const bench = await openBench(openWorld)
      const { desk, kiosk } = await bench.meet()
      await desk.bus.close()
      await expect.poll(() => kiosk.bus.view().isHeard).toBe(false)
      const startsAt = '2026-03-10T17:00:00.000Z'
      const arrived = { kind: 'patientArrived', appointmentId: 7, startsAt, with: canary } as const
      kiosk.bus.tell(arrived)
      // It is at the broker, for who is not there.
      await expect
        .poll(async () => (await bench.world.seen()).includes(topics.up(kiosk.bus.id)))
        .toBe(true)
      const back = bench.start('desk', { rows: desk.rows })
      await expect.poll(() => back.heard.map(({ body }) => body)).toEqual([arrived])
      const seen = await bench.world.seen()
      const plain = Buffer.from(canary)
      for (const text of [
        canary,
        'patientArrived',
        plain.toString('base64url').slice(2, -2),
        plain.toString('hex'),
      ])
        expect(seen.includes(text), text).toBe(false)
    })
  })
}

import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKeyRing } from '../../../src/main/bus/key-ring.ts'
import type { Frame } from '../../../src/main/bus/port.ts'
import { seal } from '../../../src/main/bus/seal.ts'
import { topicsOf } from '../../../src/main/bus/topics.ts'
import type { BusWorld } from '../../harness/bus/bus-world.ts'
import { help, testClinic } from '../../harness/bus/test-station.ts'
import { busBench, helpNames, helpsIn } from './bus-bench.ts'
import { commandFor } from './bus-suite.ts'

const topics = topicsOf(testClinic)
const canary = 'Quetzalcoatl Canary-Lovelace'

/** Who means ill: a broker, a station with credentials of its own, and whoever looks on. */
export function testHostileBus(
  name: string,
  openWorld: () => Promise<BusWorld>,
  { hasRights = true } = {},
): void {
  describe(`the bus ${name}, among the hostile,`, () => {
    let bench: ReturnType<typeof busBench>
    let world: BusWorld
    beforeEach(async () => {
      world = await openWorld()
      bench = busBench(world)
    })
    afterEach(() => bench.close())

    /** Sealed as a station would that has the clinic's key. */
    const sealed = (topic: string, message: object): Frame => ({
      topic,
      payload: seal(createKeyRing([bench.key]), topic, JSON.stringify(message)),
      retain: false,
    })
    const message = (from: string, body: object, rest: object = {}) => ({
      ...{ v: 1, id: randomUUID(), from, at: new Date().toISOString(), number: 1, after: null },
      body,
      ...rest,
    })

    it('takes nothing that a broker moved, changed, cut short or made up', async () => {
      const sent: Frame[] = []
      const desk = bench.start('desk')
      const other = bench.start('other')
      const kiosk = bench.start('kiosk', {
        meddling: { sent: (frame) => (sent.push(frame), [frame]) },
      })
      await expect.poll(() => other.bus.view().isHeard).toBe(true)
      kiosk.bus.tell(help('help-0'))
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
        sealed(up, message(other.bus.id, help('of another'))),
        sealed(up, message(kiosk.bus.id, commandFor(60_000))),
        sealed(topics.down(desk.bus.id), message(kiosk.bus.id, commandFor(60_000))),
      ]
      for (const each of false_) await world.inject(each)
      other.bus.tell(help('help-1'))
      kiosk.bus.tell(help('help-2'))
      await expect.poll(() => helpsIn(desk).toSorted()).toEqual(helpNames(3))
      expect(other.heard).toEqual([])
      expect(desk.bus.stations().map(({ state }) => state)).toEqual(['free', 'free'])
      for (const reason of [
        'anotherTopic',
        'notAuthentic',
        'tooLarge',
        'notSealed',
        'foreignSender',
        'misplaced',
      ])
        expect([...desk.logged, ...other.logged].join(), reason).toContain(reason)
    })

    it('believes no presence of yesterday', async () => {
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
      await world.inject(free)
      bench.start('other').bus.tell(help('help-0'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1))
      expect(desk.bus.stations().find(({ from }) => from === kiosk.bus.id)?.state).toBe('gone')
    })

    it('keeps and names what it does not know', async () => {
      const desk = bench.start('desk')
      const kiosk = bench.start('kiosk')
      await expect.poll(() => kiosk.bus.view().isHeard).toBe(true)
      const up = topics.up(kiosk.bus.id)
      for (const unknown of [
        message(kiosk.bus.id, help('old'), { v: 0 }),
        message(kiosk.bus.id, help('new'), { v: 2, what: 'else' }),
        message(kiosk.bus.id, { kind: 'somethingNew' }),
      ]) {
        const frame = sealed(up, unknown)
        await world.inject(frame)
        await world.inject(frame)
      }
      kiosk.bus.tell(help('help-0'))
      await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1))
      await expect.poll(() => desk.rows.unknown()).toHaveLength(3)
      expect(desk.logged.join()).toContain('does not know')
    })

    it('shows no patient to a broker, its disk, or the network', async () => {
      const desk = bench.start('desk')
      const kiosk = bench.start('kiosk')
      await expect.poll(() => kiosk.bus.view().isHeard).toBe(true)
      await desk.bus.close()
      await expect.poll(() => kiosk.bus.view().isHeard).toBe(false)
      const startsAt = '2026-03-10T17:00:00.000Z'
      const arrived = {
        kind: 'patientArrived',
        appointmentId: 7,
        patientId: 8,
        name: canary,
        startsAt,
        with: canary,
      } as const
      kiosk.bus.tell(arrived)
      // It is at the broker, for who is not there.
      await expect
        .poll(async () => (await world.seen()).includes(topics.up(kiosk.bus.id)))
        .toBe(true)
      const back = bench.start('desk', { rows: desk.rows })
      await expect.poll(() => back.heard.map(({ body }) => body)).toEqual([arrived])
      const seen = await world.seen()
      const plain = Buffer.from(canary)
      for (const text of [
        canary,
        'patientArrived',
        plain.toString('base64url').slice(2, -2),
        plain.toString('hex'),
      ])
        expect(seen.includes(text), text).toBe(false)
    })

    it.runIf(hasRights)(
      'lets a kiosk speak and hear for itself alone, though it has the key',
      async () => {
        const desk = bench.start('desk')
        const kiosk = bench.start('kiosk')
        await expect.poll(() => kiosk.bus.view().isHeard).toBe(true)
        const heard: string[] = []
        const { id } = kiosk.bus
        const will = sealed(topics.presence('kiosk', world.seats.other.id), {})
        for (const [topic, body] of [
          [topics.up(id), help('forged')],
          [topics.down(id), commandFor(600_000)],
          [topics.down(desk.bus.id), { kind: 'confirmation', of: [randomUUID()] }],
          [
            topics.all(),
            {
              kind: 'serviceEvent',
              eventId: 'forged',
              type: 'x',
              createdAt: new Date().toISOString(),
              accountId: null,
              subjectId: null,
            },
          ],
          [topics.presence('kiosk', id), {}],
        ] as const) {
          const from = topic.endsWith(desk.bus.id) ? world.seats.other.id : id
          const hostile = world.transport(world.seats.other)
          const state = await new Promise<string>((resolve) => {
            const onFrame = (frame: Frame) => void heard.push(frame.topic)
            const onState = (to: string) => to !== 'connecting' && resolve(to)
            hostile.open({ onFrame, onState }, () => ({
              ...will,
              topic: topics.presence('kiosk', world.seats.other.id),
            }))
          })
          expect(state).toBe('connected')
          await hostile.publish(sealed(topic, message(from, body)))
          await hostile.close()
        }
        kiosk.bus.tell(help('help-0'))
        desk.bus.command(id, commandFor(600_000))
        await expect.poll(() => helpsIn(desk)).toEqual(helpNames(1))
        await expect.poll(() => kiosk.heard).toHaveLength(1)
        expect(kiosk.heard).toMatchObject([{ from: desk.bus.id }])
        expect(heard.filter((topic) => topic.includes(id))).toEqual([])
        const still = desk.bus.stations().find((station) => station.from === id)
        expect(still?.state).toBe('free')
      },
    )
  })
}

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { letIn } from '../../../../test/harness/bus/embedded-broker.ts'
import {
  auditList,
  memoryPairingRows,
  openTestHost as start,
  pairedClient,
  pairedWith as paired,
} from '../../../../test/harness/bus/pairing.ts'
import { systemClock, type WallClock } from '../../base/clock.ts'
import { topicsOf } from '../topics.ts'
import { takeKeys } from './key-messages.ts'
import type { Pairing } from './pairing.ts'
import { receiveKeys, ringOf } from './receive-keys.ts'

/** Connects as a kiosk does, and gives what the broker keeps for it on its key topic. */
async function listen(pairing: Pairing) {
  const client = pairedClient(pairing)
  const came: Uint8Array[] = []
  client.on('message', (_topic, payload) => void came.push(payload))
  await letIn(client)
  await client.subscribeAsync(topicsOf(pairing.clinic).key(pairing.station), { qos: 1 })
  return { client, came }
}

const firstOf = async (came: readonly Uint8Array[]) => {
  await expect.poll(() => came.length).toBeGreaterThan(0)
  return came.at(-1) ?? new Uint8Array()
}

describe('a new key of the clinic', () => {
  it('comes to who is there and to who was away, and not to who was unpaired', async () => {
    const hub = await start()
    const [here, away, gone] = [await paired(hub), await paired(hub), await paired(hub)]
    const before = hub.host.keys.present().id
    const listening = await listen(here.pairing())
    await hub.host.unpair(gone.pairing().station, 'Kim')
    const present = hub.host.keys.present().id
    expect(present).not.toBe(before)
    const taken = await takeKeys(here.rows, here.pairing(), await firstOf(listening.came))
    expect(taken).toMatchObject({ ok: true, value: { sequence: 2 } })
    // What was sealed before can still be read.
    expect(here.pairing().keys.map(({ id }) => id)).toEqual([present, before])
    const late = await listen(away.pairing())
    const frame = await firstOf(late.came)
    expect(await takeKeys(away.rows, away.pairing(), frame)).toMatchObject({ ok: true })
    expect(away.pairing().keys[0]?.id).toBe(present)
    expect(await takeKeys(gone.rows, gone.pairing(), frame)).toEqual({
      ok: false,
      error: { kind: 'notForUs' },
    })
    expect(gone.pairing().keys.map(({ id }) => id)).toEqual([before])
  })

  it('is what the ring of a kiosk seals with from then on, also after two changes at once', async () => {
    const hub = await start()
    const [kiosk, one, two] = [await paired(hub), await paired(hub), await paired(hub)]
    const ring = ringOf(kiosk.pairing())
    const before = ring.present().id
    const audit = auditList()
    const refused: string[] = []
    const receive = receiveKeys({
      ...{ rows: kiosk.rows, ring, audit },
      onRefused: (reason) => void refused.push(reason),
    })
    await hub.host.unpair(one.pairing().station, 'Kim')
    const between = hub.host.keys.present().id
    await hub.host.unpair(two.pairing().station, 'Kim')
    const frame = await firstOf((await listen(kiosk.pairing())).came)
    await Promise.all([receive(frame), receive(frame), receive(new Uint8Array())])
    expect(ring.present().id).toBe(hub.host.keys.present().id)
    for (const id of [before, between]) expect(ring.find(id)?.id).toBe(id)
    expect(audit.entries).toEqual(['clinicKeyChanged'])
    expect(refused).toEqual(['notNewer'])
  })

  it('is kept for who is away over a restart of the hub', async () => {
    const rows = memoryPairingRows()
    const hub = await start({ rows })
    const [away, gone] = [await paired(hub), await paired(hub)]
    await hub.host.unpair(gone.pairing().station, 'Kim')
    await hub.host.close()
    const again = await start({ rows, port: away.pairing().broker.port })
    const { came } = await listen(away.pairing())
    await takeKeys(away.rows, away.pairing(), await firstOf(came))
    expect(away.pairing().keys[0]?.id).toBe(again.host.keys.present().id)
  })

  it('is not taken twice, nor an older one again, nor one that somebody else made', async () => {
    const hub = await start()
    const [kiosk, one, two] = [await paired(hub), await paired(hub), await paired(hub)]
    const { came } = await listen(kiosk.pairing())
    await hub.host.unpair(one.pairing().station, 'Kim')
    const older = await firstOf(came)
    await hub.host.unpair(two.pairing().station, 'Kim')
    await expect.poll(() => came.length).toBe(2)
    const [, newer = new Uint8Array()] = came
    expect(await takeKeys(kiosk.rows, kiosk.pairing(), newer)).toMatchObject({ ok: true })
    for (const again of [newer, older])
      expect(await takeKeys(kiosk.rows, kiosk.pairing(), again)).toEqual({
        ok: false,
        error: { kind: 'notNewer' },
      })
    for (const foreign of [randomBytes(300), new Uint8Array(), Buffer.from('a.b.c.d.e')])
      expect(await takeKeys(kiosk.rows, kiosk.pairing(), foreign)).toEqual({
        ok: false,
        error: { kind: 'notForUs' },
      })
    expect(kiosk.pairing().sequence).toBe(3)
  })

  it('brings the keys before it for a week, and none from before the kiosk was paired', async () => {
    let moved = 0
    const clock: WallClock = { ...systemClock, wallTime: () => systemClock.wallTime() + moved }
    const hub = await start({ clock })
    const [old, gone] = [await paired(hub), await paired(hub)]
    const first = hub.host.keys.present().id
    await hub.host.unpair(gone.pairing().station, 'Kim')
    const young = await paired(hub)
    const keysOf = (kiosk: typeof old) => {
      const station = hub.host.clinic.stations().find(({ id }) => id === kiosk.pairing().station)
      return station ? hub.host.clinic.keysFor(station).map(({ id }) => id) : []
    }
    const second = hub.host.keys.present().id
    expect(keysOf(old)).toEqual([second, first])
    expect(keysOf(young)).toEqual([second])
    expect(young.pairing().keys.map(({ id }) => id)).toEqual([second])
    moved = 7 * 24 * 3_600_000
    expect(keysOf(old)).toEqual([second])
  })
})

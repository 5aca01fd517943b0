import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { ended, letIn, refusedWith } from '#harness/bus/embedded-broker.ts'
import {
  auditList,
  invited,
  newKiosk,
  openTestHost as start,
  pairedClient as connected,
  pairedWith,
  typed,
  type TestHost,
} from '#harness/bus/pairing.ts'
import { grown } from '#harness/bus/test-station.ts'
import { systemClock, type WallClock } from '../../base/clock.ts'
import { topicsOf } from '../topics.ts'
import { invitationText, showCode } from './invitation-text.ts'
import { receiveKeys, ringOf, takeKeys, unpairHere, type Pairing } from './pairing.ts'
import { invitationMs } from './host.ts'
import { keysUse } from './messages.ts'
import { openValue, sealValue } from './sealed.ts'

type Entry = ReturnType<typeof typed>
const refused = { ok: false, error: { kind: 'refused' } }

describe('pairing', () => {
  it('gives a kiosk credentials and keys that the broker takes, by address and code', async () => {
    const hub = await start()
    expect(hub.host.address()).toBeUndefined()
    const { host, port, code } = await invited(hub)
    const kiosk = newKiosk()
    const entry = { address: ` ${host}:${port} `, code: showCode(code).toLowerCase() }
    const done = await kiosk.pair(entry)
    if (!done.ok) throw new Error(done.error.kind)
    expect(kiosk.pairing()).toEqual(done.value)
    expect(done.value).toMatchObject({ kind: 'kiosk', with: { name: 'the hub' }, sequence: 1 })
    expect(done.value.keys[0]?.id).toBe(hub.host.keys.present().id)
    await letIn(connected(done.value))
    // The hub itself speaks within its process: nobody comes over the network with its id.
    const { station: own, secret } = hub.host.clinic.self
    const itself = { ...done.value.broker, username: own, password: secret }
    expect(await refusedWith(connected({ broker: itself, station: own }))).toBe(5)
    expect(hub.audited).toEqual(['pairingInvited', 'stationPaired'])
    expect(kiosk.audited).toEqual(['stationPaired'])
    expect(hub.host.clinic.stations()).toMatchObject([{ name: 'kiosk by the door', kind: 'kiosk' }])
    const held = hub.rows
      .under('')
      .map(({ value }) => value)
      .join()
    expect(done.value.broker.password).toHaveLength(43)
    for (const secret of [done.value.broker.password, code]) expect(held).not.toContain(secret)
  })

  it('takes the text of the QR', async () => {
    const text = invitationText(await invited(await start()))
    expect(await newKiosk().pair({ address: '', code: ` ${text} ` })).toMatchObject({ ok: true })
  })
})

const another = ({ address, code }: Entry) => ({
  address,
  code: code.slice(0, -1) + (code.endsWith('7') ? '8' : '7'),
})

describe('a code', () => {
  it.each<[string, string, (entry: Entry, hub: TestHost, pass: (ms: number) => void) => unknown]>([
    ['is wrong', 'wrongCode', another],
    ['is too old', 'expired', (_, __, pass) => pass(invitationMs)],
    [
      'was used',
      'used',
      (entry) =>
        newKiosk()
          .pair(entry)
          .then(() => undefined),
    ],
    ['was replaced', 'wrongCode', (_, hub) => invited(hub).then(() => undefined)],
    ['was withdrawn', 'noInvitation', (_, hub) => hub.host.withdraw()],
    ['is for a desk', 'anotherKind', async (_, hub) => typed(await invited(hub, 'desk'))],
  ])('that %s is refused, and nobody is paired', async (_, reason, spoil) => {
    let moved = 0
    const hub = await start({ clock: { ...systemClock, now: () => systemClock.now() + moved } })
    const entry = typed(await invited(hub))
    const spoilt = (await spoil(entry, hub, (ms) => void (moved += ms))) as Entry | undefined
    const stations = hub.host.clinic.stations()
    const kiosk = newKiosk()
    expect(await kiosk.pair(spoilt ?? entry)).toEqual(refused)
    expect(kiosk.rows.under('')).toEqual([])
    expect(kiosk.audited).toEqual(['pairingRefused refused'])
    expect(hub.audited.at(-1)).toBe(`pairingRefused ${reason}`)
    expect(hub.host.clinic.stations()).toEqual(stations)
    if (spoilt && reason === 'wrongCode')
      expect(await kiosk.pair(entry)).toMatchObject({ ok: true })
  })

  it('is good for one of two who come at the same time', async () => {
    const hub = await start()
    const entry = typed(await invited(hub))
    const both = await Promise.all([newKiosk().pair(entry), newKiosk().pair(entry)])
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(hub.host.clinic.stations()).toHaveLength(1)
  })

  it('is not asked for where nothing can be read, nobody answers, or a pairing stands', async () => {
    const hub = await start()
    const invitation = await invited(hub)
    const kiosk = newKiosk()
    for (const entry of [
      { address: 'somewhere', code: 'short' },
      { address: '', code: invitation.code },
      { address: 'FOYER1 x', code: '' },
    ])
      expect(await kiosk.pair(entry)).toMatchObject({ error: { kind: 'unreadable' } })
    expect(await kiosk.pair({ ...typed(invitation), address: '127.0.0.1:1' })).toMatchObject({
      error: { kind: 'unreachable' },
    })
    await kiosk.pair(typed(invitation))
    const next = typed(await invited(hub))
    expect(await kiosk.pair(next)).toMatchObject({ error: { kind: 'alreadyPaired' } })
    const audit = auditList()
    // From the side of the kiosk: all of it is forgotten, once, in the audit.
    for (const isPaired of [true, false])
      expect(unpairHere({ rows: kiosk.rows, audit }, { by: 'Kim', isHeard: true })).toBe(isPaired)
    expect(kiosk.rows.under('')).toEqual([])
    expect(audit.entries).toEqual(['stationUnpaired'])
    expect(await kiosk.pair(next)).toMatchObject({ ok: true })
  })
})

describe('unpairing', () => {
  it('ends the connection at once and takes the credentials', async () => {
    const hub = await start()
    const pairing = (await pairedWith(hub)).pairing()
    await pairedWith(hub, 'one that stays')
    const client = connected(pairing)
    await letIn(client)
    const end = ended(client)
    expect(await hub.host.unpair(pairing.station, 'Kim at the desk')).toBe(true)
    await end
    expect(await refusedWith(connected(pairing))).toBe(5)
    expect(hub.audited.slice(-2)).toEqual(['stationUnpaired', 'clinicKeyChanged'])
    expect(await hub.host.unpair(pairing.station, 'Kim at the desk')).toBe(false)
  })

  it('of the last station ends the listening, and nobody reaches the broker', async () => {
    const hub = await start()
    const kiosk = await pairedWith(hub)
    expect(hub.host.address()).toBeDefined()
    await hub.host.unpair(kiosk.pairing().station, 'Kim')
    expect(hub.host.address()).toBeUndefined()
  })
})

/** Connects as a kiosk does, and gives what the broker keeps for it on its key topic. */
async function listen(pairing: Pairing) {
  const client = connected(pairing)
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
    const [here, away, gone] = [await pairedWith(hub), await pairedWith(hub), await pairedWith(hub)]
    const before = hub.host.keys.present().id
    const listening = await listen(here.pairing())
    await hub.host.unpair(gone.pairing().station, 'Kim')
    const present = hub.host.keys.present().id
    expect(present).not.toBe(before)
    const taken = await takeKeys(here.rows, here.pairing(), await firstOf(listening.came))
    expect(taken).toMatchObject({ ok: true, value: { sequence: 2 } })
    // Messages sealed before the change can still be read.
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
    const [kiosk, one, two] = [await pairedWith(hub), await pairedWith(hub), await pairedWith(hub)]
    const ring = ringOf(kiosk.pairing())
    const before = ring.present().id
    const audit = auditList()
    const refused: string[] = []
    const receive = receiveKeys({
      rows: kiosk.rows,
      ring,
      audit,
      onRefused: (reason) => void refused.push(reason),
    })
    await hub.host.unpair(one.pairing().station, 'Kim')
    const between = hub.host.keys.present().id
    await hub.host.unpair(two.pairing().station, 'Kim')
    const frame = await firstOf((await listen(kiosk.pairing())).came)
    await Promise.all([receive(frame), receive(frame), receive(new Uint8Array())])
    expect(ring.present().id).toBe(hub.host.keys.present().id)
    expect(ring.find(between)?.id).toBe(between)
    expect(ring.find(before)).toBeUndefined()
    expect(audit.entries).toEqual(['clinicKeyChanged'])
    expect(refused).toEqual(['notNewer'])
  })

  it('is not taken twice, nor an older one again, nor one that somebody else made', async () => {
    const hub = await start()
    const [kiosk, one, two] = [await pairedWith(hub), await pairedWith(hub), await pairedWith(hub)]
    const { came } = await listen(kiosk.pairing())
    await hub.host.unpair(one.pairing().station, 'Kim')
    const older = await firstOf(came)
    await hub.host.unpair(two.pairing().station, 'Kim')
    await expect.poll(() => came.length).toBe(2)
    const [, newer = new Uint8Array()] = came
    // As the next version may send it.
    const key = Buffer.from(kiosk.pairing().stationKey, 'base64url')
    const said = await openValue(key, keysUse, new TextDecoder().decode(newer))
    const next = Buffer.from(await sealValue(key, keysUse, grown(said)))
    expect(await takeKeys(kiosk.rows, kiosk.pairing(), next)).toMatchObject({ ok: true })
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

  it('brings the key before it for a week, and none from before the kiosk was paired', async () => {
    let moved = 0
    const clock: WallClock = { ...systemClock, wallTime: () => systemClock.wallTime() + moved }
    const hub = await start({ clock })
    const [old, gone] = [await pairedWith(hub), await pairedWith(hub)]
    const first = hub.host.keys.present().id
    await hub.host.unpair(gone.pairing().station, 'Kim')
    const young = await pairedWith(hub)
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

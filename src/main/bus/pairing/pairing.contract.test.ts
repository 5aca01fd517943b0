import { afterEach, describe, expect, it } from 'vitest'
import { ended, letIn, refusedWith } from '../../../../test/harness/bus/embedded-broker.ts'
import {
  auditList,
  invited,
  memoryPairingRows,
  newKiosk,
  pairedClient,
  pairingBench,
  typed,
} from '../../../../test/harness/bus/pairing.ts'
import { systemClock, type WallClock } from '../../base/clock.ts'
import { showCode } from './code.ts'
import { invitationText } from './invitation-text.ts'
import { invitationMs, mostTries } from './invitation.ts'
import { readPairing, unpairHere } from './pairing.ts'

const { closeAll, endsLater, start } = pairingBench()
afterEach(closeAll)

function connected(...parameters: Parameters<typeof pairedClient>) {
  const client = pairedClient(...parameters)
  endsLater({ close: () => client.endAsync(true) })
  return client
}

/** A clock of which a test says how late it is. */
function movedClock() {
  let moved = 0
  const clock: WallClock = { ...systemClock, now: () => systemClock.now() + moved }
  return { clock, move: (ms: number) => (moved += ms) }
}

const anotherCode = (code: string) => code.slice(0, -1) + (code.endsWith('7') ? '8' : '7')

describe('pairing', () => {
  it('gives a kiosk credentials and keys that the broker takes, by address and code', async () => {
    const hub = await start()
    expect(hub.host.place()).toBeUndefined()
    const { host, port, code } = await invited(hub)
    const kiosk = newKiosk()
    const done = await kiosk.pair({
      address: ` ${host}:${port} `,
      code: showCode(code).toLowerCase(),
    })
    if (!done.ok) throw new Error(done.error.kind)
    expect(readPairing(kiosk.rows)).toEqual(done.value)
    expect(done.value).toMatchObject({ kind: 'kiosk', with: { name: 'the hub' }, sequence: 1 })
    expect(done.value.keys[0]?.id).toBe(hub.host.keys.present().id)
    await letIn(connected(done.value))
    const place = hub.host.place()
    if (!place) throw new Error('the broker is off')
    await letIn(connected({ broker: place, station: hub.host.clinic.self.station }))
    expect(hub.audited).toEqual(['pairingInvited', 'stationPaired'])
    expect(kiosk.audited).toEqual(['stationPaired'])
    expect(hub.host.clinic.stations()).toMatchObject([{ name: 'kiosk by the door', kind: 'kiosk' }])
  })

  it('takes the text of the QR in either field', async () => {
    for (const entry of [
      (text: string) => ({ address: text, code: '' }),
      (text: string) => ({ address: '', code: ` ${text} ` }),
    ]) {
      const hub = await start()
      const kiosk = newKiosk()
      expect(await kiosk.pair(entry(invitationText(await invited(hub))))).toMatchObject({
        ok: true,
      })
    }
  })

  it('holds over a restart of the hub, with the same certificate, ids and keys', async () => {
    const rows = memoryPairingRows()
    const first = await start({ rows })
    const kiosk = newKiosk()
    await kiosk.pair(typed(await invited(first)))
    const paired = readPairing(kiosk.rows)
    if (!paired) throw new Error('not paired')
    await first.host.close()
    const again = await start({ rows, port: paired.broker.port })
    await letIn(connected(paired))
    expect(again.host.keys.present().id).toBe(paired.keys[0]?.id)
  })

  it('leaves neither code nor secret of the kiosk in the vault of the hub', async () => {
    const hub = await start()
    const invitation = await invited(hub)
    const kiosk = newKiosk()
    await kiosk.pair(typed(invitation))
    const held = [...hub.rows.held.values()].join()
    const secret = readPairing(kiosk.rows)?.broker.password ?? ''
    expect(secret).toHaveLength(43)
    for (const each of [secret, invitation.code]) expect(held).not.toContain(each)
  })
})

describe('a code', () => {
  it('that is wrong is refused, and the right one still taken', async () => {
    const hub = await start()
    const invitation = await invited(hub)
    const kiosk = newKiosk()
    const wrong = { ...typed(invitation), code: anotherCode(invitation.code) }
    expect(await kiosk.pair(wrong)).toEqual({ ok: false, error: { kind: 'refused' } })
    expect(readPairing(kiosk.rows)).toBeUndefined()
    expect(kiosk.audited).toEqual(['pairingRefused refused'])
    expect(hub.audited).toEqual(['pairingInvited', 'pairingRefused wrongCode'])
    expect(await kiosk.pair(typed(invitation))).toMatchObject({ ok: true })
  })

  it('that was tried wrongly too often is worth nothing', async () => {
    const hub = await start()
    const invitation = await invited(hub)
    const wrong = { ...typed(invitation), code: anotherCode(invitation.code) }
    for (let tries = 0; tries < mostTries; tries += 1) await newKiosk().pair(wrong)
    expect(await newKiosk().pair(typed(invitation))).toEqual({
      ok: false,
      error: { kind: 'refused' },
    })
    expect(hub.audited.at(-1)).toBe('pairingRefused tooManyTries')
    expect(hub.host.clinic.stations()).toEqual([])
  })

  it('that is too old is refused', async () => {
    const { clock, move } = movedClock()
    const hub = await start({ clock })
    const invitation = await invited(hub)
    move(invitationMs)
    expect(await newKiosk().pair(typed(invitation))).toEqual({
      ok: false,
      error: { kind: 'refused' },
    })
    expect(hub.audited.at(-1)).toBe('pairingRefused expired')
  })

  it('that was used, withdrawn or replaced is refused', async () => {
    const hub = await start()
    const used = await invited(hub)
    expect(await newKiosk().pair(typed(used))).toMatchObject({ ok: true })
    expect(await newKiosk().pair(typed(used))).toMatchObject({ error: { kind: 'refused' } })
    expect(hub.audited.at(-1)).toBe('pairingRefused used')
    const replaced = await invited(hub)
    const withdrawn = await invited(hub)
    expect(await newKiosk().pair(typed(replaced))).toMatchObject({ error: { kind: 'refused' } })
    await hub.host.withdraw()
    expect(await newKiosk().pair(typed(withdrawn))).toMatchObject({ error: { kind: 'refused' } })
    expect(hub.audited).toContain('pairingRefused noInvitation')
    expect(hub.host.clinic.stations()).toHaveLength(1)
  })

  it('is good for one of two who come at the same time', async () => {
    const hub = await start()
    const invitation = await invited(hub)
    const both = await Promise.all([1, 2].map(() => newKiosk().pair(typed(invitation))))
    expect(both.filter(({ ok }) => ok)).toHaveLength(1)
    expect(hub.host.clinic.stations()).toHaveLength(1)
  })

  it('for a desk is not one for a kiosk', async () => {
    const hub = await start()
    expect(await newKiosk().pair(typed(await invited(hub, 'desk')))).toMatchObject({
      error: { kind: 'refused' },
    })
    expect(hub.audited.at(-1)).toBe('pairingRefused anotherKind')
    expect(hub.host.clinic.stations()).toEqual([])
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
    expect(await kiosk.pair(typed(await invited(hub)))).toMatchObject({
      error: { kind: 'alreadyPaired' },
    })
    expect(
      unpairHere({ rows: kiosk.rows, audit: auditList() }, { by: 'Kim', isHeard: false }),
    ).toBe(true)
    expect(await kiosk.pair(typed(await invited(hub)))).toMatchObject({ ok: true })
  })
})

describe('unpairing', () => {
  it('ends the connection at once and takes the credentials', async () => {
    const hub = await start()
    const kiosk = newKiosk()
    await kiosk.pair(typed(await invited(hub)))
    const stays = newKiosk()
    await stays.pair(typed(await invited(hub)))
    const pairing = readPairing(kiosk.rows)
    if (!pairing) throw new Error('not paired')
    const client = connected(pairing)
    await letIn(client)
    const end = ended(client)
    expect(await hub.host.unpair(pairing.station, 'Kim at the desk')).toBe(true)
    await end
    expect(await refusedWith(connected(pairing))).toBe(5)
    expect(hub.audited.slice(-2)).toEqual(['stationUnpaired', 'clinicKeyChanged'])
    expect(await hub.host.unpair(pairing.station, 'Kim at the desk')).toBe(false)
  })
  it('from the side of the kiosk forgets all of it, once, in the audit', async () => {
    const hub = await start()
    const kiosk = newKiosk()
    await kiosk.pair(typed(await invited(hub)))
    const audit = auditList()
    expect(unpairHere({ rows: kiosk.rows, audit }, { by: 'Kim', isHeard: true })).toBe(true)
    expect(unpairHere({ rows: kiosk.rows, audit }, { by: 'Kim', isHeard: true })).toBe(false)
    expect(kiosk.rows.held.size).toBe(0)
    expect(audit.entries).toEqual(['stationUnpaired'])
  })

  it('of the last station ends the broker, and nobody reaches it', async () => {
    const hub = await start()
    const kiosk = newKiosk()
    await kiosk.pair(typed(await invited(hub)))
    expect(hub.host.place()).toBeDefined()
    await hub.host.unpair(kiosk.pairing().station, 'Kim')
    expect(hub.host.place()).toBeUndefined()
  })
})

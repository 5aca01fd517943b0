import { describe, expect, it } from 'vitest'
import { addressGroup } from './listen.ts'
import { createPacketMeter } from './packet-meter.ts'
import { isSecret, newSecret, verifierOf } from './secret.ts'

const packet = (bytes: number) => {
  const length = bytes < 128 ? [bytes] : [(bytes & 0x7f) | 0x80, bytes >> 7]
  return Buffer.from([0x30, ...length, ...Array<number>(bytes).fill(0xff)])
}

describe('the meter of packets', () => {
  const meterAt = (now: () => number) =>
    createPacketMeter({ rate: { perSecond: 10, burst: 3 }, packetBytes: 1_000, clock: { now } })

  it('counts them however their bytes come', () => {
    for (const size of [1, 2, 3, 7, 5_000]) {
      const meter = meterAt(() => 0)
      const bytes = Buffer.concat([packet(0), packet(200), packet(1_000), packet(5)])
      let wait: number | 'tooLong' = 0
      for (let at = 0; at < bytes.length; at += size)
        wait = meter.take(bytes.subarray(at, at + size))
      expect(wait, `in pieces of ${size}`).toBe(100)
    }
  })

  it('lets as many through as time has passed for', () => {
    let now = 0
    const meter = meterAt(() => now)
    expect(meter.take(Buffer.concat([packet(1), packet(1), packet(1)]))).toBe(0)
    expect(meter.take(packet(1))).toBe(100)
    now = 100
    expect(meter.take(Buffer.alloc(0))).toBe(0)
    now = 1e9
    expect(meter.take(Buffer.concat(Array(4).fill(packet(1))))).toBe(100)
    meter.setRate({ perSecond: 1_000, burst: 50 })
    expect(meter.take(Buffer.concat(Array(50).fill(packet(1))))).toBe(0)
  })

  it('refuses a packet by its header alone, and a header that never ends', () => {
    for (const bytes of [
      [0x30, 0xe9, 0x07],
      [0x10, 0xff, 0xff, 0xff, 0x7f],
      [0x10, 0x80, 0x80, 0x80, 0x80],
    ])
      expect(meterAt(() => 0).take(Buffer.from(bytes)), bytes.join()).toBe('tooLong')
  })
})

it('knows a secret by what rests of it, and no other', () => {
  const secret = newSecret()
  const verifier = verifierOf(secret)
  expect(JSON.stringify(verifier)).not.toContain(secret)
  expect(isSecret(verifier, secret)).toBe(true)
  for (const other of ['', secret.slice(1), `${secret}=`, newSecret()])
    expect(isSecret(verifier, other)).toBe(false)
  expect(verifierOf(secret).hash).not.toBe(verifier.hash)
})

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2::1', '2001:db8:1:2'],
  ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('counts %s as %s', (address, group) => expect(addressGroup(address)).toBe(group))

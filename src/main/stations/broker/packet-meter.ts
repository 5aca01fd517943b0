import { Duplex } from 'node:stream'
import { after } from '../../base/timers.ts'
import type { Clock } from '../../base/clock.ts'
import type { PacketRate } from './limits.ts'

/** Measures one connection's MQTT packets, by their fixed headers, against a rate and a length in bytes. */
export function createPacketMeter(options: {
  readonly rate: PacketRate
  readonly packetBytes: number
  readonly clock: Pick<Clock, 'now'>
}) {
  const { rate: firstRate, packetBytes, clock } = options
  let rate = firstRate
  let tokens = rate.burst
  let since = clock.now()
  let rest = 0
  /** Position in the fixed header: -1 before the type, else the number of length bytes read. */
  let lengthBytes = -1
  let length = 0

  /** False: the header is invalid or its packet too long. */
  function takeHeader(byte: number): boolean {
    if (lengthBytes === -1) {
      lengthBytes = 0
      length = 0
      return true
    }
    length += (byte & 0x7f) * 128 ** lengthBytes
    lengthBytes += 1
    if (length > packetBytes) return false
    if (byte & 0x80) return lengthBytes < 4
    lengthBytes = -1
    rest = length
    tokens -= 1
    return true
  }

  return {
    /** ms until more may be taken; `tooLong`: a packet is longer than it may be, or is none. */
    take(chunk: Buffer): number | 'tooLong' {
      const now = clock.now()
      tokens = Math.min(rate.burst, tokens + ((now - since) * rate.perSecond) / 1_000)
      since = now
      for (let at = 0; at < chunk.length;) {
        if (rest > 0) {
          const skipped = Math.min(rest, chunk.length - at)
          rest -= skipped
          at += skipped
        } else if (takeHeader(chunk[at] ?? 0)) at += 1
        else return 'tooLong'
      }
      return tokens >= 0 ? 0 : Math.ceil((-tokens * 1_000) / rate.perSecond)
    },
    setRate: (next: PacketRate) => {
      tokens = next.burst
      rate = next
    },
  }
}

/** Passes the bytes on at most at `rate`: the rest stays unread, so the sender waits. A long packet ends it. */
export function meterStream(
  socket: Duplex,
  options: { readonly rate: PacketRate; readonly packetBytes: number; readonly clock: Clock },
) {
  const meter = createPacketMeter(options)
  let cancel = () => {}
  const stream = new Duplex({
    allowHalfOpen: false,
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, done),
    writev: (chunks, done) =>
      void socket.write(Buffer.concat(chunks.map(({ chunk }) => chunk as Buffer)), done),
    final: (done) => void socket.end(done),
    destroy(error, done) {
      cancel()
      socket.destroy()
      done(error)
    },
  })
  socket.pause()
  socket.on('data', (chunk: Buffer) => {
    const waitMs = meter.take(chunk)
    if (waitMs === 'tooLong') return void stream.destroy(new Error('packet too long'))
    const wantsMore = stream.push(chunk)
    if (!wantsMore || waitMs > 0) socket.pause()
    if (waitMs > 0) {
      // Until then a read of the stream must not wake the socket.
      stream._read = () => undefined
      cancel = after(options.clock, waitMs, () => {
        stream._read = () => void socket.resume()
        socket.resume()
      })
    }
  })
  socket.on('end', () => void stream.push(null))
  socket.on('error', (error) => void stream.destroy(error))
  socket.on('close', () => void stream.destroy())
  return { stream, setRate: meter.setRate }
}

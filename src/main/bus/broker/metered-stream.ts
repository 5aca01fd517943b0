import { Duplex } from 'node:stream'
import { after } from '../../base/timers.ts'
import type { Clock } from '../../base/clock.ts'
import type { PacketRate } from './limits.ts'
import { createPacketMeter } from './packet-meter.ts'

/** A connection whose MQTT packets are measured before anything reads them. */
export interface MeteredStream {
  readonly stream: Duplex
  /** From now on this is how fast packets may come. */
  setRate(rate: PacketRate): void
}

/**
 * Lets the bytes of `socket` through, as fast as `rate` allows: what comes faster is left unread, so that the sender
 * waits. A packet longer than `packetBytes` ends the connection before it is taken in.
 */
export function meterStream(
  socket: Duplex,
  options: { readonly rate: PacketRate; readonly packetBytes: number; readonly clock: Clock },
): MeteredStream {
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
  return { stream, setRate: (rate) => meter.setRate(rate) }
}

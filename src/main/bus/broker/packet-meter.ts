import type { Clock } from '../../base/clock.ts'
import type { PacketRate } from './limits.ts'

/** Counts the MQTT packets of one connection by their fixed headers. */
interface PacketMeter {
  /** Takes the next bytes. ms until more may be taken; `tooLong`: a packet is longer than it may be, or is none. */
  take(chunk: Buffer): number | 'tooLong'
  setRate(rate: PacketRate): void
}

/** Measures packets against a rate and a length in bytes, both as they stand in their headers. */
export function createPacketMeter({
  rate: firstRate,
  packetBytes,
  clock,
}: {
  readonly rate: PacketRate
  readonly packetBytes: number
  readonly clock: Pick<Clock, 'now'>
}): PacketMeter {
  let rate = firstRate
  let tokens = rate.burst
  let since = clock.now()
  /** Bytes of the present packet that are still to come. */
  let rest = 0
  /** Where in the fixed header: -1 before the type, else how many bytes of the length came. */
  let lengthBytes = -1
  let length = 0

  /** Whether the header is one, and its packet not too long. */
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
    take(chunk) {
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
    setRate(next) {
      tokens = next.burst
      rate = next
    },
  }
}

import { crc32 } from 'node:zlib'
import { PNG } from 'pngjs'

/** One picture of the animation, and its duration. All are of one size. */
export interface Frame {
  readonly picture: PNG
  readonly ms: number
}

interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const signatureLength = 8

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

/** Finds the part of `next` that differs from `last`; undefined if they are the same. */
function changed(last: PNG, next: PNG): Rectangle | undefined {
  const { width, height } = next
  let [left, top, right, bottom] = [width, height, -1, -1]
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 4
      if (last.data.readUInt32BE(at) === next.data.readUInt32BE(at)) continue
      left = Math.min(left, x)
      right = Math.max(right, x)
      top = Math.min(top, y)
      bottom = y
    }
  if (right < 0) return undefined
  return { x: left, y: top, width: right - left + 1, height: bottom - top + 1 }
}

/** Splits a PNG into its chunks, in their order. */
function chunksOf(png: Buffer): { readonly type: string; readonly data: Buffer }[] {
  const found = []
  for (let at = signatureLength; at < png.length;) {
    const length = png.readUInt32BE(at)
    const type = png.toString('latin1', at + 4, at + 8)
    found.push({ type, data: png.subarray(at + 8, at + 8 + length) })
    at += length + 12
  }
  return found
}

/**
 * Compresses a part of a picture as in a PNG: the signature, the IHDR chunk's data, and the joined data of the IDAT
 * chunks.
 */
function compressed(picture: PNG, { x, y, width, height }: Rectangle) {
  const part = new PNG({ width, height })
  PNG.bitblt(picture, part, x, y, width, height, 0, 0)
  const bytes = PNG.sync.write(part, { colorType: 2, deflateLevel: 9 })
  const chunks = chunksOf(bytes)
  const joined = (type: string) =>
    Buffer.concat(chunks.filter((each) => each.type === type).map(({ data }) => data))
  const signature = bytes.subarray(0, signatureLength)
  return { signature, header: joined('IHDR'), data: joined('IDAT') }
}

/** Writes an animated PNG (PNG third edition) that plays for ever. Throws when there is no frame. */
export function animatedPng(frames: readonly Frame[]): Buffer {
  const [first] = frames
  if (!first) throw new Error('an animation has at least one frame')
  const { width, height } = first.picture
  const parts = [{ picture: first.picture, at: { x: 0, y: 0, width, height }, ms: first.ms }]
  for (const { picture, ms } of frames.slice(1)) {
    const last = parts.at(-1)
    const at = last && changed(last.picture, picture)
    if (at) parts.push({ picture, at, ms })
    else if (last) last.ms += ms
  }
  let sequence = 0
  const numbered = (data: Buffer) => {
    const number = Buffer.alloc(4)
    number.writeUInt32BE(sequence++)
    return Buffer.concat([number, data])
  }
  const control = ({ at, ms }: (typeof parts)[number]) => {
    const data = Buffer.alloc(22)
    for (const [index, value] of [at.width, at.height, at.x, at.y].entries())
      data.writeUInt32BE(value, 4 * index)
    data.writeUInt16BE(ms, 16)
    data.writeUInt16BE(1000, 18)
    return chunk('fcTL', numbered(data))
  }
  const about = Buffer.alloc(8)
  about.writeUInt32BE(parts.length)
  const chunks: Buffer[] = []
  for (const [index, part] of parts.entries()) {
    const { signature, header, data } = compressed(part.picture, part.at)
    if (index === 0) chunks.push(signature, chunk('IHDR', header), chunk('acTL', about))
    chunks.push(control(part))
    chunks.push(index === 0 ? chunk('IDAT', data) : chunk('fdAT', numbered(data)))
  }
  return Buffer.concat([...chunks, chunk('IEND', Buffer.alloc(0))])
}

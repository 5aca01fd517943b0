import { PNG } from 'pngjs'
import { expect, it } from 'vitest'
import { animatedPng, chunksOf } from './animated-png.ts'

/** Draws a picture of 40x30 with one point of another colour. */
function picture(x: number, y: number): PNG {
  const png = new PNG({ width: 40, height: 30, fill: true })
  png.data.fill(255)
  png.data.set([255, 0, 0, 255], (y * 40 + x) * 4)
  return png
}

it('is a PNG of its first frame, with the changes of the others behind it', () => {
  const bytes = animatedPng([
    { picture: picture(1, 1), ms: 500 },
    { picture: picture(1, 1), ms: 250 },
    { picture: picture(9, 4), ms: 1000 },
  ])
  expect(PNG.sync.read(bytes).data.equals(picture(1, 1).data)).toBe(true)
  const chunks = chunksOf(bytes)
  expect(chunks.map(({ type }) => type)).toEqual([
    ...['IHDR', 'acTL', 'fcTL', 'IDAT', 'fcTL', 'fdAT', 'IEND'],
  ])
  const [first, second] = chunks.filter(({ type }) => type === 'fcTL').map(({ data }) => data)
  // A frame that is like the one before prolongs it.
  expect(first?.readUInt16BE(20)).toBe(750)
  // Width, height and place of what changed.
  expect([4, 8, 12, 16].map((at) => second?.readUInt32BE(at))).toEqual([9, 4, 1, 1])
})

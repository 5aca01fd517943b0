import { readFile } from 'node:fs/promises'
import { PNG } from 'pngjs'
import type { Xvfb } from '../../test/harness/display/xvfb.ts'

/** Reads a virtual screen as a PNG. Its file is an X window dump: a big-endian header, a colour table of 12 bytes an entry, the pixels. */
export async function readScreen({ framebuffer }: Xvfb): Promise<Buffer> {
  const dump = await readFile(framebuffer)
  const field = (index: number) => dump.readUInt32BE(index * 4)
  const [headerSize, width, height, bytesPerLine, colors] = [0, 4, 5, 12, 19].map(field) as [
    number,
    number,
    number,
    number,
    number,
  ]
  const png = new PNG({ width, height })
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const from = headerSize + colors * 12 + y * bytesPerLine + x * 4
      const to = (y * width + x) * 4
      png.data[to] = dump[from + 2] ?? 0
      png.data[to + 1] = dump[from + 1] ?? 0
      png.data[to + 2] = dump[from] ?? 0
      png.data[to + 3] = 255
    }
  return PNG.sync.write(png)
}

import { spawn } from 'node:child_process'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'

/** An X screen of our own, without a window manager. */
export interface Xvfb {
  /** For `DISPLAY`. */
  readonly display: string
  /** The file that holds the screen, as an X window dump. */
  readonly framebuffer: string
  /** The colour that a person would see at a point, as `#rrggbb`. */
  pixel(x: number, y: number): Promise<string>
  stop(): Promise<void>
}

/** Starts Xvfb on a free display number. Throws when it is not installed. */
export async function startXvfb(width: number, height: number): Promise<Xvfb> {
  const folder = await mkdtemp(join(tmpdir(), 'foyer-xvfb-'))
  const screen = ['-screen', '0', `${width}x${height}x24`]
  const args = ['-displayfd', '3', ...screen, '-nolisten', 'tcp', '-fbdir', folder]
  const server = spawn('Xvfb', args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()))
  const display = await new Promise<string>((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}`)))
    const announced = server.stdio[3] as Readable
    announced.once('data', (line: Buffer) => resolve(`:${line.toString().trim()}`))
  })
  const framebuffer = join(folder, 'Xvfb_screen0')
  return {
    display,
    framebuffer,
    pixel: (x, y) => readPixel(framebuffer, x, y),
    async stop() {
      server.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The screen's file is an X window dump: a big-endian header, a colour table of 12 bytes an entry, the pixels. */
async function readPixel(path: string, x: number, y: number): Promise<string> {
  const file = await open(path)
  try {
    const header = Buffer.alloc(100)
    await file.read(header, 0, header.length, 0)
    const field = (index: number) => header.readUInt32BE(index * 4)
    const headerSize = field(0)
    const bytesPerLine = field(12)
    const colors = field(19)
    const pixel = Buffer.alloc(4)
    await file.read(pixel, 0, 4, headerSize + colors * 12 + y * bytesPerLine + x * 4)
    return `#${(pixel.readUInt32LE(0) & 0xffffff).toString(16).padStart(6, '0')}`
  } finally {
    await file.close()
  }
}

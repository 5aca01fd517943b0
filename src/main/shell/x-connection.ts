import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'

/** A connection to an X server, on the wire of its protocol (version 11, little-endian). */
export interface XConnection {
  /** What the server said when it let us in, without its first 8 bytes. */
  readonly setup: Buffer
  /** Asks for something; `data` is the second byte of the request, `body` what follows its fourth. */
  readonly request: (code: number, data: number, body?: Buffer) => void
  /** The answer to the last request. Throws when the server refused it. */
  readonly reply: () => Promise<Buffer>
  readonly close: () => void
}

/** The magic cookie by which an X server knows who may come in, from the file of `xauth`. */
const cookieName = 'MIT-MAGIC-COOKIE-1'

/**
 * Connects to a display of this machine such as `:1`. Events that come between the answers go to `onEvent`, 32 bytes
 * each. `authority`: the file with the screen's cookie (`XAUTHORITY`), where the screen asks for one. Throws when the
 * screen lets no one in.
 */
export async function connectToScreen(
  display: string,
  onEvent: (event: Buffer) => void = () => undefined,
  authority?: string,
): Promise<XConnection> {
  const number = /^(?:unix)?:(\d+)(?:\.\d+)?$/.exec(display)?.[1]
  if (number === undefined) throw new Error('the X screen is not of this machine')
  const cookie = authority === undefined ? undefined : await readCookie(authority, number)
  const socket = connect(`/tmp/.X11-unix/X${number}`)
  const bytes = reader(socket)
  socket.write(greetingOf(cookie))
  const greeting = await bytes(8)
  const setup = await bytes(4 * greeting.readUInt16LE(6))
  if (greeting[0] !== 1) throw new Error('the X screen lets no one in')
  return {
    setup,
    request(code, data, body = Buffer.alloc(0)) {
      const head = Buffer.from([code, data, 0, 0])
      head.writeUInt16LE(1 + body.length / 4, 2)
      socket.write(Buffer.concat([head, body]))
    },
    async reply() {
      for (;;) {
        const head = await bytes(32)
        if (head[0] === 0) throw new Error(`X refused a request: ${head[1]}`)
        if (head[0] === 1) return Buffer.concat([head, await bytes(4 * head.readUInt32LE(4))])
        onEvent(head)
      }
    },
    close: () => void socket.destroy(),
  }
}

/** Reads a stream by exact numbers of bytes, one call after another. */
function reader(socket: Socket): (count: number) => Promise<Buffer> {
  let held = Buffer.alloc(0)
  let wake: () => void = () => undefined
  let failure: Error | undefined
  socket.on('data', (chunk: Buffer) => {
    held = Buffer.concat([held, chunk])
    wake()
  })
  const fail = (error: Error) => {
    failure ??= error
    wake()
  }
  socket.on('error', fail).on('close', () => fail(new Error('the X screen has gone')))
  return async (count) => {
    while (held.length < count) {
      if (failure) throw failure
      await new Promise<void>((resolve) => (wake = resolve))
    }
    const taken = held.subarray(0, count)
    held = held.subarray(count)
    return taken
  }
}

/** What a client says first: its byte order, the protocol's version, and its cookie. */
function greetingOf(cookie: Buffer | undefined): Buffer {
  const name = Buffer.from(cookie ? cookieName : '')
  const data = cookie ?? Buffer.alloc(0)
  const head = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt16LE(name.length, 6)
  head.writeUInt16LE(data.length, 8)
  return Buffer.concat([head, padded(name), padded(data)])
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])

/**
 * The cookie of a display in a file as `xauth` writes it: entries of a family (two bytes), an address, a display's
 * number, a name and the cookie, each of them after its length (two bytes, big-endian). Xau(3).
 */
async function readCookie(path: string, number: string): Promise<Buffer | undefined> {
  const file = await readFile(path).catch(() => Buffer.alloc(0))
  for (let at = 0; at < file.length;) {
    at += 2
    const [, display, name, cookie] = Array.from({ length: 4 }, () => {
      const length = at + 2 <= file.length ? file.readUInt16BE(at) : 0
      const part = file.subarray(at + 2, at + 2 + length)
      at += 2 + length
      return part
    })
    const isDisplay = display?.length === 0 || display?.toString() === number
    if (isDisplay && name?.toString() === cookieName) return cookie
  }
  return undefined
}

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

/**
 * Connects to a display such as `:1`. Events that come between the answers go to `onEvent`, 32 bytes each.
 * Throws when the screen lets no one in.
 */
export async function connectToScreen(
  display: string,
  onEvent: (event: Buffer) => void = () => undefined,
): Promise<XConnection> {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`)
  const bytes = reader(socket)
  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
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

import { connect, type Socket } from 'node:net'

/**
 * A hand at the keyboard and mouse of an X screen, through the server's own XTEST extension: what it presses
 * comes to a window as what a person presses does, so that the browser's own shortcuts are tried as well.
 */
export interface Hand {
  /** Presses keys together, as `Control+Shift+i`, and lets go of them. Throws on a name that the keyboard has not. */
  press(combination: string): Promise<void>
  /** Holds keys while something else is done. */
  holding(keys: string, work: () => Promise<void>): Promise<void>
  moveTo(x: number, y: number): Promise<void>
  /** Clicks: 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down, 8 back, 9 forward. */
  click(button: number): Promise<void>
  down(button: number): Promise<void>
  up(button: number): Promise<void>
  close(): void
}

const keysyms: Readonly<Record<string, number>> = {
  Control: 0xffe3,
  Shift: 0xffe1,
  Alt: 0xffe9,
  Meta: 0xffeb,
  Backspace: 0xff08,
  Tab: 0xff09,
  Enter: 0xff0d,
  Escape: 0xff1b,
  Delete: 0xffff,
  Home: 0xff50,
  Left: 0xff51,
  Right: 0xff53,
  Down: 0xff54,
  Print: 0xff61,
  Menu: 0xff67,
  Help: 0xff6a,
  Find: 0xff68,
  Plus: 0x2b,
  KeypadPlus: 0xffab,
  KeypadMinus: 0xffad,
  BrowserBack: 0x1008ff26,
  BrowserForward: 0x1008ff27,
  BrowserRefresh: 0x1008ff73,
  BrowserHome: 0x1008ff18,
  BrowserSearch: 0x1008ff1b,
  BrowserFavorites: 0x1008ff30,
  LaunchMail: 0x1008ff19,
  Close: 0x1008ff56,
  New: 0x1008ff68,
}

function keysymOf(name: string): number {
  const functionKey = /^F(\d+)$/.exec(name)?.[1]
  if (functionKey) return 0xffbe + Number(functionKey) - 1
  const known = keysyms[name] ?? (name.length === 1 ? name.charCodeAt(0) : undefined)
  if (known === undefined) throw new Error(`no such key: ${name}`)
  return known
}

const opcode = { inputFocus: 43, queryExtension: 98, keyboardMapping: 101 } as const
const fake = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const

/** Takes hold of a display such as `:1`. Throws when it has no XTEST, or lets no one in. */
export async function openHand(display: string): Promise<Hand> {
  const socket = connect(`/tmp/.X11-unix/X${display.slice(1)}`)
  const bytes = reader(socket)
  const request = (code: number, data: number, body: Buffer = Buffer.alloc(0)) => {
    const head = Buffer.from([code, data, 0, 0])
    head.writeUInt16LE(1 + body.length / 4, 2)
    socket.write(Buffer.concat([head, body]))
  }
  /** The answer to the last request; events that come before it are passed over. */
  const reply = async (): Promise<Buffer> => {
    for (;;) {
      const head = await bytes(32)
      if (head[0] === 0) throw new Error(`X refused a request: ${head[1]}`)
      if (head[0] === 1) return Buffer.concat([head, await bytes(4 * head.readUInt32LE(4))])
    }
  }

  socket.write(Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0]))
  const greeting = await bytes(8)
  const setup = await bytes(4 * greeting.readUInt16LE(6))
  if (greeting[0] !== 1) throw new Error('the X screen lets no one in')
  const [first = 8, last = 255] = [setup[26], setup[27]]

  const name = Buffer.alloc(12)
  name.writeUInt16LE(5, 0)
  name.write('XTEST', 4)
  request(opcode.queryExtension, 0, name)
  const xtest = (await reply())[9] ?? 0
  if (xtest === 0) throw new Error('the X screen has no XTEST')

  request(opcode.keyboardMapping, 0, Buffer.from([first, last - first + 1, 0, 0]))
  const mapping = await reply()
  const perCode = mapping[1] ?? 1
  const codes = new Map<number, number>()
  for (let at = (mapping.length - 32) / 4 - 1; at >= 0; at -= 1) {
    codes.set(mapping.readUInt32LE(32 + 4 * at), first + Math.floor(at / perCode))
  }
  const codeOf = (key: string) => {
    const code = codes.get(keysymOf(key))
    if (code === undefined) throw new Error(`the keyboard has no ${key}`)
    return code
  }

  const send = (type: number, detail: number, x = 0, y = 0) => {
    const event = Buffer.alloc(32)
    event[0] = type
    event[1] = detail
    event.writeInt16LE(x, 20)
    event.writeInt16LE(y, 22)
    request(xtest, 2, event)
  }
  /** Resolves when the server has done all that it was asked. */
  const settled = async () => {
    request(opcode.inputFocus, 0)
    await reply()
  }
  const holding = async (keys: string, work: () => Promise<void>) => {
    const held = keys.split('+').map(codeOf)
    for (const code of held) send(fake.keyPress, code)
    await work()
    for (const code of held.reverse()) send(fake.keyRelease, code)
    await settled()
  }
  const button = async (...types: [number, number][]) => {
    for (const [type, detail] of types) send(type, detail)
    await settled()
  }
  return {
    holding,
    press: (combination) => holding(combination, () => Promise.resolve()),
    async moveTo(x, y) {
      send(fake.motion, 0, x, y)
      await settled()
    },
    click: (which) => button([fake.buttonPress, which], [fake.buttonRelease, which]),
    down: (which) => button([fake.buttonPress, which]),
    up: (which) => button([fake.buttonRelease, which]),
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

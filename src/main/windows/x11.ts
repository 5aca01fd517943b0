import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { finished } from 'node:stream'
import { createSequencer } from '../base/sequencer.ts'
import type { Area } from './trial-window.ts'

// The wire of the X protocol (version 11, little-endian), as far as no library that is kept speaks it.

type XConnection = Awaited<ReturnType<typeof connectToScreen>>

/** The magic cookie by which an X server knows who may come in, from the file of `xauth`. */
const cookieName = 'MIT-MAGIC-COOKIE-1'

type Environment = Readonly<Record<string, string | undefined>>

// Events between the answers go to `onEvent`, 32 bytes each.
/** Connects to the display of an environment, which is of this machine, as `:1`. Throws if it lets no one in. */
export async function connectToScreen(
  { DISPLAY = '', XAUTHORITY, HOME }: Environment,
  onEvent: (event: Buffer) => void = () => undefined,
) {
  const number = /^(?:unix)?:(\d+)(?:\.\d+)?$/.exec(DISPLAY)?.[1]
  if (number === undefined) throw new Error('the X screen is not of this machine')
  const authority = XAUTHORITY ?? (HOME && `${HOME}/.Xauthority`)
  const cookie = authority ? await readCookie(authority, number) : undefined
  const socket = connect(`/tmp/.X11-unix/X${number}`)
  const bytes = readExactly(socket)
  socket.write(greetingOf(cookie))
  const greeting = await bytes(8)
  const setup = await bytes(4 * greeting.readUInt16LE(6))
  if (greeting[0] !== 1) throw new Error('the X screen lets no one in')
  const formats = 32 + 4 * Math.ceil(setup.readUInt16LE(16) / 4)
  return {
    /** The server's answer to the connection, without its first 8 bytes. */
    setup,
    /** The window behind all others of the first screen. */
    root: setup.readUInt32LE(formats + 8 * (setup[21] ?? 0)),
    /** Asks for something; `data`: the request's second byte, `body`: what follows its fourth, in words of 32 bits. */
    request: (code: number, data: number, body: Buffer | readonly number[] = []) => {
      const words = Buffer.isBuffer(body) ? body : Buffer.from(Uint32Array.from(body).buffer)
      const head = Buffer.from([code, data, 0, 0])
      head.writeUInt16LE(1 + words.length / 4, 2)
      socket.write(Buffer.concat([head, words]))
    },
    reply: async (): Promise<Buffer> => {
      for (;;) {
        const head = await bytes(32)
        if (head[0] === 0) throw new Error(`X refused a request: ${head[1]}`)
        if (head[0] === 1) return Buffer.concat([head, await bytes(4 * head.readUInt32LE(4))])
        onEvent(head)
      }
    },
    async listen() {
      for (let head = await bytes(32).catch(() => null); head;) {
        if (head[0] !== 0) onEvent(head)
        head = await bytes(32).catch(() => null)
      }
    },
    close: () => void socket.destroy(),
  }
}

/** Reads a stream by exact numbers of bytes, one call after another. Rejects once it has ended. */
function readExactly(socket: Socket): (count: number) => Promise<Buffer> {
  let wake: () => void = () => undefined
  let failure: Error | undefined
  socket.on('readable', () => wake())
  finished(socket, (error) => {
    failure = error ?? new Error('the X screen has gone')
    wake()
  })
  return async (count) => {
    if (count === 0) return Buffer.alloc(0)
    for (;;) {
      const bytes = socket.read(count) as Buffer | null
      if (bytes?.length === count) return bytes
      if (failure) throw failure
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
}

function greetingOf(cookie: Buffer | undefined): Buffer {
  const name = Buffer.from(cookie ? cookieName : '')
  const data = cookie ?? Buffer.alloc(0)
  const head = Buffer.from([0x6c, 0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0])
  head.writeUInt16LE(name.length, 6)
  head.writeUInt16LE(data.length, 8)
  return Buffer.concat([head, padded(name), padded(data)])
}

const padded = (bytes: Buffer) => Buffer.concat([bytes, Buffer.alloc(-bytes.length & 3)])

// An entry: a family (two bytes), then address, display, name and cookie, each after its length (two bytes, big-endian).
/** Reads the cookie of a display from a file as `xauth` writes it (Xau(3)). */
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

const opcode = {
  changeAttributes: 2,
  attributes: 3,
  configure: 12,
  geometry: 14,
  tree: 15,
  internAtom: 16,
  changeProperty: 18,
  deleteProperty: 19,
  property: 20,
  grabKey: 33,
  setFocus: 42,
  getFocus: 43,
  keyboardMapping: 101,
} as const

/** Asks an X server about one window or word. */
export async function ask(x: XConnection, code: number, ...values: readonly number[]) {
  x.request(code, 0, values)
  return x.reply()
}

/** Reads the number by which an X server knows a word. */
export async function readAtom({ request, reply }: XConnection, name: string): Promise<number> {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(name.length, 0)
  request(opcode.internAtom, 0, Buffer.concat([head, padded(Buffer.from(name))]))
  return (await reply()).readUInt32LE(8)
}

// Chromium keeps its popups for a field (a list, a calendar) in that part; larger ones of older versions, Foyer does.
export type WorkArea = NonNullable<Awaited<ReturnType<typeof openWorkArea>>>

// A window manager sets it itself (Extended Window Manager Hints, `_NET_WORKAREA`).
/** Opens the work area of the display in `env`; undefined if it lets no one in, or has a window manager. */
export async function openWorkArea(env: Environment) {
  const x = await connectToScreen(env).catch(() => undefined)
  if (!x) return undefined
  const { root } = x
  const isSet = async (property: number) =>
    (await ask(x, opcode.property, root, property, 0, 0, 0)).readUInt32LE(8) !== 0
  if (await isSet(await readAtom(x, '_NET_SUPPORTING_WM_CHECK'))) {
    x.close()
    return undefined
  }
  const property = await readAtom(x, '_NET_WORKAREA')
  const cardinal = 6
  let kept: Area | undefined
  const popups = await connectToScreen(env, (event) => {
    if (kept && popups) keepPopup(event, kept, popups)
  }).catch(() => undefined)
  const [eventMask, ofChildren] = [1 << 11, 1 << 19]
  popups?.request(opcode.changeAttributes, 0, [root, eventMask, ofChildren])
  void popups?.listen()
  const inSequence = createSequencer()
  const set = (area: Area | undefined) =>
    inSequence(async () => {
      kept = area
      if (area) {
        const values = [area.left, area.top, area.width, area.height].map(Math.round)
        x.request(opcode.changeProperty, 0, [root, property, cardinal, 32, 4, ...values])
      } else x.request(opcode.deleteProperty, 0, [root, property])
      // Its answer comes once the server has done the other.
      await isSet(property)
    }).catch(() => undefined)
  return {
    /** In pixels of the screen; undefined for all of it. Also settles if it cannot be set. */
    set,
    async close() {
      await set(undefined)
      x.close()
      popups?.close()
    },
  }
}

/** Moves a window that opens past the window manager into `area`, and cuts it to that, after an event of its place. */
function keepPopup(event: Buffer, area: Area, x: Pick<XConnection, 'request'>): void {
  const [created, configured] = [16, 22]
  const at = { [created]: 12, [configured]: 16 }[(event[0] ?? 0) & 0x7f]
  if (at === undefined || event[at + 10] === 0) return
  const [left, top] = [event.readInt16LE(at), event.readInt16LE(at + 2)]
  const [width, height] = [event.readUInt16LE(at + 4), event.readUInt16LE(at + 6)]
  const fit = (from: number, size: number, start: number, free: number) => {
    const fitting = Math.min(size, free)
    return [Math.max(start, Math.min(from, start + free - fitting)), fitting] as const
  }
  const [keptLeft, keptWidth] = fit(left, width, area.left, area.width)
  const [keptTop, keptHeight] = fit(top, height, area.top, area.height)
  const wanted = [keptLeft, keptTop, keptWidth, keptHeight].map(Math.round)
  if (String(wanted) === String([left, top, width, height])) return
  const placeAndSize = 0b1111
  x.request(opcode.configure, 0, [event.readUInt32LE(8), placeAndSize, ...wanted])
}

/** Gives the keyboard of an X screen to windows without raising them, and raises them without giving it. */
export type KeyboardFocus = Awaited<ReturnType<typeof openKeyboardFocus>>

/** Chromium keeps a small window of each class that is never meant to be seen. */
const leastPx = 100
const viewable = 2

// Other Foyers of a trial may be beside `columns`. A press on a window of Chromium that does not have the keyboard
// raises it above every other; on one that has it, the press is all that happens.
/** Opens the keyboard focus of the display in `env`, within `columns` (px). Throws if it lets no one in. */
export async function openKeyboardFocus(env: Environment, columns?: Pick<Area, 'left' | 'width'>) {
  const x = await connectToScreen(env)
  const inSequence = createSequencer()
  const childrenOf = async (id: number) => {
    const answer = await ask(x, opcode.tree, id)
    return Array.from({ length: answer.readUInt16LE(16) }, (_, at) =>
      answer.readUInt32LE(32 + 4 * at),
    )
  }
  const columnsOf = async (id: number) => {
    const answer = await ask(x, opcode.geometry, id)
    return { left: answer.readInt16LE(12), width: answer.readUInt16LE(16) }
  }
  /** Topmost first; where a window manager puts each into a frame, those in the frames too. */
  const seenWindows = async () => {
    const within = columns ?? { left: 0, width: (await columnsOf(x.root)).width }
    const found: number[] = []
    for (const id of (await childrenOf(x.root)).reverse()) {
      const { left, width } = await columnsOf(id)
      // A window manager may keep an edge of a window on the screen that is to be beside it.
      const middle = left + width / 2
      const isBeside = middle < within.left || middle >= within.left + within.width
      if (width < leastPx || isBeside) continue
      if ((await ask(x, opcode.attributes, id))[26] === viewable)
        found.push(id, ...(await childrenOf(id)))
    }
    return found
  }
  const classesOf = async (id: number) => {
    const [windowClass, string] = [67, 31]
    const answer = await ask(x, opcode.property, id, windowClass, string, 0, 64)
    const length = answer.readUInt32LE(16)
    return answer.toString('latin1', 32, 32 + length).split('\0')
  }
  // A window that has just gone is refused; the next one is asked for when it is there.
  const toWindow = (request: (id: number) => void) => (windowClass: string) =>
    inSequence(async () => {
      for (const id of await seenWindows()) {
        if (!(await classesOf(id)).includes(windowClass)) continue
        request(id)
        // Its answer comes after what the server may have against the request before.
        await ask(x, opcode.getFocus).catch(() => x.reply())
        return
      }
    }).catch(() => undefined)
  // If the window goes, the focus goes to the one beneath the pointer.
  const toPointer = 1
  const [stackMode, above] = [1 << 6, 0]
  return {
    /** `windowClass` names a window that is seen on the screen. Settles also where that cannot be done. */
    giveTo: toWindow((id) => x.request(opcode.setFocus, toPointer, [id, 0])),
    raise: toWindow((id) => x.request(opcode.configure, 0, [id, stackMode, above])),
    close: () => x.close(),
  }
}

/** Modifiers of the X protocol that change no shortcut of Chromium: Lock, and 2 to 5 (NumLock, AltGr and the like). */
const looseModifiers = [0x02, 0x10, 0x20, 0x40, 0x80]
const controlAndShift = 0x05

// A frame takes keys before its guard stands, and `--force-app-mode` leaves the browser these.
/** Letters that open developer tools with Control and Shift, each with the place at which an American keyboard has it. */
const toolKeys = { i: 31, j: 44, c: 54 }

/** Reads the signs that a keyboard has (keysyms), each with the code of its key; one of several keys more than once. */
export async function readKeys({ setup, request, reply }: XConnection) {
  const [first = 8, last = 255] = [setup[26], setup[27]]
  request(opcode.keyboardMapping, 0, Buffer.from([first, last - first + 1, 0, 0]))
  const mapping = await reply()
  const perCode = mapping[1] ?? 1
  return Array.from({ length: (mapping.length - 32) / 4 }, (_, at) => {
    return [mapping.readUInt32LE(32 + 4 * at), first + Math.floor(at / perCode)] as const
  })
}

/** Takes the keys of developer tools from every program that has not grabbed them. Throws if `env`'s screen is closed. */
export async function takeToolKeys(env: Environment): Promise<{ readonly close: () => void }> {
  const x = await connectToScreen(env)
  const codes = new Set(Object.values(toolKeys))
  for (const [keysym, code] of await readKeys(x))
    if (String.fromCodePoint(keysym & 0xffff).toLowerCase() in toolKeys) codes.add(code)
  // A grab holds for exactly the modifiers that it names.
  const withLoose = looseModifiers.reduce(
    (all, each) => [...all, ...all.map((modifiers) => modifiers | each)],
    [controlAndShift],
  )
  for (const code of codes) {
    for (const modifiers of withLoose) {
      const grab = Buffer.alloc(12)
      grab.writeUInt32LE(x.root, 0)
      grab.writeUInt16LE(modifiers, 4)
      grab[6] = code
      // Neither the pointer nor the keyboard waits for this program.
      grab[7] = grab[8] = 1
      x.request(opcode.grabKey, 0, grab)
    }
  }
  void x.listen()
  return { close: () => x.close() }
}

import { connectToScreen, readKeys } from '../../src/main/windows/x11.ts'

/** The keyboard and mouse of an X screen, by XTEST: presses come as a person's do, so the browser's own shortcuts are tried too. */
export type PointerAndKeyboard = Awaited<ReturnType<typeof openPointerAndKeyboard>>

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

const opcode = { inputFocus: 43, queryExtension: 98 } as const
const fake = { keyPress: 2, keyRelease: 3, buttonPress: 4, buttonRelease: 5, motion: 6 } as const

/** Takes hold of a display such as `:1`. Throws when it has no XTEST, or lets no one in. */
export async function openPointerAndKeyboard(display: string) {
  const screen = await connectToScreen({ DISPLAY: display })
  const { request, reply, close } = screen

  const name = Buffer.alloc(12)
  name.writeUInt16LE(5, 0)
  name.write('XTEST', 4)
  request(opcode.queryExtension, 0, name)
  const xtest = (await reply())[9] ?? 0
  if (xtest === 0) throw new Error('the X screen has no XTEST')

  // Of the keys that have a sign, the first one.
  const codes = new Map((await readKeys(screen)).reverse())
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
    /** Presses keys together, as `Control+Shift+i`, and lets go of them. Throws on a name that the keyboard has not. */
    press: (combination: string) => holding(combination, () => Promise.resolve()),
    async moveTo(x: number, y: number) {
      send(fake.motion, 0, x, y)
      await settled()
    },
    /** Clicks: 1 left, 2 middle, 3 right, 4 and 5 the wheel up and down, 8 back, 9 forward. */
    click: (which: number) => button([fake.buttonPress, which], [fake.buttonRelease, which]),
    down: (which: number) => button([fake.buttonPress, which]),
    up: (which: number) => button([fake.buttonRelease, which]),
    close,
  }
}

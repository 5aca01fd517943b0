import { createSequencer } from '../../base/sequencer.ts'
import type { Area } from '../trial-window.ts'
import { connectToScreen, type XConnection } from '../x-connection.ts'

/** Gives the keyboard of an X screen to windows without raising them, and raises them without giving it. */
export interface KeyboardFocus {
  /** Gives it to the window of this class that is seen on the screen. Settles also where that cannot be done. */
  giveTo(windowClass: string): Promise<void>
  /** Puts the window of this class that is seen on the screen above every other. Settles also where it cannot. */
  raise(windowClass: string): Promise<void>
  close(): void
}

const opcode = {
  attributes: 3,
  configure: 12,
  geometry: 14,
  tree: 15,
  property: 20,
  setFocus: 42,
  getFocus: 43,
} as const
const atom = { string: 31, windowClass: 67 } as const
const viewable = 2
/** Which of its values a request to configure a window names, and that value. */
const [stackMode, above] = [1 << 6, 0]
/** Where the focus goes when its window goes: to the one beneath the pointer. */
const toPointer = 1
/** Chromium keeps a small window of each class that is never meant to be seen. */
const leastPx = 100

type Columns = Pick<Area, 'left' | 'width'>

/**
 * Takes hold of the part of the display in `env` that lies in `columns` (px of the screen; all of it unless given): other
 * Foyers of a trial may stand beside it. A press on a window of Chromium that has not the keyboard raises it above every
 * other; on one that has it, the press is all that happens. Throws where the screen lets no one in.
 */
export async function openKeyboardFocus(
  env: Readonly<Record<string, string | undefined>>,
  columns?: Columns,
): Promise<KeyboardFocus> {
  const { DISPLAY = '', XAUTHORITY, HOME } = env
  const authority = XAUTHORITY ?? (HOME && `${HOME}/.Xauthority`)
  const x = await connectToScreen(DISPLAY, () => undefined, authority || undefined)
  const inSequence = createSequencer()
  const formats = 32 + 4 * Math.ceil(x.setup.readUInt16LE(16) / 4)
  const root = x.setup.readUInt32LE(formats + 8 * (x.setup[21] ?? 0))
  const toWindow = async (windowClass: string, request: (id: number) => void) => {
    const { width } = await geometryOf(x, root)
    for (const id of await seenWindows(x, root, columns ?? { left: 0, width })) {
      if (!(await classesOf(x, id)).includes(windowClass)) continue
      request(id)
      // Its answer comes after what the server may have against the request before.
      ask(x, opcode.getFocus, [])
      await x.reply().catch(() => x.reply())
      return
    }
  }
  const give = (id: number) => ask(x, opcode.setFocus, [id, 0], toPointer)
  const raise = (id: number) => ask(x, opcode.configure, [id, stackMode, above])
  // A window that has just gone is refused; the next one is asked for when it is there.
  const tryTo = (request: (id: number) => void) => (windowClass: string) =>
    inSequence(() => toWindow(windowClass, request).catch(() => undefined))
  return {
    giveTo: tryTo(give),
    raise: tryTo(raise),
    close: () => x.close(),
  }
}

/** The windows in those columns of the screen, the topmost first, and, where a window manager puts each into a frame, those in the frames. */
async function seenWindows(x: XConnection, root: number, columns: Columns): Promise<number[]> {
  const found: number[] = []
  for (const id of (await childrenOf(x, root)).reverse()) {
    const { left, width } = await geometryOf(x, id)
    // A window manager may keep an edge of a window on the screen that is to be beside it.
    const middle = left + width / 2
    const isBeside = middle < columns.left || middle >= columns.left + columns.width
    if (width < leastPx || isBeside || !(await isSeen(x, id))) continue
    found.push(id, ...(await childrenOf(x, id)))
  }
  return found
}

function ask(x: XConnection, code: number, values: readonly number[], data = 0): void {
  const body = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) body.writeUInt32LE(value, 4 * index)
  x.request(code, data, body)
}

async function childrenOf(x: XConnection, id: number): Promise<number[]> {
  ask(x, opcode.tree, [id])
  const answer = await x.reply()
  return Array.from({ length: answer.readUInt16LE(16) }, (_, at) =>
    answer.readUInt32LE(32 + 4 * at),
  )
}

async function geometryOf(x: XConnection, id: number): Promise<{ left: number; width: number }> {
  ask(x, opcode.geometry, [id])
  const answer = await x.reply()
  return { left: answer.readInt16LE(12), width: answer.readUInt16LE(16) }
}

async function isSeen(x: XConnection, id: number): Promise<boolean> {
  ask(x, opcode.attributes, [id])
  return (await x.reply())[26] === viewable
}

/** Both names of WM_CLASS. */
async function classesOf(x: XConnection, id: number): Promise<string[]> {
  ask(x, opcode.property, [id, atom.windowClass, atom.string, 0, 64])
  const answer = await x.reply()
  return answer
    .subarray(32, 32 + answer.readUInt32LE(16))
    .toString('latin1')
    .split('\0')
}

import { createSequencer } from '../base/sequencer.ts'
import type { Area } from './trial-window.ts'
import { connectToScreen, type XConnection } from './x-connection.ts'

/**
 * Tells the programs of an X screen which part of it is for them: what Chromium opens for a field (the choices of a
 * list, a calendar, colours) is a window of its own past any other, and it keeps to that part.
 */
export interface WorkArea {
  /** The part, in pixels of the screen; undefined for all of it. Settles also where that cannot be said. */
  set(area: Area | undefined): Promise<void>
  /** Says no more; all of the screen is free again. */
  close(): Promise<void>
}

const opcode = { internAtom: 16, changeProperty: 18, deleteProperty: 19, property: 20 } as const
const cardinal = 6

/**
 * Takes hold of the display in `env`, such as `:1`; undefined where it lets no one in, or has a window manager: there it
 * is that one's to say (Extended Window Manager Hints, `_NET_WORKAREA`).
 */
export async function openWorkArea(
  env: Readonly<Record<string, string | undefined>>,
): Promise<WorkArea | undefined> {
  const { DISPLAY = '', XAUTHORITY, HOME } = env
  const authority = XAUTHORITY ?? (HOME && `${HOME}/.Xauthority`)
  const x = await connectToScreen(DISPLAY, () => undefined, authority || undefined).catch(
    () => undefined,
  )
  if (!x) return undefined
  const formats = 32 + 4 * Math.ceil(x.setup.readUInt16LE(16) / 4)
  const root = x.setup.readUInt32LE(formats + 8 * (x.setup[21] ?? 0))
  const managed = await atomOf(x, '_NET_SUPPORTING_WM_CHECK')
  if (await isSet(x, root, managed)) {
    x.close()
    return undefined
  }
  const property = await atomOf(x, '_NET_WORKAREA')
  const inSequence = createSequencer()
  const say = (area: Area | undefined) =>
    inSequence(async () => {
      if (!area) x.request(opcode.deleteProperty, 0, words(root, property))
      else {
        const { left, top, width, height } = area
        const values = [left, top, width, height].map(Math.round)
        const format = 32
        x.request(
          opcode.changeProperty,
          0,
          words(root, property, cardinal, format, values.length, ...values),
        )
      }
      // Its answer comes once the server has done the other.
      await isSet(x, root, property)
    }).catch(() => undefined)
  return {
    set: say,
    async close() {
      await say(undefined)
      x.close()
    },
  }
}

function words(...values: readonly number[]): Buffer {
  const body = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) body.writeUInt32LE(value, 4 * index)
  return body
}

async function atomOf(x: XConnection, name: string): Promise<number> {
  const text = Buffer.from(name)
  const body = Buffer.alloc(4 + text.length + (-text.length & 3))
  body.writeUInt16LE(text.length, 0)
  text.copy(body, 4)
  x.request(opcode.internAtom, 0, body)
  return (await x.reply()).readUInt32LE(8)
}

/** Whether a window has a property. */
async function isSet(x: XConnection, window: number, property: number): Promise<boolean> {
  x.request(opcode.property, 0, words(window, property, 0, 0, 0))
  return (await x.reply()).readUInt32LE(8) !== 0
}

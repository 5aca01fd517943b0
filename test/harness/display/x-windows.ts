import { connectToScreen } from '../../../src/main/windows/x11.ts'

/** A window that has come onto a screen: a menu, a tool, a dialog, or one that someone asked for. */
interface MappedWindow {
  readonly id: number
  /** Past any window manager, as menus and tooltips are. */
  readonly isMenu: boolean
}

/** Notes every window that comes onto a screen, however short its stay. */
export type WindowWatch = Awaited<ReturnType<typeof watchWindows>>

const opcode = { changeAttributes: 2, inputFocus: 43 } as const
const substructureNotify = 1 << 19
const eventMask = 1 << 11
const mapNotify = 19

/** Watches a display such as `:1`. Throws when it lets no one in. */
export async function watchWindows(display: string) {
  let seen: MappedWindow[] = []
  const { root, request, reply, close } = await connectToScreen({ DISPLAY: display }, (event) => {
    if (((event[0] ?? 0) & 0x7f) !== mapNotify) return
    seen.push({ id: event.readUInt32LE(8), isMenu: event[12] === 1 })
  })
  request(opcode.changeAttributes, 0, [root, eventMask, substructureNotify])
  /** Resolves when the server has told all that had happened by now. */
  const settled = async () => {
    request(opcode.inputFocus, 0)
    await reply()
  }
  await settled()
  return {
    /** Gives those that have come since the watch began, or since the last call. */
    async mapped(): Promise<readonly MappedWindow[]> {
      await settled()
      const come = seen
      seen = []
      return come
    },
    close,
  }
}

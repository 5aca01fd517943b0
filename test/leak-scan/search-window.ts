import { setTimeout as pause } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { ask, connectToScreen, readAtom } from '../../src/main/windows/x11.ts'
import type { Trace } from './search-disk.ts'
import type { Search } from './search.ts'

/** Searches all that a page's scripts hold: every string of its heap snapshot. */
export async function searchHeap(page: Page, search: Search): Promise<Trace[]> {
  const session = await page.context().newCDPSession(page)
  const chunks: string[] = []
  session.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  await session.detach()
  const { strings } = JSON.parse(chunks.join('')) as { strings: string[] }
  const bytes = Buffer.from(strings.join('\n'))
  return search.in(bytes).map(({ name, as }) => `heap of ${page.url()}: ${name} as ${as}`)
}

export type Selections = { readonly clipboard: string; readonly primary: string }

const opcode = {
  createWindow: 1,
  property: 20,
  selectionOwner: 23,
  convertSelection: 24,
  inputFocus: 43,
} as const
const primary = 1
const selectionNotify = 31
/** ms in which the program that holds a selection hands it over. */
const handOverMs = 20_000

/** Reads both as any program on the display could. Throws where the program that holds one does not hand it over. */
export async function readSelections(display: string): Promise<Selections> {
  const notices: Buffer[] = []
  const screen = await connectToScreen({ DISPLAY: display }, (event) => {
    if (((event[0] ?? 0) & 0x7f) === selectionNotify) notices.push(event)
  })
  const { setup, root, request, close } = screen
  try {
    const clipboard = await readAtom(screen, 'CLIPBOARD')
    const text = await readAtom(screen, 'UTF8_STRING')
    // The first id that the server has for this client; a window of 1 × 1 px that is never shown.
    const own = setup.readUInt32LE(4)
    request(opcode.createWindow, 0, [own, root, 0, 0x0001_0001, 0, 0, 0])
    const read = async (selection: number) => {
      if ((await ask(screen, opcode.selectionOwner, selection)).readUInt32LE(8) === 0) return ''
      request(opcode.convertSelection, 0, [own, selection, text, text, 0])
      const deadline = performance.now() + handOverMs
      // Events come with the answers to what is asked.
      while (notices.length === 0) {
        if (performance.now() > deadline) throw new Error('a selection is not handed over')
        await ask(screen, opcode.inputFocus)
        await pause(10)
      }
      // It names no property where the program refuses.
      if (notices.pop()?.readUInt32LE(20) === 0) return ''
      const answer = await ask(screen, opcode.property, own, text, 0, 0, 1 << 16)
      return answer.toString('utf8', 32, 32 + answer.readUInt32LE(16))
    }
    return { clipboard: await read(clipboard), primary: await read(primary) }
  } finally {
    close()
  }
}

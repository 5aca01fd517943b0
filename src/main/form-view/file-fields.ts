import type { DialogAnswer, FormReports } from '../../shared/windows.ts'
import type { ProtocolSession } from './protocol.ts'

/** DevTools protocol, `Page.fileChooserOpened`; without a node: a script asked for a handle of a file. */
interface ChooserOpened {
  readonly frameId: string
  readonly backendNodeId?: number
}

// The next three run in the page, each by its source alone.
function takesPictures(field: HTMLInputElement): boolean {
  const picture = /^(\*\/\*|image\/(\*|jpe?g|png)|\.(jpe?g|png))$/
  const wanted = field.accept.split(',').map((each) => each.trim().toLowerCase())
  const isAny = wanted.every((each) => each === '') || wanted.some((each) => picture.test(each))
  return isAny && !field.webkitdirectory
}

/** Tells a page that no file was chosen, as a closed chooser does. */
function cancelField(field: HTMLInputElement): void {
  field.dispatchEvent(new Event('cancel', { bubbles: true }))
}

/** Puts a picture (JPEG, base64) into a field, and tells its page as a chooser does. */
function putPicture(field: HTMLInputElement, picture: string): void {
  const bytes = Uint8Array.from(atob(picture), (each) => each.charCodeAt(0))
  const chosen = new DataTransfer()
  chosen.items.add(new File([bytes], 'card.jpg', { type: 'image/jpeg' }))
  field.files = chosen.files
  field.dispatchEvent(new Event('input', { bubbles: true, composed: true }))
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

/** Returns the field of a chooser in a world that the page's scripts cannot see; it is held until `release`. */
async function heldField(session: ProtocolSession, frameId: string, backendNodeId: number) {
  const { executionContextId } = (await session.send('Page.createIsolatedWorld', {
    frameId,
    worldName: 'foyer-files',
  })) as { readonly executionContextId: number }
  const { object } = (await session.send('DOM.resolveNode', {
    backendNodeId,
    executionContextId,
  })) as { readonly object: { readonly objectId: string } }
  const { objectId } = object
  return {
    async call(work: (field: HTMLInputElement, picture: string) => unknown, picture?: string) {
      const answer = (await session.send('Runtime.callFunctionOn', {
        functionDeclaration: work.toString(),
        executionContextId,
        arguments: [{ objectId }, { value: picture }],
        returnByValue: true,
        silent: true,
      })) as { readonly result: { readonly value?: unknown }; readonly exceptionDetails?: object }
      if (answer.exceptionDetails) throw new Error('the field takes no picture')
      return answer.result.value
    },
    release: () => session.send('Runtime.releaseObject', { objectId }).catch(() => undefined),
  }
}

type Outcome = 'given' | 'declined' | 'refused'

// The picture is handed over in the page's memory, never by a file on a disk.
async function answerField(
  session: ProtocolSession,
  { frameId, backendNodeId }: ChooserOpened,
  ask: () => Promise<DialogAnswer>,
): Promise<Outcome> {
  if (backendNodeId === undefined) return 'refused'
  const field = await heldField(session, frameId, backendNodeId)
  try {
    const isPicture = (await field.call(takesPictures)) === true
    const picture = isPicture ? await ask() : null
    if (picture === null) await field.call(cancelField)
    else await field.call(putPicture, picture)
    if (!isPicture) return 'refused'
    return picture === null ? 'declined' : 'given'
  } finally {
    await field.release()
  }
}

/** Answers the file fields of a page, or a frame with its own process, by `onPicture`; await before its first script. */
export async function answerFileFields(
  session: ProtocolSession,
  refuse: () => void,
  { onPicture, onSign }: Partial<Pick<FormReports, 'onPicture' | 'onSign'>> = {},
): Promise<void> {
  const tell = (outcome: Outcome) => {
    if (outcome === 'refused') refuse()
    if (outcome !== 'given') onSign?.('files')
  }
  session.on('Page.fileChooserOpened', (opened: ChooserOpened) => {
    if (!onPicture) return tell('refused')
    void answerField(session, opened, onPicture).then(tell, () => undefined)
  })
  if (!onPicture) return
  await session.send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: false })
}

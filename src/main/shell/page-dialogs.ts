import { z } from 'zod'
import { unseenAnswer, type DialogAnswer, type PageDialog } from '../../shared/windows.ts'
import { cleanDialogText, mostDefaultCharacters, mostDialogCharacters } from './dialog-text.ts'

/**
 * Path, on the page's own origin, of the request by which `askByRequest` asks main. It never reaches the network: main
 * answers it over the DevTools protocol (`Fetch`), in every frame.
 */
export const dialogPath = '/.foyer-form-dialog'

/** The pattern (DevTools protocol, `Fetch.enable`) that stops those requests; `?` stands for any one character. */
export const dialogRequests = { urlPattern: `*${dialogPath}?*`, requestStage: 'Request' } as const

const asked = z.strictObject({
  kind: z.enum(['alert', 'confirm', 'prompt', 'leave']),
  text: z.string(),
  typed: z.string(),
})

/** Whether a request is one by which a page asks for a dialog. */
export const isDialogRequest = (url: string) =>
  URL.canParse(url) && new URL(url).pathname === dialogPath

/** The dialog that a request asks for, its words made fit for a screen; undefined where it asks for none. */
function readDialog(url: string): PageDialog | undefined {
  if (!isDialogRequest(url)) return undefined
  try {
    const { search } = new URL(url)
    const { kind, text, typed } = asked.parse(JSON.parse(decodeURIComponent(search.slice(1))))
    return {
      kind,
      text: cleanDialogText(text, mostDialogCharacters),
      typed: cleanDialogText(typed, mostDefaultCharacters).replaceAll('\n', ' '),
    }
  } catch {
    return undefined
  }
}

/** Where a page's dialogs are answered; `unseenAnswer` is what a page hears of one that nobody saw. */
export type AskPatient = (dialog: PageDialog) => Promise<DialogAnswer>

/** The parameters of `Fetch.fulfillRequest` that answer a request for a dialog, once the patient has. */
export async function answerDialog(
  { requestId, url }: { readonly requestId: string; readonly url: string },
  ask: AskPatient | undefined,
): Promise<object> {
  const dialog = readDialog(url)
  const unseen = dialog ? unseenAnswer(dialog) : null
  const answer = dialog && ask ? await ask(dialog).catch(() => unseen) : unseen
  return {
    requestId,
    responseCode: 200,
    responsePhrase: 'OK',
    responseHeaders: [
      { name: 'Content-Type', value: 'application/json' },
      { name: 'Cache-Control', value: 'no-store' },
    ],
    body: Buffer.from(JSON.stringify(answer)).toString('base64'),
  }
}

/**
 * Puts functions that ask main in the place of a page's `alert`, `confirm` and `prompt`, and asks before the page leaves
 * where it wants to be asked (`beforeunload`). They wait as the browser's own do: by a synchronous request, which nothing
 * but the answer ends. Where that is not possible (a policy of contents, an origin of its own kind, a page that is being
 * left) they answer at once, as a browser that shows no dialogs. Self-contained: its source runs in each document before
 * the page's own scripts, and keeps by itself what those could put something else in the place of.
 */
export function askByRequest(path: string): void {
  type Method = (...args: readonly unknown[]) => unknown
  interface Navigate {
    readonly cancelable: boolean
    readonly hashChange: boolean
    readonly downloadRequest?: string | null
    readonly destination: { readonly sameDocument: boolean }
    preventDefault(): void
  }
  interface Probe {
    readonly defaultPrevented: boolean
    readonly returnValue: unknown
    initEvent(type: string, bubbles: boolean, cancelable: boolean): void
  }
  const realm = globalThis as unknown as {
    readonly origin: string
    readonly XMLHttpRequest: new () => object
    readonly document: { createEvent(type: string): Probe }
    readonly navigator: { readonly userActivation?: { readonly hasBeenActive: boolean } }
    readonly navigation?: {
      addEventListener(type: string, listener: (event: Navigate) => void): void
    }
    dispatchEvent(event: Probe): boolean
  }
  const { apply } = Reflect
  const { parse, stringify } = JSON
  const encode = encodeURIComponent
  const text = String
  const { XMLHttpRequest, document, navigation } = realm
  const request = (XMLHttpRequest as unknown as { readonly prototype: object }).prototype
  const methods = request as { readonly open: Method; readonly send: Method }
  const [open, send] = [methods.open, methods.send]
  const { get: body } = Object.getOwnPropertyDescriptor(request, 'responseText') as {
    readonly get: Method
  }
  // eslint-disable-next-line @typescript-eslint/unbound-method -- given its object below
  const slice = String.prototype.slice as Method
  // Far more than a patient reads, and far less than an address may hold.
  const most = 8_000

  const ask = (kind: string, words: unknown = '', typed: unknown = ''): string | null => {
    const what = {
      kind,
      text: apply(slice, text(words), [0, most]),
      typed: apply(slice, text(typed), [0, most]),
    }
    try {
      const asked = new XMLHttpRequest()
      const url = `${realm.origin}${path}?${encode(stringify(what))}`
      apply(open, asked, ['GET', url, false])
      apply(send, asked, [])
      // Not by its status: Electron's own request filter takes the head from an answer that no server gave.
      const answer: unknown = parse(apply(body, asked, []) as string)
      return typeof answer === 'string' ? answer : null
    } catch {
      return null
    }
  }
  const functions = {
    alert(...[words]: readonly unknown[]) {
      ask('alert', words)
    },
    confirm: (...[words]: readonly unknown[]) => ask('confirm', words) !== null,
    prompt: (...[words, typed]: readonly unknown[]) => ask('prompt', words, typed),
  }
  for (const [name, value] of Object.entries(functions)) {
    Object.defineProperty(realm, name, {
      value,
      writable: true,
      enumerable: true,
      configurable: true,
    })
  }

  // While a page is being left (`beforeunload` itself) nothing may wait; before that, its listeners are asked.
  const wantsToStay = () => {
    const probe = document.createEvent('BeforeUnloadEvent')
    probe.initEvent('beforeunload', false, true)
    realm.dispatchEvent(probe)
    return probe.defaultPrevented || (probe.returnValue !== '' && probe.returnValue !== true)
  }
  navigation?.addEventListener('navigate', (event) => {
    const leaves = !event.destination.sameDocument && !event.hashChange && !event.downloadRequest
    if (!event.cancelable || !leaves || !realm.navigator.userActivation?.hasBeenActive) return
    if (wantsToStay() && ask('leave') === null) event.preventDefault()
  })
}

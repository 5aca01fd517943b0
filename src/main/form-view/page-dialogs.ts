import { z } from 'zod'
import { unseenAnswer, type DialogAnswer, type PageDialog } from '../../shared/windows.ts'
import type { Header } from './policy.ts'
import { runInPage, type ProtocolSession } from './protocol.ts'

/** In UTF-16 units. */
const mostDialogCharacters = 600
/** Most characters that a page may write into the field of a `prompt` beforehand, and that a patient may type there. */
const mostDefaultCharacters = 200

const mostLines = 12
const mostMarks = 3

/** Controls, half, private and unassigned characters, and formats that pile text up or turn it round (Unicode, UAX 9). */
const unsafe =
  /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u00AD\u061C\u180E\u200B\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFC\u{E0000}-\u{E0FFF}]/gu
/** More marks above one another than a script needs. */
const piled = new RegExp(`(\\p{M}{${mostMarks}})\\p{M}+`, 'gu')

/** Converts a page's words to plain text of at most `most` characters and a few lines; cut text ends in an ellipsis. */
export function cleanDialogText(words: string, most: number): string {
  const lines = words
    // Text far beyond the limit need not be checked.
    .slice(0, 8 * most)
    .replace(/\r\n?|[\u2028\u2029\v\f]/g, '\n')
    .split('\n')
    .map((line) => line.replaceAll('\t', ' ').replace(unsafe, '').replace(piled, '$1').trimEnd())
  const text = lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
    .split('\n')
  const shown = text.slice(0, mostLines).join('\n')
  const isWhole = text.length <= mostLines && shown.length <= most && words.length <= 8 * most
  return isWhole ? shown : `${shown.slice(0, most - 1).replace(/\p{Cs}/gu, '')}…`
}

/** Path, on the page's own origin, of `askByRequest`, which main answers by the protocol: no network sees it. */
export const dialogPath = '/.foyer-form-dialog'

/** The pattern (DevTools protocol, `Fetch.enable`) that stops those requests; `?` stands for any one character. */
export const dialogRequests = { urlPattern: `*${dialogPath}?*`, requestStage: 'Request' } as const

const asked = z.strictObject({
  kind: z.enum(['alert', 'confirm', 'prompt', 'leave']),
  text: z.string(),
  typed: z.string(),
})

/** Tells whether a page asks for a dialog by this request. */
export const isDialogRequest = (url: string) =>
  URL.canParse(url) && new URL(url).pathname === dialogPath

function readDialog(url: string): PageDialog | undefined {
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

export type AskPatient = (dialog: PageDialog) => Promise<DialogAnswer>

/** Builds the parameters of `Fetch.fulfillRequest` that answer a request for a dialog, once the patient has. */
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

// These are `alert`, `confirm`, `prompt`, and the question before leaving if the page wants it (`beforeunload`). They
// wait as the browser's own do: by a synchronous request, which nothing but the answer ends. If that is not possible (a
// content policy, an opaque origin, a page that is being left) they answer at once, as a browser that shows no dialogs.
// Self-contained: its source runs in each document before its scripts, and keeps functions they could replace.
function askByRequest(path: string): void {
  type Method = (...args: readonly unknown[]) => unknown
  interface Probe {
    readonly defaultPrevented: boolean
    readonly returnValue: unknown
    initEvent(type: string, bubbles: boolean, cancelable: boolean): void
  }
  const { apply } = Reflect
  const { parse, stringify } = JSON
  const encode = encodeURIComponent
  const text = String
  const { XMLHttpRequest, document, navigation, navigator, origin } = window
  const request = XMLHttpRequest.prototype
  const { open, send } = request as unknown as Record<'open' | 'send', Method>
  const { get: body } = Object.getOwnPropertyDescriptor(request, 'responseText') as {
    readonly get: Method
  }
  const slice = String.prototype.slice as Method
  const most = 8_000

  const ask = (kind: string, words: unknown = '', typed: unknown = ''): string | null => {
    const what = {
      kind,
      text: apply(slice, text(words), [0, most]),
      typed: apply(slice, text(typed), [0, most]),
    }
    try {
      const asked = new XMLHttpRequest()
      const url = `${origin}${path}?${encode(stringify(what))}`
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
  const like = { writable: true, enumerable: true, configurable: true }
  for (const [name, value] of Object.entries(functions))
    Object.defineProperty(window, name, { value, ...like })

  // While a page is being left (`beforeunload` itself) nothing may wait; before that, its listeners are asked.
  const wantsToStay = () => {
    // Only by what is deprecated such an event can be made, and its answer be read.
    const probe = document.createEvent('BeforeUnloadEvent') as unknown as Probe
    probe.initEvent('beforeunload', false, true)
    dispatchEvent(probe as unknown as Event)
    return probe.defaultPrevented || (probe.returnValue !== '' && probe.returnValue !== true)
  }
  navigation.addEventListener('navigate', (event) => {
    const { sameDocument, url } = event.destination
    // For a call or a letter (`tel:`, `mailto:`) no page is left.
    const isPage = apply(slice, url, [0, 4]) === 'http'
    const leaves = isPage && !sameDocument && !event.hashChange && !event.downloadRequest
    if (!event.cancelable || !leaves || !navigator.userActivation.hasBeenActive) return
    if (wantsToStay() && ask('leave') === null) event.preventDefault()
  })
}

/** Has each document ask main for its dialogs. */
export const installDialogs = (session: ProtocolSession): Promise<void> =>
  runInPage(session, askByRequest, dialogPath)

const directivesOf = (policy: string) =>
  policy
    .split(';')
    .map((each) => each.trim().split(/\s+/))
    .filter(([name]) => name)
    .map(([name = '', ...sources]) => [name.toLowerCase(), sources] as const)

function permitIn(policy: string, source: string): string {
  const directives = directivesOf(policy)
  const sourcesOf = (wanted: string) => directives.find(([name]) => name === wanted)?.[1]
  // Without a rule for connections the default applies to them; without a default, all may be reached.
  const sources = sourcesOf('connect-src') ?? sourcesOf('default-src')
  if (!sources) return policy
  const kept = sources.filter((each) => each.toLowerCase() !== "'none'")
  const rest = directives.filter(([name]) => name !== 'connect-src')
  return [...rest, ['connect-src', [...kept, source]] as const]
    .map(([name, of]) => [name, ...of].join(' '))
    .join('; ')
}

/** Has a document's policies permit its dialogs' path on its own origin, which never reaches the network. */
export function permitDialogs(headers: readonly Header[], url: string): Header[] {
  if (!URL.canParse(url)) return [...headers]
  const source = new URL(url).origin + dialogPath
  return headers.map(({ name, value }) => {
    if (name.toLowerCase() !== 'content-security-policy') return { name, value }
    const policies = value.split(',').map((policy) => permitIn(policy, source))
    return { name, value: policies.join(', ') }
  })
}

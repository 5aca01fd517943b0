import * as z from 'zod/mini'
import type { OriginPolicy } from './policy.ts'
import { madePdfName, offerPdfs } from './made-pdf.ts'
import { paperEvents, type NoPaper } from './paper-opening.ts'
import { pdfLinkStyle, pdfWords } from './pdf.ts'
import { makeGuard, type Beside } from './protocol.ts'

/** Most characters that a form may send to a new window: a signature as a picture, and far less than fills main. */
export const mostPosted = 2_000_000

const posted = z.strictObject({
  origin: z.string(),
  body: z.string().check(z.maxLength(mostPosted)),
  // It separates the parts of `multipart/form-data`; without it the body is `application/x-www-form-urlencoded`.
  boundary: z.optional(z.string().check(z.regex(/^[\w-]{1,70}$/))),
})
export type Posted = Readonly<z.infer<typeof posted>>

/** Makes what turns a page's first request for a document (`Fetch.continueRequest`) into `post`; later ones are left. */
export function postOnce(post: Posted | undefined) {
  let left = post
  return (headers: Readonly<Record<string, string>>) => {
    if (!left) return undefined
    const { origin, body, boundary } = left
    left = undefined
    const type = boundary
      ? `multipart/form-data; boundary=${boundary}`
      : 'application/x-www-form-urlencoded'
    const all = Object.entries({ ...headers, 'Content-Type': type, Origin: origin })
    return {
      method: 'POST',
      postData: Buffer.from(body).toString('base64'),
      headers: all.map(([name, value]) => ({ name, value })),
    }
  }
}

/** Address and data that a form would open; the address is empty if its data cannot be sent again. */
interface Sent {
  readonly url: string
  readonly target: string
  readonly hasOpener?: boolean | undefined
  readonly post?: Posted | undefined
}

// `opens` converts the form's own target to the intended window. A file and `text/plain` cannot be sent anew.
/** Reads what a form, sent `by` a button, would open in a new window; its source runs beside a document. */
function readForm(
  form: HTMLFormElement,
  by: HTMLElement | null,
  opens: (target: string) => string | undefined,
): Sent | undefined {
  type Fields = readonly (readonly [name: string, value: FormDataEntryValue])[]
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const own = (part: 'Target' | 'Action' | 'Method' | 'Enctype') => {
    if (by?.hasAttribute(`form${part}`)) return text((by as HTMLButtonElement)[`form${part}`])
    // A field of the form may have such a name.
    return text(Reflect.get(HTMLFormElement.prototype, part.toLowerCase(), form))
  }
  const lines = (value: string) => value.replace(/\r\n|\r|\n/g, '\r\n')
  const urlencoded = (fields: Fields) => {
    const sent = fields.map(([key, value]) => {
      const plain = typeof value === 'string' ? value : value.name
      return [lines(key), lines(plain)] as [string, string]
    })
    return String(new URLSearchParams(sent))
  }
  const multipart = (fields: Fields, boundary: string): string | undefined => {
    if (fields.some(([, value]) => typeof value !== 'string' && value.size > 0)) return undefined
    const parts = fields.map(([key, value]) => {
      const name = lines(key).replace(/\r\n/g, '%0D%0A').replace(/"/g, '%22')
      const noFile = '; filename=""\r\nContent-Type: application/octet-stream'
      const kind = typeof value === 'string' ? '' : noFile
      const head = `Content-Disposition: form-data; name="${name}"${kind}`
      return `--${boundary}\r\n${head}\r\n\r\n${lines(text(value))}\r\n`
    })
    return `${parts.join('')}--${boundary}--\r\n`
  }
  const postOf = (fields: Fields, type: string): Posted | undefined => {
    if (type === 'application/x-www-form-urlencoded') return { origin, body: urlencoded(fields) }
    if (type !== 'multipart/form-data') return undefined
    const boundary = `----FoyerForm${String(Math.random()).slice(2)}`
    const body = multipart(fields, boundary)
    return body === undefined ? undefined : { origin, body, boundary }
  }

  const method = own('Method').toLowerCase()
  const target = opens(own('Target'))
  if (target === undefined || !/^(get|post)$/.test(method)) return undefined
  const nothing = { url: '', target }
  if (!URL.canParse(own('Action'))) return nothing
  const url = new URL(own('Action'))
  const fields = [...new FormData(form, by)]
  if (method === 'get') {
    url.search = urlencoded(fields)
    return { url: url.href, target }
  }
  const post = postOf(fields, own('Enctype').toLowerCase())
  return post ? { url: url.href, target, post } : nothing
}

const id = z.string().check(z.regex(/^\d{1,9}$/))
const paperNotice = z.discriminatedUnion('type', [
  // `id` counts in this document; that of an open paper replaces it.
  z.strictObject({
    type: z.literal('open'),
    id,
    url: z.string(),
    post: z.optional(posted),
    hasOpener: z.optional(z.boolean()),
  }),
  z.strictObject({ type: z.literal('wants'), id: z.string() }),
  z.strictObject({ type: z.literal('close'), id }),
  z.strictObject({ type: z.literal('refused'), url: z.string() }),
])
type PaperNotice = z.infer<typeof paperNotice>

const mostMade = 20
const emptyMs = 20_000

export const paperGuardName = 'foyerPaperClosed'
export const paperToldName = 'foyerPaperTold'
export const paperBinding = 'foyerPaper'

// That is a link, a form, a PDF of the page's own making in the page or in a window, and by an event (`offerPapers`)
// `window.open` and other requests. Only while a touch of the patient's in this document is fresh, only an http(s)
// address of `origins` or below `wildcards`, one at a time; posted data goes to the document's own origin alone, in
// `mostPosted` characters. Main calls the function named `name` when a paper is closed.
/** Asks main to open what the page would open in a new window; its source runs in the document. */
function guardPapers(
  { tell, listen, viewport }: Beside<PaperNotice>,
  name: string,
  toldName: string,
  events: typeof paperEvents,
  policy: {
    readonly origins: readonly string[]
    readonly wildcards: readonly string[]
    readonly mostPosted: number
    readonly emptyMs: number
  },
  pdfs: Readonly<Record<'name' | 'words' | 'look', string>> & { readonly most: number },
  formOf: typeof readForm,
  offer: typeof offerPdfs,
): void {
  const toPage = (type: string, detail: string) =>
    viewport?.dispatchEvent(new CustomEvent(type, { detail }))
  const fromPage = (type: string, listener: (detail: unknown) => void) =>
    viewport?.addEventListener(type, (event) => listener((event as CustomEvent).detail))
  const isTouched = () => navigator.userActivation.isActive

  // Frames of other sites are found by the names that their parents know.
  const isFrame = (wanted: string): boolean => {
    const seek = (parent: Window): boolean => {
      for (let at = 0; at < parent.length; at++) {
        const child = parent[at] as Window
        const isNamed = [() => Reflect.get(parent, wanted) === child, () => child.name === wanted]
        for (const found of isNamed) {
          try {
            if (found()) return true
          } catch {
            // Of another site.
          }
        }
        if (seek(child)) return true
      }
      return false
    }
    return /^_(self|parent|top)$/i.test(wanted) || seek(top ?? window)
  }
  const isAllowed = ({ protocol, origin, port, hostname, username, password }: URL) => {
    if (!/^https?:$/.test(protocol) || username !== '' || password !== '') return false
    if (policy.origins.includes(origin)) return true
    return policy.wildcards.some((each) => {
      const above = new URL(each.replace('*.', ''))
      const isAlike = above.protocol === protocol && above.port === port
      return isAlike && hostname.endsWith(`.${above.hostname}`)
    })
  }

  const read = (address: string, base?: string) =>
    URL.canParse(address, base) ? new URL(address, base) : undefined

  const made = new Map<string, unknown>()
  fromPage(events.made, (detail) => {
    const { url, made: pdf } = detail as Record<'url' | 'made', unknown>
    if (made.size < pdfs.most && /^blob:/.test(String(url))) made.set(String(url), pdf)
  })
  Reflect.set(globalThis, pdfs.name, (url: string) => made.get(url))
  const keep = (pdf: Blob) => {
    const url = URL.createObjectURL(pdf)
    if (made.size < pdfs.most) made.set(url, pdf)
    return url
  }
  offer({ has: (url) => made.has(url), keep }, pdfs.words, pdfs.look)

  let count = 0
  let open: string | undefined
  /** An empty window that the page opened: what it leads there becomes the paper, until a time of this document. */
  let empty:
    | { readonly id: string; readonly until: number; hasOpener: Wish['hasOpener'] }
    | undefined
  let named: string | undefined
  const mayPost = (post: Posted, url: URL) =>
    url.origin === post.origin && post.body.length <= policy.mostPosted
  const ask = ({ url: address, target, post, hasOpener, of }: Wish): string => {
    if (target !== '' && isFrame(target)) return 'native' satisfies NoPaper
    const promise = of !== undefined && of === empty?.id ? empty : undefined
    const isPromised = promise !== undefined && performance.now() < promise.until
    const base: unknown = document.baseURI
    const url = address === '' ? undefined : read(address, String(base))
    const isFree =
      of === undefined
        ? open === undefined || target === named
        : of === open || (isPromised && open === undefined)
    const mayGo = url && (isAllowed(url) || made.has(url.href))
    const may = mayGo && (isTouched() || isPromised) && isFree && (!post || mayPost(post, url))
    if (promise) empty = undefined
    if (!may) {
      tell({ type: 'refused', url: url?.href ?? 'about:blank' })
      if (of !== undefined && of !== open) toPage(events.closed, of)
      return 'refused' satisfies NoPaper
    }
    open ??= promise?.id ?? String(++count)
    named = /^(_.*)?$/.test(target) ? undefined : target
    const mayTalk = promise?.hasOpener ?? hasOpener
    tell({ type: 'open', id: open, url: url.href, post, hasOpener: mayTalk })
    return open
  }

  const openEmpty = ({ target, hasOpener }: Wish): string => {
    if (target !== '' && isFrame(target)) return 'native' satisfies NoPaper
    if (!isTouched() || open !== undefined) {
      tell({ type: 'refused', url: 'about:blank' })
      return 'refused' satisfies NoPaper
    }
    if (empty) toPage(events.closed, empty.id)
    empty = { id: String(++count), until: performance.now() + policy.emptyMs, hasOpener }
    return empty.id
  }

  interface Wish extends Sent {
    /** Number of the window that the page leads there. */
    readonly of?: string | undefined
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const targetOf = (own: unknown) =>
    text(own) || text(document.querySelector<HTMLBaseElement>('base[target]')?.target)
  /** As browsers decide it (HTML standard, "get an element's noopener"). */
  const keepsOpener = (rel: string, target: string) =>
    !/\b(noopener|noreferrer)\b/i.test(rel) &&
    (/\bopener\b/i.test(rel) || !/^_blank$/i.test(target))
  const ofLink = (link: HTMLAnchorElement): Wish | undefined => {
    const url = text(link.href)
    if (url === '' || link.hasAttribute('download')) return undefined
    const target = targetOf(link.target)
    return { url, target, hasOpener: keepsOpener(text(link.rel), target) }
  }
  const ofForm = (form: HTMLFormElement, by: HTMLElement | null): Wish | undefined => {
    const wish = formOf(form, by, (own) => {
      const target = targetOf(own)
      return target === '' || isFrame(target) ? undefined : target
    })
    return wish && { ...wish, hasOpener: keepsOpener(text(form.rel), wish.target) }
  }
  const isLink = (each: EventTarget): each is HTMLAnchorElement =>
    /^(a|area)$/.test((each as Element).localName)
  const follow = (wishOf: () => Wish | undefined): boolean => {
    const wish = wishOf()
    if (!wish || wish.target === '') return false
    return ask(wish) !== ('native' satisfies NoPaper)
  }
  const openBy = <Kind extends Event>(
    type: string,
    read: (event: Kind) => (() => Wish | undefined) | undefined,
  ) => {
    const pending = new Map<Event, () => Wish | undefined>()
    const last = (event: Event) => {
      const wishOf = pending.get(event)
      pending.delete(event)
      if (wishOf && !event.defaultPrevented && follow(wishOf)) event.preventDefault()
    }
    return (event: Kind) => {
      if (!event.isTrusted && !isTouched()) return
      const wishOf = read(event)
      if (!wishOf) return
      pending.set(event, wishOf)
      // After every other listener of the window.
      removeEventListener(type, last)
      addEventListener(type, last)
      // A page that lets the event go no further has not said that nothing is to be opened.
      setTimeout(() => {
        if (pending.delete(event) && !event.defaultPrevented) follow(wishOf)
      })
    }
  }
  const submits = (event: Event) => {
    const wish = ofForm((event.composedPath()[0] ?? event.target) as HTMLFormElement, null)
    if (wish) toPage(events.answers, ask(wish))
  }
  // A click by a script is no trusted event.
  listen(
    {
      click: openBy('click', (event) => {
        const link = event.composedPath().find(isLink)
        return link && (() => ofLink(link))
      }),
      submit: openBy(
        'submit',
        ({ target, submitter }: SubmitEvent) =>
          () =>
            ofForm(target as HTMLFormElement, submitter),
      ),
      [events.submits]: submits,
    },
    'all',
  )

  fromPage(events.asks, (detail) => {
    const { url, target, hasOpener, of } = JSON.parse(String(detail)) as Wish
    const isEmpty = of === undefined && /^(about:blank)?$/.test(url)
    const wish = { url, target, hasOpener: hasOpener === true, of }
    toPage(events.answers, isEmpty ? openEmpty(wish) : ask(wish))
  })
  fromPage(events.closes, (detail) => {
    if (detail === empty?.id) {
      empty = undefined
      toPage(events.closed, String(detail))
    } else if (open !== undefined && detail === open) tell({ type: 'close', id: open })
  })
  fromPage(events.wants, (detail) => tell({ type: 'wants', id: String(detail) }))
  type Told = Record<'data' | 'to' | 'from', string>
  Reflect.set(globalThis, toldName, (id: string, { data, to, from }: Told) => {
    const wanted = to === '/' ? from : read(to)?.origin
    if (to === '*' || wanted === origin) toPage(events.told, JSON.stringify({ id, data, from }))
  })
  Reflect.set(globalThis, name, (id: string) => {
    if (open === id) open = undefined
    toPage(events.closed, id)
  })
}

/** Makes the guard of new windows of each document, for a form with this policy in this language (BCP 47). */
export const paperGuard = ({ origins, wildcards }: OriginPolicy, locale: string) => {
  const policy = { origins: [...origins], wildcards, mostPosted, emptyMs }
  const look = `${pdfLinkStyle} display: block; box-sizing: border-box; margin: 16px`
  const pdfs = { name: madePdfName, most: mostMade, words: pdfWords(locale), look }
  return makeGuard(
    paperBinding,
    paperNotice,
    guardPapers,
    paperGuardName,
    paperToldName,
    paperEvents,
    policy,
    pdfs,
    readForm,
    offerPdfs,
  )
}

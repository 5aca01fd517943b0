/** What a form sends to a new window. */
export interface Posted {
  /** Whose document sends it. */
  readonly origin: string
  readonly body: string
  /** What stands between the parts of `multipart/form-data`; without it the body is `application/x-www-form-urlencoded`. */
  readonly boundary?: string | undefined
}

/** Most characters that a form may send to a new window: a signature as a picture, and far less than fills main. */
export const mostPosted = 2_000_000

/** What the protocol's `Fetch.continueRequest` is told, besides which request it is. */
export interface Posting {
  readonly method: 'POST'
  /** In base64. */
  readonly postData: string
  readonly headers: readonly { readonly name: string; readonly value: string }[]
}

/**
 * Makes of a page's first request for a document one that sends `post`, as the document that it comes from would have
 * sent it; of every other, what it is.
 */
export function postOnce(
  post: Posted | undefined,
): (headers: Readonly<Record<string, string>>) => Posting | undefined {
  let left = post
  return (headers) => {
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

/** What a form would open; an empty address where what it sends cannot be sent anew. */
interface Sent {
  readonly url: string
  readonly target: string
  readonly post?: Posted | undefined
}

/**
 * Reads what a form, sent by the button `by`, would open in a new window; undefined where it opens none. `opens` makes of
 * the form's own target the window that is meant, or nothing. Not sent anew: a file, and `text/plain`. Self-contained: its
 * source runs beside a document, in a world of its own.
 */
export function readForm(
  form: object,
  by: object | null,
  opens: (target: string) => string | undefined,
): Sent | undefined {
  type Fields = readonly (readonly [name: string, value: unknown])[]
  const self = globalThis as unknown as {
    readonly origin: string
    readonly HTMLFormElement: { readonly prototype: object }
    readonly FormData: new (form: object, by: object | null) => Iterable<Fields[number]>
  }
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  const button = by as (Record<string, unknown> & { hasAttribute?(name: string): boolean }) | null
  const own = (part: 'Target' | 'Action' | 'Method' | 'Enctype') => {
    if (button?.hasAttribute?.(`form${part}`)) return text(button[`form${part}`])
    // A field of the form may have such a name.
    return text(Reflect.get(self.HTMLFormElement.prototype, part.toLowerCase(), form))
  }
  const lines = (value: string) => value.replace(/\r\n|\r|\n/g, '\r\n')
  const urlencoded = (fields: Fields) => {
    const sent = fields.map(([key, value]) => {
      const plain = typeof value === 'string' ? value : text((value as { name?: unknown }).name)
      return [lines(key), lines(plain)] as [string, string]
    })
    return String(new URLSearchParams(sent))
  }
  const multipart = (fields: Fields, boundary: string): string | undefined => {
    if (fields.some(([, value]) => (value as { readonly size?: number }).size)) return undefined
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
    const { origin } = self
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
  const fields = [...new self.FormData(form, by)]
  if (method === 'get') {
    url.search = urlencoded(fields)
    return { url: url.href, target }
  }
  const post = postOf(fields, own('Enctype').toLowerCase())
  return post ? { url: url.href, target, post } : nothing
}

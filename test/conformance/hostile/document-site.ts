import { startServer } from '#harness/service/test-service.ts'
import { formColor } from '../sites.ts'

export interface DocumentAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

/** A web site that answers as the one who asks says, with any status and any headers. */
export type DocumentSite = Awaited<ReturnType<typeof startDocumentSite>>

const page = `<!doctype html><title>document</title><style>body{background:${formColor}}</style>`

/** Starts the site on loopback. */
export async function startDocumentSite() {
  const { port, close } = await startServer(({ url }, response) => {
    const { searchParams } = new URL(url, 'http://site')
    const answer = JSON.parse(searchParams.get('answer') ?? '{}') as DocumentAnswer
    const { status = 200, headers = {}, body = page } = answer
    const lines = Object.entries({ 'Content-Type': 'text/html', ...headers })
    // Line by line: a name may stand there in any case, and more than once.
    const flat = lines.flatMap(([name, values]) => [values].flat().flatMap((each) => [name, each]))
    response.writeHead(status, flat)
    response.end(body)
  })
  const origin = `http://127.0.0.1:${port}`
  return {
    origin,
    close,
    /** Gives the address of a document with this answer. */
    at: (answer: DocumentAnswer) =>
      `${origin}/?answer=${encodeURIComponent(JSON.stringify(answer))}`,
  }
}

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { formColor } from '../sites.ts'

/** How a document is answered with. */
export interface DocumentAnswer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string
}

/** A web site that answers as the one who asks says, with any status and any headers. */
export interface DocumentSite {
  readonly origin: string
  /** The address of a document with this answer. */
  at(answer: DocumentAnswer): string
  close(): Promise<void>
}

const page = `<!doctype html><title>document</title><style>body{background:${formColor}}</style>`

/** Starts the site on loopback. */
export async function startDocumentSite(): Promise<DocumentSite> {
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '/', 'http://site')
    const answer = JSON.parse(searchParams.get('answer') ?? '{}') as DocumentAnswer
    const { status = 200, headers = {}, body = page } = answer
    const lines = Object.entries({ 'Content-Type': 'text/html', ...headers })
    // Line by line: a name may stand there in any case, and more than once.
    const flat = lines.flatMap(([name, values]) => [values].flat().flatMap((each) => [name, each]))
    response.writeHead(status, flat)
    response.end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    origin,
    at: (answer) => `${origin}/?answer=${encodeURIComponent(JSON.stringify(answer))}`,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
    },
  }
}

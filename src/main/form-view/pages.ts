import { readdir, readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'

export interface PageFile {
  readonly body: Buffer
  readonly contentType: string
}

/** Builds a content policy that permits nothing but what `allowed` names. */
export const closedPolicy = (...allowed: readonly string[]): string =>
  `default-src 'none'; ${allowed.join('; ')}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

/** The headers of our own pages: they load nothing but themselves, and send nothing anywhere. */
export const ownPageHeaders: Readonly<Record<string, string>> = {
  'Content-Security-Policy': closedPolicy(
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self' data:",
    "img-src 'self' data:",
    "media-src 'self'",
  ),
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
}

/** Those of the page that draws PDFs: it also reads what lies beside it, and works in a thread of its own. */
export const readerHeaders: Readonly<Record<string, string>> = {
  ...ownPageHeaders,
  'Content-Security-Policy': closedPolicy(
    "script-src 'self'",
    "worker-src 'self'",
    "connect-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    'sandbox allow-scripts allow-same-origin',
  ),
}

export interface OwnAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly body?: Buffer
}

/** Answers with the file that `url` asks for (a folder means its `index.html`), under `headers`; undefined for none. */
export function answerPage(
  pages: ReadonlyMap<string, PageFile>,
  url: string,
  headers: Readonly<Record<string, string>>,
): OwnAnswer | undefined {
  const { pathname } = new URL(url)
  const file = pages.get(pathname.endsWith('/') ? `${pathname}index.html` : pathname)
  if (!file) return undefined
  return { status: 200, headers: { ...headers, 'Content-Type': file.contentType }, body: file.body }
}

/** Reads every file of `folder` into memory, by its path as an address writes it (`/assets/a.js`). */
export async function readPages(folder: string): Promise<ReadonlyMap<string, PageFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return new Map(
    await Promise.all(
      files.map(async (entry): Promise<[string, PageFile]> => {
        const path = join(entry.parentPath, entry.name)
        const contentType = getMimeType(path) ?? 'application/octet-stream'
        const address = `/${relative(folder, path).split(sep).join('/')}`
        return [address, { body: await readFile(path), contentType }]
      }),
    ),
  )
}

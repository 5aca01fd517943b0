import { readdir } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { logo, logoPath } from './answers.ts'
import {
  foreignHosts,
  unlistedHost,
  type ForeignAnswer,
  type ForeignHost,
  type ForeignPage,
  type ForeignRoute,
  type Vendor,
} from './page.ts'

/** A vendor-like site on loopback: several origins, in plain Node, with nothing of Foyer's or the sandbox's. */
export type ForeignSite = Awaited<ReturnType<typeof startForeignSite>>

type Listening = readonly [ForeignHost, Server]

const pagesFolder = join(import.meta.dirname, 'pages')

/** Every page there is: each file of `pages/` exports one. */
async function findPages(): Promise<readonly ForeignPage[]> {
  const files = (await readdir(pagesFolder)).filter((name) => name.endsWith('.ts'))
  const modules = files.map(
    (name) => import(join(pagesFolder, name)) as Promise<{ readonly page: ForeignPage }>,
  )
  return (await Promise.all(modules)).map(({ page }) => page)
}

/**
 * Starts the site with `page` as its completion page. `submitForms` is how it tells the service that forms were sent
 * (`Vendor.submitForms`).
 */
export async function startForeignSite(page: string, submitForms: Vendor['submitForms']) {
  const pages = await findPages()
  const routes = pages.flatMap((each) => each.routes)
  const requests: string[] = []
  const kept = new Map<string, Map<string, string>>()
  const origins = {} as Record<ForeignHost, string>
  const vendor: Vendor = {
    origins,
    submitForms,
    keep(token, answers) {
      const all = kept.get(token) ?? new Map<string, string>()
      for (const [name, value] of answers) if (name !== 't') all.set(name, value)
      kept.set(token, all)
    },
  }
  const serve = async (host: ForeignHost, request: IncomingMessage, response: ServerResponse) => {
    const { method = 'GET' } = request
    const url = new URL(request.url ?? '/', origins[host])
    requests.push(`${host} ${method} ${url.pathname}`)
    const body = await buffer(request)
    const form = new URLSearchParams(body.toString())
    const token = url.searchParams.get('t') ?? form.get('t') ?? ''
    const route = routeFor(routes, host, method, url.pathname)
    const nothing = url.pathname === logoPath ? logo : { status: 404, body: 'nothing here' }
    const answer = await route?.answer({ body, form, token, vendor })
    send(response, answer ?? nothing)
  }
  const listening = await Promise.all(
    (Object.keys(foreignHosts) as ForeignHost[]).map(async (host): Promise<Listening> => {
      const server = createServer((request, response) => {
        serve(host, request, response).catch(() => response.destroy())
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      origins[host] = `http://${foreignHosts[host]}:${(server.address() as AddressInfo).port}`
      return [host, server]
    }),
  )
  const find = (name: string) => {
    const found = pages.find((each) => each.name === name)
    if (!found) throw new Error(`the foreign site has ${pages.map((each) => each.name).join(' ')}`)
    return found
  }
  let completionPage = find(page)
  const listed = Object.entries(origins)
    .filter(([host]) => host !== 'forms' && host !== unlistedHost)
    .map(([, origin]) => origin)
  return {
    origins: origins as Readonly<Record<ForeignHost, string>>,
    /** Origins that a clinic lists in `formView.allowedOrigins` for it. */
    listed,
    /** Requests so far, oldest first: host, method and path, such as `forms GET /spa`. */
    requests: requests as readonly string[],
    /** Answers of a patient so far; by the token of the completion URL. */
    answersOf: (token: string): ReadonlyMap<string, string> => kept.get(token) ?? new Map(),
    /** Tokens of the visits that answered something, oldest first. */
    tokens: () => [...kept.keys()],
    /** Name of the completion page. */
    get page(): string {
      return completionPage.name
    },
    /** Chooses the completion page from now on by its name. Throws when there is none. */
    use: (name: string) => void (completionPage = find(name)),
    /** Address of the completion page for a packet. */
    completionUrl: (token: string) =>
      `${origins.forms}${completionPage.name}?${new URLSearchParams({ t: token }).toString()}`,
    async close() {
      await Promise.all(
        listening.map(([, server]) => {
          const closed = new Promise((resolve) => server.close(resolve))
          server.closeAllConnections()
          return closed
        }),
      )
    },
  }
}

function routeFor(
  routes: readonly ForeignRoute[],
  host: ForeignHost,
  method: string,
  path: string,
): ForeignRoute | undefined {
  return routes.find(
    (each) => each.host === host && (each.method ?? 'GET') === method && each.path === path,
  )
}

function send(response: ServerResponse, answer: ForeignAnswer): void {
  const { status = 200, headers = {}, body } = answer
  response.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(body)
}

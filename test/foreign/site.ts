import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { logo, logoPath } from './answers.ts'
import { endings } from './pages/endings.ts'
import { papers } from './pages/papers.ts'
import { parts } from './pages/parts.ts'
import { typing } from './pages/typing.ts'
import {
  foreignHosts,
  unlistedHost,
  type ForeignAnswer,
  type ForeignHost,
  type ForeignRoute,
  type Vendor,
} from './page.ts'

/** A vendor-like site on loopback: several origins, in plain Node, with nothing of Foyer's or the sandbox's. */
export type ForeignSite = Awaited<ReturnType<typeof startForeignSite>>

type Listening = readonly [ForeignHost, Server]

const routes: readonly ForeignRoute[] = [...endings, ...papers, ...parts, ...typing]

/** Starts the site with the completion page at the path `page` of the host `forms`. */
export async function startForeignSite(page: string, submitForms: Vendor['submitForms']) {
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
    const form = new URLSearchParams((await buffer(request)).toString())
    const token = url.searchParams.get('t') ?? form.get('t') ?? ''
    const route = routes.find(
      (each) =>
        each.host === host && (each.method ?? 'GET') === method && each.path === url.pathname,
    )
    const nothing = url.pathname === logoPath ? logo : { status: 404, body: 'nothing here' }
    const answer = await route?.answer({ form, token, vendor })
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
    page,
    completionUrl: (token: string) =>
      `${origins.forms}${page}?${new URLSearchParams({ t: token }).toString()}`,
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

function send(response: ServerResponse, answer: ForeignAnswer): void {
  const { status = 200, headers = {}, body } = answer
  response.writeHead(status, { 'Cache-Control': 'no-store', ...headers }).end(body)
}

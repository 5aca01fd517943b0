import { createHash } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { command, kioskActs, stationId } from '../../../shared/bus/messages.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Timers } from '../../base/clock.ts'
import { parseJson } from '../../base/parse-json.ts'
import { gather } from '../../base/timers.ts'
import type { HubDesk, HubPairing, Overview, PairedStation, ShownInvitation } from './hub-desk.ts'

const hubAct = z.enum([...kioskActs, 'askToWipe'])
export type HubAct = z.infer<typeof hubAct>

const { by, reason } = command.shape

/** Request to a running hub; a connection carries one. */
export const controlRequest = z.discriminatedUnion('ask', [
  /** Shows the overview, now and after each change, until the connection ends. */
  z.strictObject({ ask: z.literal('watch') }),
  z.strictObject({ ask: z.literal('pair') }),
  z.strictObject({ ask: z.literal('stations') }),
  z.strictObject({ ask: z.literal('unpair'), station: stationId }),
  z.strictObject({ ask: z.literal('come'), from: stationId, helpId: z.string(), by }),
  z.strictObject({ ask: z.literal('attend'), from: stationId, number: z.string() }),
  z.strictObject({ ask: z.literal('command'), to: stationId, act: hubAct, by, reason }),
])
export type ControlRequest = z.infer<typeof controlRequest>

/** Answer of a running hub, as a line of JSON. `reason`: a code. */
export type ControlReply =
  | { readonly kind: 'overview'; readonly overview: Overview }
  | { readonly kind: 'invitation'; readonly invitation: ShownInvitation }
  | { readonly kind: 'stations'; readonly stations: readonly PairedStation[] }
  | { readonly kind: 'done' }
  | { readonly kind: 'refused'; readonly reason: string }

const connections = 32
/** Characters of a request. */
const longestRequest = 4_096
/** Bytes of a path that every system takes. */
const longestPath = 103
/** ms between two overviews: each is whole, and many kiosks change often. */
const showEveryMs = 100

/** Returns the hub's socket for `folder`, its user's alone; on Windows a pipe, writable by administrators too. */
export function controlPath(folder: string, platform: NodeJS.Platform): string {
  if (platform !== 'win32') return join(folder, 'hub.sock')
  const mark = createHash('sha256').update(folder.toLowerCase()).digest('hex').slice(0, 16)
  return `\\\\.\\pipe\\foyer-hub-${mark}`
}

/** Calls `onLine` with each line of a socket; one longer than `longest` ends the connection. */
export function readLines(socket: Socket, onLine: (line: string) => void, longest = Infinity) {
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > longest) socket.destroy()
    else for (const line of lines) onLine(line)
  })
}

interface ControlParts {
  readonly path: string
  readonly desk: HubDesk
  readonly pairing: HubPairing
  readonly timers: Timers
}

/** Answers what the hub's own user asks while the hub holds the vault. The error is the system's code. */
export async function openControlServer(parts: ControlParts) {
  const { path } = parts
  if (Buffer.byteLength(path) > longestPath) return err('ENAMETOOLONG')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('close', () => sockets.delete(socket))
    let isAsked = false
    const take = (line: string) => {
      const request = isAsked ? undefined : controlRequest.safeParse(parseJson(line)).data
      if (!request) {
        socket.destroy()
        return
      }
      isAsked = true
      if (request.ask === 'watch') {
        watch(socket, parts)
        return
      }
      answer(request, parts).then(
        (reply) => {
          say(socket, reply)
          socket.end()
        },
        // The vault has reported this itself: without an audit entry nothing is done.
        () => socket.destroy(),
      )
    }
    readLines(socket, take, longestRequest)
  })
  server.maxConnections = connections
  // Left by a hub that was killed; the vault's lock says that no other one runs.
  if (process.platform !== 'win32') rmSync(path, { force: true })
  const fault = await new Promise<string | undefined>((resolve) => {
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'unknown'))
    server.listen(path, () => resolve(undefined))
  })
  if (fault !== undefined) return err(fault)
  if (process.platform !== 'win32') chmodSync(path, 0o600)
  return ok({
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  })
}

function say(socket: Socket, reply: ControlReply) {
  if (socket.writable) socket.write(`${JSON.stringify(reply)}\n`)
}

async function answer(
  request: Exclude<ControlRequest, { readonly ask: 'watch' }>,
  { desk, pairing }: ControlParts,
): Promise<ControlReply> {
  switch (request.ask) {
    case 'pair': {
      const invited = await pairing.invite()
      return invited.ok ? { kind: 'invitation', invitation: invited.value } : refused(invited.error)
    }
    case 'stations':
      return { kind: 'stations', stations: pairing.stations() }
    case 'unpair':
      return outcomeOf(await pairing.unpair(request.station))
    case 'come':
      return outcomeOf(desk.come(request, { by: request.by }))
    case 'attend':
      return outcomeOf(desk.attend(request))
    case 'command':
      return outcomeOf(desk.command(request.to, request.act, request))
  }
}

const refused = (reason: string): ControlReply => ({ kind: 'refused', reason })

function outcomeOf(done: Result<null, { readonly kind: string } | string>): ControlReply {
  if (done.ok) return { kind: 'done' }
  return refused(typeof done.error === 'string' ? done.error : done.error.kind)
}

function watch(socket: Socket, { desk, timers }: ControlParts) {
  const show = () => say(socket, { kind: 'overview', overview: desk.overview() })
  const soon = gather(timers, showEveryMs, show)
  const end = desk.onChange(soon.call)
  show()
  socket.once('close', () => {
    end()
    soon.stop()
  })
}

import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { err, ok, type Result } from '../../../shared/result.ts'
import { withoutNames } from '../overview/overview.ts'
import type { HubDesk } from '../overview/hub-desk.ts'
import { longestPath } from './control-path.ts'
import { readLines, writeLine } from './json-lines.ts'
import {
  controlRequest,
  type ControlReply,
  type ControlRequest,
  type PairedStation,
  type ShownInvitation,
} from './protocol.ts'

/** Who pairs stations with this hub. An error is a code such as `cannotListen`. */
export interface HubPairing {
  invite(): Promise<Result<ShownInvitation, string>>
  /** Ends the invitation that stands. */
  withdraw(): Promise<void>
  stations(): readonly PairedStation[]
  /** Calls `listener` after a station was paired or unpaired; the value ends that. */
  onChange(listener: () => void): () => void
  /** `by`: who wants it, for the audit; whoever is at the hub, where it is left out. */
  unpair(station: string, by?: string): Promise<Result<null, string>>
}

/** What can be asked of a running hub. */
export interface ControlParts {
  readonly path: string
  readonly desk: HubDesk
  readonly pairing: HubPairing
}

const connections = 32
const longestRequest = 4_096

/**
 * Answers what the hub's own user asks of it while it runs and holds the vault. Others cannot reach it: the socket is in
 * the vault's folder, and its user's alone. The error is the system's code.
 */
export async function openControlServer(
  parts: ControlParts,
): Promise<Result<{ close(): Promise<void> }, string>> {
  const { path } = parts
  if (Buffer.byteLength(path) > longestPath) return err('ENAMETOOLONG')
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    const ends: (() => void)[] = []
    socket.on('error', () => undefined)
    socket.once('close', () => {
      sockets.delete(socket)
      for (const end of ends) end()
    })
    let isAsked = false
    readLines(
      socket,
      (line) => {
        const request = controlRequest.safeParse(line)
        if (isAsked || !request.success) return void socket.destroy()
        isAsked = true
        void answer(request.data, parts, (reply) => writeLine(socket, reply), ends).then(
          (isDone) => {
            if (isDone) socket.end()
          },
        )
      },
      longestRequest,
    )
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

/** Answers a request; false: more answers follow until the connection ends. */
async function answer(
  request: ControlRequest,
  { desk, pairing }: ControlParts,
  say: (reply: ControlReply) => void,
  ends: (() => void)[],
): Promise<boolean> {
  const outcome = (result: Result<null, { readonly kind: string } | string>) => {
    if (result.ok) say({ kind: 'done' })
    else say({ kind: 'refused', reason: reasonOf(result.error) })
  }
  switch (request.ask) {
    case 'watch': {
      const show = () => {
        const all = desk.overview()
        say({ kind: 'overview', overview: request.names ? all : withoutNames(all) })
      }
      ends.push(desk.onChange(show))
      show()
      return false
    }
    case 'pair': {
      const invited = await pairing.invite()
      if (invited.ok) say({ kind: 'invitation', invitation: invited.value })
      else say({ kind: 'refused', reason: invited.error })
      return true
    }
    case 'stations':
      say({ kind: 'stations', stations: [...pairing.stations()] })
      return true
    case 'unpair':
      outcome(await pairing.unpair(request.station))
      return true
    case 'come':
      outcome(desk.come(request, { by: request.by }))
      return true
    case 'attend':
      outcome(desk.attend(request))
      return true
    case 'command':
      outcome(desk.command(request.to, request.act, request))
      return true
  }
}

const reasonOf = (error: { readonly kind: string } | string) =>
  typeof error === 'string' ? error : error.kind

import { chmodSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import type { Audit } from '../../vault/audit/audit.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { Timers } from '../../base/clock.ts'
import { after } from '../../base/timers.ts'
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
  readonly audit: Pick<Audit, 'append'>
  readonly timers: Timers
}

const connections = 32
const longestRequest = 4_096
/** ms between two overviews of who watches: each is whole, and a thousand kiosks change a hundred times a second. */
const showEveryMs = 100

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
          // The vault reported it itself: what is not in the audit is neither shown nor done.
          () => socket.destroy(),
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
  { desk, pairing, audit, timers }: ControlParts,
  say: (reply: ControlReply) => void,
  ends: (() => void)[],
): Promise<boolean> {
  const outcome = (result: Result<null, { readonly kind: string } | string>) => {
    if (result.ok) say({ kind: 'done' })
    else say({ kind: 'refused', reason: reasonOf(result.error) })
  }
  switch (request.ask) {
    case 'watch': {
      if (request.names) audit.append('arrivalNamesShown', { by: 'hub' })
      const show = () => {
        const all = desk.overview()
        say({ kind: 'overview', overview: request.names ? all : withoutNames(all) })
      }
      const shown = gathered(timers, show)
      ends.push(desk.onChange(shown.change), shown.stop)
      shown.change()
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

/** Shows a change at once, and those that follow soon after with one. */
function gathered(timers: Timers, show: () => void) {
  let isDue = false
  let cancel: (() => void) | undefined
  function change() {
    isDue = cancel !== undefined
    if (isDue) return
    show()
    cancel = after(timers, showEveryMs, () => {
      cancel = undefined
      if (isDue) change()
    })
  }
  return { change, stop: () => cancel?.() }
}

const reasonOf = (error: { readonly kind: string } | string) =>
  typeof error === 'string' ? error : error.kind

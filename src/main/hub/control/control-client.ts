import { connect } from 'node:net'
import { readLines, writeLine } from './json-lines.ts'
import { controlReply, type ControlReply, type ControlRequest } from './protocol.ts'

/** Why a running hub could not be asked. `notUnderstood`: it is another version of Foyer. */
export type ControlFault = 'notRunning' | 'notAllowed' | 'notUnderstood'

/** A question that is asked. */
export interface Asking {
  /** Resolves when the hub has ended the connection, or this side has. */
  readonly ended: Promise<ControlFault | undefined>
  close(): void
}

/** Asks the hub that listens at `path`; `onReply` hears each of its answers. */
export function askHub(
  path: string,
  request: ControlRequest,
  onReply: (reply: ControlReply) => void,
): Asking {
  const socket = connect(path)
  let fault: ControlFault | undefined
  socket.once('connect', () => writeLine(socket, request))
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    fault ??= code === 'EACCES' || code === 'EPERM' ? 'notAllowed' : 'notRunning'
  })
  readLines(socket, (line) => {
    const reply = controlReply.safeParse(line)
    if (reply.success) onReply(reply.data)
    else {
      fault = 'notUnderstood'
      socket.destroy()
    }
  })
  return {
    ended: new Promise((resolve) => socket.once('close', () => resolve(fault))),
    close: () => void socket.destroy(),
  }
}

/** Asks what has one answer. */
export async function askHubOnce(
  path: string,
  request: ControlRequest,
): Promise<ControlReply | ControlFault> {
  let answer: ControlReply | undefined
  const { ended } = askHub(path, request, (reply) => (answer ??= reply))
  const fault = await ended
  return fault ?? answer ?? 'notUnderstood'
}

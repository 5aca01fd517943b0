import { connect } from 'node:net'
import {
  readLines,
  type ControlReply,
  type ControlRequest,
} from '../../src/main/stations/hub/control.ts'

export type HubFault = 'notRunning' | 'notAllowed'

/** Asks the hub that listens at `path`. `ended` resolves when the hub has ended the connection, or this side has. */
export function askHub(
  path: string,
  request: ControlRequest,
  onReply: (reply: ControlReply) => void,
): { readonly ended: Promise<HubFault | undefined>; close(): void } {
  const socket = connect(path)
  let fault: HubFault | undefined
  socket.once('connect', () => socket.write(`${JSON.stringify(request)}\n`))
  socket.on('error', ({ code }: NodeJS.ErrnoException) => {
    fault ??= code === 'EACCES' || code === 'EPERM' ? 'notAllowed' : 'notRunning'
  })
  readLines(socket, (line) => onReply(JSON.parse(line) as ControlReply))
  return {
    ended: new Promise((resolve) => socket.once('close', () => resolve(fault))),
    close: () => void socket.destroy(),
  }
}

/** Asks what has one answer; a hub that hangs up does not run any more. */
export async function askHubOnce(path: string, request: ControlRequest) {
  let answer: ControlReply | undefined
  const fault = await askHub(path, request, (reply) => (answer ??= reply)).ended
  return fault ?? answer ?? 'notRunning'
}

const sentences: Readonly<Record<string, string>> = {
  notRunning: 'no hub runs with this data folder; start it with foyer hub.',
  notAllowed: 'the hub belongs to another user of this machine; ask it as that one.',
  cannotListen: 'the hub cannot listen for kiosks; its log says why (bus.broker, docs/fleet.md).',
  unknownStation: 'no such station is paired; --stations lists them.',
  unknownCall: 'this call has ended.',
  full: 'too much waits for the kiosks already; nothing was sent.',
  notKept: 'the vault cannot be written; nothing was sent.',
}

/** Says in a sentence what a hub's answer means. */
export function describeReply(answer: ControlReply | HubFault): string {
  if (typeof answer === 'string') return sentences[answer] ?? answer
  if (answer.kind === 'refused') return sentences[answer.reason] ?? `not done: ${answer.reason}`
  return 'Done.'
}

import type { ControlFault } from '../../src/main/hub/control/control-client.ts'
import type { ControlReply } from '../../src/main/hub/control/protocol.ts'

const sentences: Readonly<Record<string, string>> = {
  notRunning: 'no hub runs with this data folder; start it with npm run hub.',
  notAllowed: 'the hub belongs to another user of this machine; ask it as that one.',
  notUnderstood: 'the hub that runs is of another version of Foyer; start it anew.',
  cannotListen: 'the hub cannot listen for kiosks; its log says why (bus.broker, docs/fleet.md).',
  unknownStation: 'no such station is paired; --stations lists them.',
  unknownCall: 'this call has ended.',
  full: 'too much waits for the kiosks already; nothing was sent.',
  notKept: 'the vault cannot be written; nothing was sent.',
}

/** What a hub's answer means, in a sentence. */
export function said(answer: ControlReply | ControlFault): string {
  if (typeof answer === 'string') return sentences[answer] ?? answer
  if (answer.kind === 'refused') return sentences[answer.reason] ?? `not done: ${answer.reason}`
  return 'Done.'
}

import type { HelpCallRow } from '../../../shared/desk/kiosks.ts'
import type { helpOperations } from '../../../shared/desk/operations/help.ts'
import { ok } from '../../../shared/result.ts'
import { hubReply, kioskNames, onHub, type KioskHub, type KioskWork } from '../kiosks/hearing.ts'
import { onNothing, onRecord, type PlaceWork, type ReachedOperations } from '../place-work.ts'

const asked = 'helpCall'
const sent = 'sentCall'

/** A call by the kiosk that told of it and what it is called there, as one id; and back. */
const callId = (from: string, name: string) => `${from} ${name}`
const partsOf = (id: string | number): readonly [from: string, name: string] => {
  const [from = '', ...name] = String(id).split(' ')
  return [from, name.join(' ')]
}

/** Patients who need somebody. */
export function helpPlace(work: KioskWork): PlaceWork<typeof helpOperations> {
  return {
    queries: {
      helpCalls: () => onNothing(() => onHub(work, (hub) => ok(callsOf(hub, work)))),
    },
    commands: {
      comeToHelp: ({ call }) =>
        onRecord(work, { kind: asked, record: 'callId', reference: call }, (id) => {
          const [from, helpId] = partsOf(id)
          return onHub(work, ({ desk }) => hubReply(desk.come({ from, helpId }, work.who())))
        }),
      takeCareOf: ({ call }) =>
        onRecord(work, { kind: sent, record: 'callId', reference: call }, (id) => {
          const [from, number] = partsOf(id)
          return onHub(work, ({ desk }) => hubReply(desk.attend({ from, number })))
        }),
    },
  }
}

function callsOf(hub: KioskHub, { references }: Pick<KioskWork, 'references'>): HelpCallRow[] {
  const { help, needed } = hub.desk.overview()
  const nameOf = kioskNames(hub)
  const calls: HelpCallRow[] = [
    ...help.map(({ from, at, body, coming }) => ({
      ...{ kind: 'asked' as const, call: references.of(asked, callId(from, body.helpId)) },
      ...{ number: body.number, kiosk: nameOf(from), at, language: body.language },
      ...{ screen: body.screen, coming },
    })),
    ...needed.map(({ from, at, body }) => ({
      ...{ kind: 'sent' as const, call: references.of(sent, callId(from, body.number)) },
      ...{ number: body.number, kiosk: nameOf(from), at, language: body.language },
      reason: body.reason,
    })),
  ]
  return calls.toSorted((one, other) => one.at - other.at)
}

/** Nothing of it comes from the service. */
export const helpReached: ReachedOperations<typeof helpOperations> = {
  helpCalls: [],
  comeToHelp: [],
  takeCareOf: [],
}

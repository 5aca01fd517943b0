import type { CommandAct, Presence } from '../../src/shared/bus/messages.ts'
import type { ControlRequest, HubAct } from '../../src/main/stations/hub/control.ts'
import type { HelpCall, NeededStaff, Overview } from '../../src/main/stations/hub/hub-desk.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'

const actWords: Readonly<Record<string, HubAct>> = {
  out: 'takeOutOfService',
  back: 'bringBack',
  reload: 'reloadSettings',
  restart: 'restart',
  wipe: 'askToWipe',
  lock: 'lock',
}

/** Returns the word that a watching person types for an act. */
export function actOf(act: CommandAct): string {
  return Object.entries(actWords).find(([, known]) => known === act)?.[0] ?? act
}

/** Returns the kiosks of an overview, in the order in which they are numbered. */
export function kiosksOf({ stations }: Overview): readonly Presence[] {
  return stations
    .filter(({ kind }) => kind === 'kiosk')
    .toSorted((one, other) => (`${one.name} ${one.from}` < `${other.name} ${other.from}` ? -1 : 1))
}

export type Wish =
  | 'nothing'
  | 'leave'
  | Omit<Extract<ControlRequest, { ask: 'come' }>, 'by'>
  | Extract<ControlRequest, { ask: 'attend' }>
  | Omit<Extract<ControlRequest, { ask: 'command' }>, 'by' | 'reason'>

const wishFor = (one: HelpCall | NeededStaff): Wish =>
  'coming' in one
    ? { ask: 'come', from: one.from, helpId: one.body.helpId }
    : { ask: 'attend', from: one.from, number: one.body.number }

export const typedHelp =
  'Type the number of a call to say that you come, or that of who was sent to the desk once you have taken care of them; out, back, lock, reload, restart or wipe and a kiosk, such as "lock 2"; or q.'

/** Reads a typed line against the known overview. The error is a sentence. */
export function readTyped(line: string, known: Overview): Result<Wish, string> {
  const [word = '', second, ...more] = line.trim().toLowerCase().split(/\s+/)
  if (word === '') return ok('nothing')
  if (word === 'q' || word === 'quit') return ok('leave')
  const act = Object.hasOwn(actWords, word) ? actWords[word] : undefined
  const kiosk = /^\d+$/.test(second ?? '') ? kiosksOf(known)[Number(second) - 1] : undefined
  if (act && more.length === 0)
    return kiosk
      ? ok({ ask: 'command', act, to: kiosk.from })
      : err('Which kiosk? Type its number behind the word.')
  const isMeant = ({ body }: HelpCall | NeededStaff) => body.number.toLowerCase() === word
  // A patient who still waits at a kiosk comes before one who was sent away from it.
  const waiting = known.help.filter(isMeant)
  const found = waiting.length > 0 ? waiting : known.needed.filter(isMeant)
  if (found.length === 0 || more.length > 0) return err(typedHelp)
  const [only] = found
  if (second === undefined && found.length === 1 && only) return ok(wishFor(only))
  // Two kiosks may show the same number.
  const one = found.find(({ from }) => from === kiosk?.from)
  return one
    ? ok(wishFor(one))
    : err(`${word} stands on more than one kiosk: type the kiosk's number behind it.`)
}

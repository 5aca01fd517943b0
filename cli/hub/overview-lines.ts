import type { Overview } from '../../src/main/stations/hub/hub-desk.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { findReason } from '../../src/shared/request-reason.ts'
import { cut, oneLine, pad, widthOf } from '../output/text.ts'
import { actOf, kiosksOf } from './typed.ts'

export interface ShownAs {
  /** ms since 1970. */
  readonly now: number
  readonly columns?: number | undefined
  readonly rows?: number | undefined
  /** IANA name; without it the machine's own. */
  readonly timeZone?: string
}

const arrivalsShown = 15
const arrivalsAtLeast = 3
const minute = 60_000

const connections: Readonly<Record<Overview['connection'], string>> = {
  alone: 'no kiosk is paired yet',
  connecting: 'the broker does not answer',
  connected: 'connected',
  refused: 'the broker refuses this hub',
}

const states: Readonly<Record<Overview['stations'][number]['state'], string>> = {
  gone: 'GONE',
  free: 'free',
  inUse: 'in use',
  outOfService: 'out of service',
  staff: 'staff are at it',
}

const alarms: Readonly<Record<Overview['alarms'][number]['what'], string>> = {
  arrivals: 'many arrivals',
  calls: 'many calls for help',
  wrongCodes: 'many wrong codes',
}

const languages = new Intl.DisplayNames('en', { type: 'language' })

/** Explains in plain words; a code that only a newer Foyer knows stands as it is. */
function whyNeeded(reason: string): string {
  const known = findReason(reason)
  return known ? m.staff_reason({ reason: known }, { locale: 'en' }) : reason
}

/** Writes the hub's state as lines, help first. Without enough rows older arrivals go first, then the last lines. */
export function overviewLines(known: Overview, { rows = Infinity, ...as }: ShownAs): string[] {
  const all = linesOf(known, as, arrivalsShown)
  if (all.length <= rows) return all
  const shown = Math.min(arrivalsShown, known.arrivals.length)
  const lines = linesOf(known, as, Math.max(arrivalsAtLeast, shown - (all.length - rows)))
  if (lines.length <= rows) return lines
  const kept = Math.max(1, rows - 1)
  return [...lines.slice(0, kept), `… ${lines.length - kept} lines more: this window is too low.`]
}

function linesOf(known: Overview, { now, columns = Infinity, timeZone }: ShownAs, most: number) {
  const inMinutes = { hour: '2-digit', minute: '2-digit' } as const
  const clock = new Intl.DateTimeFormat('en-GB', { ...inMinutes, ...(timeZone && { timeZone }) })
  const time = (at: number | string) => clock.format(new Date(at))
  const kiosks = kiosksOf(known)
  const nameOf = (from: string) =>
    kiosks.find((kiosk) => kiosk.from === from)?.name ?? 'a kiosk that is gone'
  const age = (at: number) => {
    const minutes = Math.max(0, Math.floor((now - at) / minute))
    return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`
  }
  const count = known.arrivals.length
  const sections: Readonly<Record<string, readonly (readonly string[])[]>> = {
    Help: known.help.map(({ from, at, body, coming }) => [
      body.number,
      nameOf(from),
      `for ${age(at)}`,
      `at ${body.screen}`,
      coming === null ? 'NOBODY IS COMING YET' : `${coming} is coming`,
    ]),
    'More than patients would say': known.alarms.map(({ from, at, what }) => [
      nameOf(from),
      alarms[what],
      `${age(at)} ago`,
    ]),
    'Sent to the desk': known.needed.map(({ from, at, body }) => [
      body.number,
      nameOf(from),
      `${age(at)} ago`,
      `speaks ${languages.of(body.language) ?? body.language}`,
      whyNeeded(body.reason),
    ]),
    [count > most ? `Arrived (the last ${most} of ${count})` : 'Arrived']: known.arrivals
      .slice(-most)
      .toReversed()
      .map(({ from, at, body }) => [
        time(body.startsAt),
        body.with === null ? '' : `with ${body.with}`,
        nameOf(from),
        `${age(at)} ago`,
      ]),
    'Intakes that need a person': known.intakes.map(({ from, body }) => [
      nameOf(from),
      body.reason,
      `since ${time(body.since)}`,
    ]),
    Kiosks: kiosks.map(({ name, state, version, since, intakes }, index) => [
      String(index + 1),
      name,
      states[state],
      `since ${time(since)}`,
      version,
      intakes.waiting === 0 ? '' : `${intakes.waiting} intakes wait`,
    ]),
    Sent: known.commands.map(({ at, act, to, by, outcome }) => [
      time(at),
      actOf(act),
      nameOf(to),
      `by ${by}`,
      outcome ?? 'not answered yet',
    ]),
  }
  return [
    `Foyer hub, ${time(now)}: ${connections[known.connection]}`,
    ...Object.entries(sections).flatMap(([heading, rows]) => sectionOf(heading, rows)),
  ].map((line) => cut(line, columns))
}

function sectionOf(heading: string, texts: readonly (readonly string[])[]): string[] {
  if (texts.length === 0) return heading === 'Help' ? ['', 'Nobody needs help.'] : []
  const rows = texts.map((row) => row.map(oneLine))
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => widthOf(row[at] ?? ''))))
  const lines = rows.map((row) => {
    const cells = row.map((cell, at) => pad(cell, widths?.[at] ?? 0))
    return `  ${cells.filter(Boolean).join('  ')}`.trimEnd()
  })
  return ['', heading, ...lines]
}

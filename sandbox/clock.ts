/** The sandbox's own time: it runs as the base clock does and can be moved forward. */
export type SandboxClock = ReturnType<typeof createClock>

/** Creates a sandbox clock over `base`, by default the machine's. */
export function createClock(base: () => number = Date.now) {
  let offset = 0
  return {
    /** Milliseconds since the epoch. */
    now: () => base() + offset,
    /** Moves the clock forward by `ms`. */
    advance: (ms: number) => {
      offset += ms
    },
    /** Takes back every move. */
    reset: () => {
      offset = 0
    },
  }
}

const day = 86_400_000

/** Returns the ISO timestamp of an instant. */
export function iso(instant: number): string {
  return new Date(instant).toISOString()
}

/** By the name of the time zone: making one takes far longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Writes an instant as clocks show it (YYYY-MM-DD hh:mm:ss) in a time zone, whose name may be in the deprecated style. */
function shownIn(timeZone: string, instant: number): string {
  let format = formats.get(timeZone)
  if (!format) {
    const zone = regionAndCity(timeZone) ?? 'UTC'
    format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: zone,
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    formats.set(timeZone, format)
  }
  return format.format(instant)
}

/** Returns the date (YYYY-MM-DD) of an instant in a time zone. */
export function dateIn(timeZone: string, instant: number): string {
  return shownIn(timeZone, instant).slice(0, 'YYYY-MM-DD'.length)
}

/** Returns the date `days` after `date` (YYYY-MM-DD). */
export function addDays(date: string, days: number): string {
  return iso(Date.parse(`${date}T00:00:00Z`) + days * day).slice(0, 10)
}

/** Returns the instant at which clocks in `timeZone` show `hour`:`minute` on `date` (YYYY-MM-DD). */
export function instantIn(timeZone: string, date: string, hour: number, minute: number): number {
  const asUtc = Date.parse(`${date}T00:00:00Z`) + (hour * 60 + minute) * 60_000
  const shown = (instant: number) => Date.parse(`${shownIn(timeZone, instant).replace(' ', 'T')}Z`)
  const guess = asUtc - (shown(asUtc) - asUtc)
  return guess - (shown(guess) - asUtc)
}

/** Zone abbreviations of the deprecated style (`US/PST`), with a region and city of the same time. */
const abbreviations: Readonly<Record<string, string>> = {
  NST: 'America/St_Johns',
  AST: 'America/Halifax',
  EST: 'America/New_York',
  CST: 'America/Chicago',
  MST: 'America/Denver',
  PST: 'America/Los_Angeles',
  AKST: 'America/Anchorage',
  HST: 'Pacific/Honolulu',
}

function isKnown(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return true
  } catch {
    return false
  }
}

/**
 * Splits a time zone's name, current or deprecated style, into region, city and abbreviation, standard or daylight;
 * undefined if it is no time zone.
 */
export function regionAndCity(timeZone: string): string | undefined {
  const [, abbreviation] = /^[A-Za-z]+\/([A-Z]{3,4})$/.exec(timeZone) ?? []
  const standard = abbreviation?.replace(/DT$/, 'ST') ?? ''
  return (
    abbreviations[standard] ?? (timeZone.includes('/') && isKnown(timeZone) ? timeZone : undefined)
  )
}

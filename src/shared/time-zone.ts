/** By the name of the time zone: making one takes far longer than using it. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>()

/** Writes an instant (ms since 1970) as clocks in a zone show it: YYYY-MM-DD hh:mm:ss; undefined: this machine's. */
export function shownIn(timeZone: string | undefined, instant: number): string {
  let format = formats.get(timeZone)
  if (!format) {
    const zone = timeZone === undefined ? undefined : (regionAndCity(timeZone) ?? 'UTC')
    format = new Intl.DateTimeFormat('sv-SE', {
      ...(zone !== undefined && { timeZone: zone }),
      dateStyle: 'short',
      timeStyle: 'medium',
    })
    formats.set(timeZone, format)
  }
  return format.format(instant)
}

/** Returns the date (YYYY-MM-DD) of an instant (ms since 1970) in a time zone; undefined: this machine's. */
export function dateIn(timeZone: string | undefined, instant: number): string {
  return shownIn(timeZone, instant).slice(0, 'YYYY-MM-DD'.length)
}

/** Finds the instant (ms since 1970) at which clocks in a time zone show `hour`:`minute` on `date` (YYYY-MM-DD). */
export function instantIn(
  timeZone: string | undefined,
  date: string,
  hour: number,
  minute: number,
): number {
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

/** Returns the region and city of a time zone named in the current or the deprecated style; undefined if it is none. */
export function regionAndCity(timeZone: string): string | undefined {
  const [, abbreviation] = /^[A-Za-z]+\/([A-Z]{3,4})$/.exec(timeZone) ?? []
  const standard = abbreviation?.replace(/DT$/, 'ST') ?? ''
  return (
    abbreviations[standard] ?? (timeZone.includes('/') && isKnown(timeZone) ? timeZone : undefined)
  )
}

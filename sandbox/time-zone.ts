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
 * The region and city of a time zone's name, be it written so or in the deprecated style, with the
 * abbreviation of standard or of daylight time; undefined for what is no time zone.
 */
export function regionAndCity(timeZone: string): string | undefined {
  const [, abbreviation] = /^[A-Za-z]+\/([A-Z]{3,4})$/.exec(timeZone) ?? []
  const standard = abbreviation?.replace(/DT$/, 'ST') ?? ''
  return (
    abbreviations[standard] ?? (timeZone.includes('/') && isKnown(timeZone) ? timeZone : undefined)
  )
}

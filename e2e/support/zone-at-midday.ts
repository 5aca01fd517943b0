/**
 * A time zone in which it is about noon now: for a Foyer in which some hours around the present moment are of one day.
 */
export const zoneAtMidday = (): string => zoneAt(12)

/** A time zone in which it is this hour (0 to 23) now. */
export function zoneAt(hour: number): string {
  // To the east of Greenwich as far as to the west, or an hour further.
  const east = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  // Their names count to the west.
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/**
 * A time zone in which it is about noon now: for a Foyer in which what lies some hours around the present moment is to be
 * of the same day, whenever the test is run.
 */
export function zoneAtMidday(): string {
  const east = 12 - new Date().getUTCHours()
  // Their names count to the west.
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

/** Settings as they stand in the file of this kiosk. */
export type Stored = Readonly<Record<string, unknown>>

/** One step from the format before to this one. */
export type Migration = (values: Stored) => Stored

/**
 * The steps between the formats of `settings.json`, oldest first: the first one leads from format 1 to format 2.
 * A setting that is renamed or means something else than before gets a step here.
 */
export const migrations: readonly Migration[] = []

/** The version of a format, as `conf` writes it into the file. */
export const versionOf = (format: number): string => `${format}.0.0`

/** The format that these settings are written in now. */
export const presentFormat = (steps: readonly Migration[] = migrations): number => steps.length + 1

/** Brings settings that were written in `format` to the present one. */
export function migrate(
  values: Stored,
  format: number,
  steps: readonly Migration[] = migrations,
): Stored {
  return steps.slice(format - 1).reduce((before, step) => step(before), values)
}

/** Settings as they stand in the file of this kiosk. */
export type Stored = Readonly<Record<string, unknown>>

/** One step from the format before to this one. */
export type Migration = (values: Stored) => Stored

/** The key by which the file names its format; one without it is of format 1. */
export const formatKey = 'format'

/**
 * The steps between the formats of `settings.json`, oldest first: the first one leads from format 1 to format 2.
 * A setting that is renamed or means something else than before gets a step here.
 */
export const migrations: readonly Migration[] = []

/** The format that these settings are written in now. */
export const presentFormat = (steps: readonly Migration[] = migrations): number => steps.length + 1

/** Brings the content of a settings file to the present format; what is no setting is left out. */
export function migrate(content: Stored, steps: readonly Migration[] = migrations): Stored {
  // Early files hold what `conf` noted of its own migrations; it keeps that key, and Foyer has no use for it.
  const { [formatKey]: format, __internal__: _, ...values } = content
  const written = Number.isSafeInteger(format) ? Math.max(1, Number(format)) : 1
  return steps.slice(written - 1).reduce<Stored>((before, step) => step(before), values)
}

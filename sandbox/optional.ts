type Optional<T> = { [Name in keyof T]?: NonNullable<T[Name]> }

/** Optional fields as they are sent: one without a value is left out, since none of them may be null. */
export function optional<T extends object>(fields: T): Optional<T> {
  const present = Object.entries(fields).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(present) as Optional<T>
}

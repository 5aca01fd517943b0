/** An object of an answer. */
export type Fields = Readonly<Record<string, unknown>>

/** Whether a value is an object that is no list. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A name without its spelling: `patient_id`, `PatientId` and `patient-id` are `patientid`. */
export function plainName(name: string): string {
  return name.replace(/[^A-Za-z0-9]/g, '').toLowerCase()
}

/**
 * The first of the named fields that holds something, in the order of `names`, however its name is spelled. A path
 * of names joined by `.` goes into nested objects.
 */
export function pick(fields: Fields, names: readonly string[]): unknown {
  const bySpelling = new Map<string, unknown>()
  for (const [name, value] of Object.entries(fields))
    if (isPresent(value) && !bySpelling.has(plainName(name))) bySpelling.set(plainName(name), value)
  for (const name of names) {
    const [first = '', ...rest] = name.split('.')
    const value = bySpelling.get(plainName(first))
    if (!isPresent(value)) continue
    if (rest.length === 0) return value
    const nested = isFields(value) ? pick(value, [rest.join('.')]) : undefined
    if (isPresent(nested)) return nested
  }
  return undefined
}

/** Whether any of the named fields is there, even when it holds nothing. */
export function hasField(fields: Fields, names: readonly string[]): boolean {
  return names.some((name) => {
    const [first = '', ...rest] = name.split('.')
    const entry = Object.entries(fields).find(
      ([spelled]) => plainName(spelled) === plainName(first),
    )
    if (!entry || rest.length === 0) return entry !== undefined
    return isFields(entry[1]) && hasField(entry[1], [rest.join('.')])
  })
}

function isPresent(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

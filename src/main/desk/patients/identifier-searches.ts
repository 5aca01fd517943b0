import type { PatientSearch } from '../../../shared/desk/patients.ts'

/** Different searches by what opens a chart (birth date, phone, e-mail) that one session has within `windowMs`. */
export const mostIdentifierSearches = 40
const windowMs = 60 * 60_000

/** Counts searches by what opens a chart: whoever makes enough of them finds a birth date by trying. */
export interface IdentifierSearches {
  /** Whether this may be searched for, which then counts. What was searched for within the hour does not count anew. */
  mayLook(search: PatientSearch): boolean
}

/** By what a search looks, in words of the audit: `birthDate name`. */
export function kindsOf({ birthDate, phone, email, name }: PatientSearch): string {
  const given = Object.entries({ birthDate, phone, email, name })
  return given.flatMap(([kind, value]) => (value === undefined ? [] : [kind])).join(' ')
}

/** Begins to count, for one session. `now`: ms that only grow. */
export function createIdentifierSearches(now: () => number): IdentifierSearches {
  /** When each began to count. */
  const searched = new Map<string, number>()
  return {
    mayLook({ birthDate, phone, email }) {
      if (birthDate === undefined && phone === undefined && email === undefined) return true
      for (const [key, at] of searched) if (now() - at >= windowMs) searched.delete(key)
      const key = JSON.stringify([birthDate, phone, email])
      if (searched.has(key)) return true
      if (searched.size >= mostIdentifierSearches) return false
      searched.set(key, now())
      return true
    },
  }
}

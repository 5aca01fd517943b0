import type { PatientSearch } from '../../../shared/desk/patients.ts'
import type { DeskWork } from '../work.ts'

/** ms for which what was searched for does not count anew. */
const windowMs = 60 * 60_000

/** Counts searches by what opens a chart (birth date, phone, e-mail): whoever makes enough of them finds a birth date by trying. */
export interface IdentifierSearches {
  /** Whether this may be searched for, which then counts. What this session searched for within the hour does not count anew. */
  mayLook(search: PatientSearch): boolean
}

/** By what a search looks, in words of the audit: `birthDate name`. */
export function kindsOf({ birthDate, phone, email, name }: PatientSearch): string {
  const given = Object.entries({ birthDate, phone, email, name })
  return given.flatMap(([kind, value]) => (value === undefined ? [] : [kind])).join(' ')
}

/** Counts for the member of one session. */
export function createIdentifierSearches({
  now,
  tries,
}: Pick<DeskWork, 'now' | 'tries'>): IdentifierSearches {
  /** When each began to count. */
  const searched = new Map<string, number>()
  return {
    mayLook({ birthDate, phone, email }) {
      if (birthDate === undefined && phone === undefined && email === undefined) return true
      for (const [key, at] of searched) if (now() - at >= windowMs) searched.delete(key)
      const key = JSON.stringify([birthDate, phone, email])
      if (searched.has(key)) return true
      if (tries.left('identifierSearch') === 0) return false
      tries.count('identifierSearch')
      searched.set(key, now())
      return true
    },
  }
}

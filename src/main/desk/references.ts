import type { Id } from '../../contract/values.ts'
import type { Reference } from '../../shared/desk/references.ts'

/** Which records a page has been shown, under names of Foyer's own: a page can ask for no other, and learns no id. */
export interface References {
  /** The name of a record for as long as this member of staff is signed in. */
  of(kind: string, id: Id): Reference
  /** The record that was shown under this name; undefined where none was. */
  idOf(kind: string, reference: Reference): Id | undefined
  /** Takes the name of a record away: it stands for nothing any more. */
  forget(kind: string, id: Id): void
}

/** Names for one session; they go with it. */
export function createReferences(): References {
  const names = new Map<string, Reference>()
  const ids = new Map<Reference, Id>()
  let count = 0
  return {
    of(kind, id) {
      const key = `${kind} ${id}`
      const known = names.get(key)
      if (known !== undefined) return known
      count += 1
      const name = `${kind}-${count}`
      names.set(key, name)
      ids.set(name, id)
      return name
    },
    forget(kind, id) {
      const key = `${kind} ${id}`
      ids.delete(names.get(key) ?? '')
      names.delete(key)
    },
    idOf: (kind, reference) => (reference.startsWith(`${kind}-`) ? ids.get(reference) : undefined),
  }
}

import type { Operation } from '../operation.ts'

/** The part of the interface that an operation is listed under. */
export function tagOf({ id, interface: of, section }: Operation): string {
  if (of !== 'developer') return section
  // The developer document has one section for all its operations: their place in the tree says more.
  const words = (id.split('.')[1] ?? '').replaceAll(
    /[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  )
  return words.charAt(0).toUpperCase() + words.slice(1)
}

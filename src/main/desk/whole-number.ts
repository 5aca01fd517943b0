import type { Id } from '../../contract/values.ts'

/** An id as the developer interface takes it in a body: a whole number from 1 on; undefined for any other. */
export function wholeNumber(id: Id | undefined): number | undefined {
  const number = Number(id)
  return id !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined
}

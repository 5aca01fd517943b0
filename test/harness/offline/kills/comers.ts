import type { Newcomer } from '../../../../sandbox/seeds/seed.ts'
import type { Comer } from './offline-visit.ts'

/** Somebody whom the clinic may know before. */
export type Person = Comer & { readonly isKnown: boolean }

/** As many for each: a name that another one begins with would be found for both. */
const letters = (index: number) =>
  String(index)
    .padStart(4, '0')
    .replaceAll(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? '')

/** Person number `index` of many, each with a name, a day and a phone of their own; the clinic knows every other one. */
export function personOf(index: number): Person {
  const two = (value: number) => String(value).padStart(2, '0')
  return {
    firstName: 'Kit',
    lastName: `Quorn${letters(index)}`,
    dateOfBirth: `${1930 + (index % 60)}-${two(1 + (index % 12))}-${two(1 + (index % 28))}`,
    phone: `+1206555${String(2_000 + index)}`,
    isKnown: index % 2 === 0,
  }
}

/** Those whom the clinic knows, as patients of a sandbox. */
export function recordsOf(people: readonly Person[]): Newcomer[] {
  return people.flatMap(({ isKnown, ...person }, index) =>
    isKnown
      ? [{ ...person, id: 910_000 + index, email: `kit${index}@example.com`, packets: 0 }]
      : [],
  )
}

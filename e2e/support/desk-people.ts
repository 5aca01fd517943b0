import type { PatientCase } from '../../sandbox/seeds/cases.ts'
import type { Newcomer } from '../../sandbox/seeds/seed.ts'

/** Builds a patient without packets, whose phone (fictional) and e-mail address are theirs alone. */
export function person(number: number, name: string, dateOfBirth: string) {
  const [firstName = '', lastName = ''] = name.split(' ')
  // Their packets are numbered after them.
  const id = 81_000 + number * 10
  const phone = `+141555501${30 + number}`
  const email = `p.${id}@example.com`
  return { id, firstName, lastName, dateOfBirth, packets: 0, phone, email } satisfies Newcomer
}

export const nameOf = ({ firstName, lastName }: PatientCase) => `${firstName} ${lastName}`

/** A time zone in which it is this hour (0 to 23) now. */
export function zoneAt(hour: number): string {
  // To the east of Greenwich as far as to the west, or an hour further.
  const east = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  // Their names count to the west.
  return `Etc/GMT${east > 0 ? '-' : '+'}${Math.abs(east)}`
}

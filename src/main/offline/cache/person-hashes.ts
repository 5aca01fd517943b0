/** What stands for a person: null where a part of it is not known. */
export interface PersonHashes {
  /** Of last name and date of birth. */
  readonly name: string | null
  /** Of phone and date of birth. */
  readonly phone: string | null
  /** Of e-mail address and date of birth. */
  readonly email: string | null
}

/** What the hashes are made of; `dateOfBirth` as YYYY-MM-DD. */
export interface PersonGiven {
  readonly lastName: string | null
  readonly dateOfBirth: string | null
  readonly phone: string | null
  readonly email: string | null
}

/** Numbers are written with and without their country: what they end with is compared, and never alone. */
const comparedDigits = 9
const leastDigits = 7

/**
 * The keyed hashes of a person, each with the date of birth. However a name is spelled (case, accents, hyphens) or a
 * number written, it is the same one.
 */
export function hashesOf(hash: (text: string) => string, person: PersonGiven): PersonHashes {
  const { dateOfBirth } = person
  const hashed = (kind: string, value: string) =>
    value === '' || dateOfBirth === null ? null : hash(`${kind}\n${value}\n${dateOfBirth}`)
  return {
    name: hashed('name', plainName(person.lastName ?? '')),
    phone: hashed('phone', lastDigits(person.phone ?? '')),
    email: hashed('email', (person.email ?? '').normalize('NFKC').trim().toLowerCase()),
  }
}

function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}]/gu, '')
}

function lastDigits(phone: string): string {
  const digits = phone.normalize('NFKC').replace(/\D/g, '')
  return digits.length < leastDigits ? '' : digits.slice(-comparedDigits)
}

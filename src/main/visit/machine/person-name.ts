import { err, ok, type Result } from '../../../shared/result.ts'

/** A patient's name as they typed it. */
export interface PersonName {
  readonly firstName: string
  readonly lastName: string
}

/** Which part of a name is missing. */
export type NameError = 'firstMissing' | 'lastMissing'

const tidy = (text: string) => text.normalize('NFC').trim().replace(/\s+/g, ' ')

/** A name from what was typed, with single spaces. Nothing else is asked of a name: people have all kinds. */
export function parseName(typed: PersonName): Result<PersonName, NameError> {
  const name = { firstName: tidy(typed.firstName), lastName: tidy(typed.lastName) }
  if (name.firstName === '') return err('firstMissing')
  return name.lastName === '' ? err('lastMissing') : ok(name)
}

import { z } from 'zod'
import { id } from '../../../../contract/values.ts'
import { compareDates, localDate } from '../../../../shared/calendar-date.ts'
import type { IntakePerson } from '../../../../shared/intake-person.ts'
import type { ClinicLook } from '../../../intake/clinic.ts'
import { plainEmail, wordsOf } from '../../../intake/resources/same-person.ts'
import type { KnowledgeRows } from '../../../vault/store/rows.ts'
import { knownForm } from '../intake.ts'

const hourMs = 60 * 60_000
/** So far in the future a reading may stand: a clock that was set back by up to an hour or two ends no check-in. */
const clockSlackMs = 2 * hourMs

const clinicLook = z.strictObject({
  name: z.string(),
  color: z.string(),
  logoLetter: z.string(),
  logoLetterColor: z.string(),
  timeZone: z.optional(z.string()),
  areaCode: z.optional(z.string()),
})
const knownForms = z.array(knownForm)
const hash = z.string().nullable()
const knownAppointments = z.array(
  z.strictObject({
    at: z.number(),
    with: z.string().nullable(),
    patientId: id,
    practitionerId: id.nullable(),
    hashes: z.strictObject({ name: hash, phone: hash, email: hash }),
  }),
)

export type KnownForms = z.infer<typeof knownForms>
export type KnownAppointments = z.infer<typeof knownAppointments>

export type KnowledgeStore = ReturnType<typeof createKnowledge>

/** Opens the knowledge of an open vault. Keeping and forgetting throw SQLite's errors; nothing else throws. */
export function createKnowledge(parts: {
  readonly rows: KnowledgeRows
  readonly groupIds: () => readonly (string | number)[]
  readonly keepHours: () => number
  /** ms since 1970. */
  readonly now: () => number
}) {
  const { rows, groupIds, keepHours, now } = parts
  const oldest = () => now() - keepHours() * hourMs
  const formsName = (groupId: string | number) => `forms ${groupId}`

  /** One of the future is not used: a clock that somebody set back would keep it for ever. */
  function readKept<T>(name: string, schema: z.ZodType<T>) {
    try {
      const row = rows.read(name)
      if (!row || row.at < oldest() || row.at > now() + clockSlackMs) return undefined
      const parsed = schema.safeParse(JSON.parse(row.value))
      return parsed.success ? { at: row.at, value: parsed.data } : undefined
    } catch {
      // The vault reports its own faults; here it is as if nothing were known.
      return undefined
    }
  }
  const read = <T>(name: string, schema: z.ZodType<T>) => readKept(name, schema)?.value
  const keep = (name: string, value: unknown) => rows.keep(name, now(), JSON.stringify(value))
  const formsOf = (groupId: string | number) => read(formsName(groupId), knownForms)
  const appointments = () => read('appointments', knownAppointments)
  /** Each with the date of birth; equal for all spellings of a name (case, accents, hyphens) or number. */
  function hashes({ lastName, dateOfBirth, phone, email }: PersonGiven) {
    const hashed = (kind: string, value: string) =>
      value === '' || dateOfBirth === null ? null : rows.hash(`${kind}\n${value}\n${dateOfBirth}`)
    return {
      name: hashed('name', wordsOf(lastName ?? '').join('')),
      phone: hashed('phone', lastDigits(phone ?? '')),
      email: hashed('email', plainEmail(email)),
    }
  }
  const isToday = (at: number) =>
    compareDates(localDate(new Date(at)), localDate(new Date(now()))) === 0

  return {
    forms() {
      const all = groupIds().flatMap((groupId) => formsOf(groupId) ?? [])
      const ids = all.map(({ templateId }) => String(templateId))
      return all.filter((_, index) => ids.indexOf(ids[index] ?? '') === index)
    },
    /** ms since 1970, of the oldest; null where none are known. */
    formsAt(): number | null {
      const times = groupIds().flatMap((id) => readKept(formsName(id), knownForms)?.at ?? [])
      return times.length > 0 ? Math.min(...times) : null
    },
    expected(person: PersonGiven) {
      const theirs = hashes(person)
      const same = (one: string | null, other: string | null) => one !== null && one === other
      const today = (appointments() ?? []).filter(
        ({ at, hashes: known }) =>
          isToday(at) &&
          same(known.name, theirs.name) &&
          (same(known.phone, theirs.phone) || same(known.email, theirs.email)),
      )
      const found = today.find(({ at }) => at > now() - hourMs) ?? today.at(-1)
      return found ? { at: new Date(found.at).toISOString(), with: found.with } : null
    },
    look: () => read('clinic', clinicLook),
    keepLook: (look: ClinicLook) => keep('clinic', look),
    formsOf,
    keepForms: (groupId: string | number, forms: KnownForms) => keep(formsName(groupId), forms),
    forgetForms: (groupId: string | number) => rows.remove(formsName(groupId)),
    appointments,
    keepAppointments: (known: KnownAppointments) => keep('appointments', known),
    hashes,
    dropOld: () => rows.drop(oldest()),
  }
}

type PersonGiven = {
  readonly [Part in 'lastName' | 'dateOfBirth' | 'phone' | 'email']: IntakePerson[Part] | null
}

/** Last digits of numbers, which are compared because numbers appear with or without country; never alone. */
const comparedDigits = 9
const leastDigits = 7

function lastDigits(phone: string): string {
  const digits = phone.normalize('NFKC').replace(/\D/g, '')
  return digits.length < leastDigits ? '' : digits.slice(-comparedDigits)
}

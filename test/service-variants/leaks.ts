import type { LogLine } from './variant-kiosk.ts'
import type { VariantService } from './variant-service.ts'
import type { PlannedVisit } from './visits.ts'

/** What of a patient, and of the service's secrets, can be read in a log. */
export function leaksOf(
  log: readonly LogLine[],
  { person }: PlannedVisit,
  { state }: VariantService,
): string[] {
  const [year = '', month = '', day = ''] = person.dateOfBirth.split('-')
  const secrets: Readonly<Record<string, readonly string[]>> = {
    phone: [person.phone, person.phone.slice(2)],
    email: [person.email],
    name: [person.firstName, person.lastName],
    'birth date': [person.dateOfBirth, `${+month}/${+day}/${year}`, `${year}${month}${day}`],
    code: state.inbox.map(({ code }) => code),
    proof: [...state.proofs.values()].flatMap(({ id, token }) => [id, token]),
    'completion URL': [...state.completionTokens.keys()],
  }
  const text = JSON.stringify(log)
  return Object.entries(secrets).flatMap(([kind, values]) =>
    values.some((value) => text.includes(value)) ? [kind] : [],
  )
}

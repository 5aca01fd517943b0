import type { ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import type {
  Identifier,
  Identifiers,
  NeededIdentifiers,
  PatientSearch,
} from '../../../../shared/desk/patients.ts'
import type { Reference } from '../../../../shared/desk/references.ts'
import { err, ok } from '../../../../shared/result.ts'
import { readAppointment } from '../../../intake/resources/appointments.ts'
import { readPatient } from '../../../intake/resources/patients.ts'
import { isOutage, type Read } from '../../../intake/resources/site.ts'
import type { Answer, DeskWork } from '../../feature.ts'
import { isFullName, isSameEmail, isSamePhone } from '../../../intake/resources/same-person.ts'
import type { FindPatients } from './find-patients.ts'

const searchWindowMs = 60 * 60_000

type Opened = Answer<{ readonly chart: Reference }>

/** Guards one session's charts, and counts wrong tries. Nothing else makes a reference to a `chart`. */
export function createChartGuard(work: DeskWork, finding: Pick<FindPatients, 'candidates'>) {
  const { references, tries } = work

  /** Before it is looked at: several at once are no more than several in a row. */
  function count(key: string): () => void {
    const takeBack = [tries.count('wrongIdentifiers', key), tries.count('wrongIdentifiersOfAny')]
    return () => takeBack.forEach((each) => each())
  }
  const triesLeft = (key: string) =>
    Math.min(tries.left('wrongIdentifiers', key), tries.left('wrongIdentifiersOfAny'))

  // Twins share their birth date, and often a phone and a mailbox, too.
  /** Names the field that tells apart all patients whom the identifiers fit; null if they fit one alone. */
  async function stillNeeded(
    patientId: Id,
    identifiers: Identifiers,
  ): Read<NeededIdentifiers | null> {
    const hasName = identifiers.some(({ kind }) => kind === 'name')
    // Nothing more can be asked: records that all three fit are of one person.
    if (hasName && identifiers.length > 2) return ok(null)
    const search = Object.fromEntries(identifiers.map(({ kind, value }) => [kind, value]))
    const found = await finding.candidates(search)
    if (!found.ok && isOutage(found.error)) return found
    const fitting = found.ok ? found.value.filter((row) => fitsAll(row, identifiers)) : []
    const isOnly = fitting.length === 1 && fitting.every(({ id }) => sameId(id, patientId))
    if (isOnly) return ok(null)
    return ok(hasName ? 'contact' : 'name')
  }

  async function open(patientId: Id, identifiers: Identifiers): Opened {
    const key = String(patientId)
    if (triesLeft(key) === 0) return err({ kind: 'tooManyTries' })
    const takeBack = count(key)
    const record = await readPatient(work, patientId)
    if (!record.ok) {
      takeBack()
      return record
    }
    const verdict = judgeIdentifiers(record.value, identifiers)
    if (verdict === 'differs') return err({ kind: 'notConfirmed', triesLeft: triesLeft(key) })
    takeBack()
    const needed = verdict === 'confirmed' ? await stillNeeded(patientId, identifiers) : ok(verdict)
    if (!needed.ok) return needed
    if (needed.value !== null) return err({ kind: 'otherIdentifiers', needs: needed.value })
    return ok({ chart: references.of('chart', patientId) })
  }

  return {
    open,
    async openOfAppointment(appointmentId: Id, identifiers: Identifiers): Opened {
      const visit = await readAppointment(work, appointmentId)
      if (!visit.ok) return visit
      const { patientId } = visit.value
      return patientId === undefined
        ? err({ kind: 'refusedByService' })
        : open(patientId, identifiers)
    },
  }
}

// No list at the desk shows the birth date, and families share phones and mailboxes.
/** Needs the birth date, unless the record has none: else other identifiers. */
function judgeIdentifiers(
  record: ReadPatient,
  identifiers: Identifiers,
): 'confirmed' | 'differs' | NeededIdentifiers {
  const hasBirthDate = identifiers.some(({ kind }) => kind === 'birthDate')
  if (record.dateOfBirth !== null && !hasBirthDate) return 'birthDate'
  if (record.dateOfBirth === null && hasBirthDate) return 'noBirthDate'
  return fitsAll(record, identifiers) ? 'confirmed' : 'differs'
}

const fitsAll = (record: ReadPatient, identifiers: Identifiers) =>
  identifiers.every((each) => isTrueOf(record, each))

function isTrueOf(record: ReadPatient, { kind, value }: Identifier): boolean {
  switch (kind) {
    case 'birthDate':
      return record.dateOfBirth === value
    case 'phone':
      return isSamePhone(record.phone, value)
    case 'email':
      return isSameEmail(record.email, value)
    case 'name':
      return isFullName(value, record)
  }
}

/** Names, in words of the audit, by what a search looks: `birthDate name`. */
export function kindsOf({ birthDate, birthYear, phone, email, name }: PatientSearch): string {
  const given = Object.entries({ birthDate, birthYear, phone, email, name })
  return given.flatMap(([kind, value]) => (value === undefined ? [] : [kind])).join(' ')
}

/** Counts searches by what opens a chart: enough of them would find a birth date by trying. */
export function createIdentifierSearches({ now, tries }: Pick<DeskWork, 'now' | 'tries'>) {
  const searched = new Map<string, number>()
  return {
    /** False if it is one too many. The same search within the hour does not count again. */
    mayLook({ birthDate, phone, email }: PatientSearch): boolean {
      if (birthDate === undefined && phone === undefined && email === undefined) return true
      for (const [key, at] of searched) if (now() - at >= searchWindowMs) searched.delete(key)
      const key = JSON.stringify([birthDate, phone, email])
      if (searched.has(key)) return true
      if (tries.left('identifierSearch') === 0) return false
      tries.count('identifierSearch')
      searched.set(key, now())
      return true
    },
  }
}

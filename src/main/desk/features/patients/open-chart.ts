import type { ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import type { Id } from '../../../../contract/values.ts'
import type { Identifier, PatientSearch, TwoIdentifiers } from '../../../../shared/desk/patients.ts'
import type { Reference } from '../../../../shared/desk/references.ts'
import { err, ok } from '../../../../shared/result.ts'
import { readAppointment } from '../../../intake/resources/appointments.ts'
import { readPatient } from '../../../intake/resources/patients.ts'
import { refuse, type DeskWork, type Reply } from '../../feature.ts'
import { isFullName, isSameEmail, isSamePhone } from '../../person.ts'

/** ms for which what was searched for does not count anew. */
const searchWindowMs = 60 * 60_000

type Opened = Reply<{ readonly chart: Reference }>

/**
 * Guards the charts of one session, and counts its member's wrong tries. Nothing else makes a reference to a `chart`.
 */
export function createChartGuard(work: DeskWork) {
  const { references, tries } = work

  /** Counts a try before it is looked at: several at once are no more than several in a row. */
  function count(key: string): () => void {
    const takeBack = [tries.count('wrongIdentifiers', key), tries.count('wrongIdentifiersOfAny')]
    return () => takeBack.forEach((each) => each())
  }
  const triesLeft = (key: string) =>
    Math.min(tries.left('wrongIdentifiers', key), tries.left('wrongIdentifiersOfAny'))

  /** Opens the chart of a patient whose two identifiers are those of the record. */
  async function open(patientId: Id, identifiers: TwoIdentifiers): Opened {
    const key = String(patientId)
    if (triesLeft(key) === 0) return err({ kind: 'tooManyTries' })
    const takeBack = count(key)
    const record = await readPatient(work, patientId)
    if (!record.ok) {
      takeBack()
      return refuse(record.error)
    }
    const verdict = judgeIdentifiers(record.value, identifiers)
    if (verdict === 'differs') return err({ kind: 'notConfirmed', triesLeft: triesLeft(key) })
    takeBack()
    if (verdict !== 'confirmed')
      return err({ kind: 'otherIdentifiers', needsBirthDate: verdict === 'birthDateNeeded' })
    return ok({ chart: references.of('chart', patientId) })
  }

  return {
    open,
    /** The same for the patient of an appointment. */
    async openOfAppointment(appointmentId: Id, identifiers: TwoIdentifiers): Opened {
      const visit = await readAppointment(work, appointmentId)
      if (!visit.ok) return refuse(visit.error)
      const { patientId } = visit.value
      // It says nobody whose chart could be opened.
      return patientId === undefined
        ? err({ kind: 'refusedByService' })
        : open(patientId, identifiers)
    },
  }
}

/** Verdict of two identifiers on a record; `birthDateNeeded` and `noBirthDate`: others must be asked for. */
type IdentityVerdict = 'confirmed' | 'differs' | 'birthDateNeeded' | 'noBirthDate'

// No list at the desk shows the birth date, and families share phones and mailboxes.
/**
 * Compares two identifiers that a person gave with a record. One is always the birth date, unless the record has none.
 */
function judgeIdentifiers(record: ReadPatient, identifiers: TwoIdentifiers): IdentityVerdict {
  const hasBirthDate = identifiers.some(({ kind }) => kind === 'birthDate')
  if (record.dateOfBirth !== null && !hasBirthDate) return 'birthDateNeeded'
  if (record.dateOfBirth === null && hasBirthDate) return 'noBirthDate'
  return identifiers.every((each) => isTrueOf(record, each)) ? 'confirmed' : 'differs'
}

function isTrueOf(record: ReadPatient, { kind, value }: Identifier): boolean {
  switch (kind) {
    case 'birthDate':
      return record.dateOfBirth === value
    case 'phone':
      return record.phone !== null && isSamePhone(record.phone, value)
    case 'email':
      return record.email !== null && isSameEmail(record.email, value)
    case 'name':
      return isFullName(value, record)
  }
}

/** Names, in words of the audit, by what a search looks: `birthDate name`. */
export function kindsOf({ birthDate, phone, email, name }: PatientSearch): string {
  const given = Object.entries({ birthDate, phone, email, name })
  return given.flatMap(([kind, value]) => (value === undefined ? [] : [kind])).join(' ')
}

/**
 * Counts searches by what opens a chart (birth date, phone, e-mail): enough of them would find a birth date by trying.
 */
export function createIdentifierSearches({ now, tries }: Pick<DeskWork, 'now' | 'tries'>) {
  /** The moment at which each began to count. */
  const searched = new Map<string, number>()
  return {
    /** Counts a search; false if it is one too many. The same search within the hour does not count again. */
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

import { contract } from '../../../contract/index.ts'
import { outboxReaders } from '../../../contract/readers/outbox-readers.ts'
import type { ReadPatient } from '../../../contract/readers/read-types.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { CreatedPatient, PatientDraft } from '../../../shared/desk/patients.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { isRefusal } from '../../service/http/refusal.ts'
import { refusalOf } from '../failures.ts'
import { foundPatientOf } from '../patients/found-patient.ts'
import { hasValues, patientValues, type PatientValues } from '../patients/patient-draft.ts'
import type { FindPatients } from '../queries/find-patients.ts'
import type { DeskWork } from '../work.ts'

const { patients } = contract.partner

type Created = Promise<Result<CreatedPatient, DeskRefusal>>

/**
 * The command `createPatient` of one session: makes a patient, unless somebody is there who may be the same and staff have
 * not said that it is another. The service has no key by which a repeated creation is known, so those who may be the same
 * are noted before: after a try without an answer the new one is known by that. The same person again is looked for before
 * they are sent once more.
 */
export function createPatients(work: DeskWork, finding: Pick<FindPatients, 'similar'>) {
  const { client, place, references, signal } = work
  /** Who was there before a try of which nobody knows what became of it, by name and birth date. */
  const inDoubt = new Map<string, readonly Id[]>()
  const created = (id: Id) =>
    ok({ outcome: 'created' as const, patient: references.of('patient', id) })
  const similar = (rows: readonly ReadPatient[]) =>
    ok({ outcome: 'similar' as const, rows: rows.map((row) => foundPatientOf(references, row)) })

  return async (draft: PatientDraft, isAnother: boolean): Created => {
    const rules = { region: place.phoneRegion ?? 'US', now: work.wallTime() }
    const values = patientValues(draft, rules)
    if (!values.ok) return err({ kind: 'badPatient', field: values.error })
    const { firstName = '', lastName = '', dateOfBirth = '' } = values.value
    const name = `${firstName} ${lastName}`
    const key = JSON.stringify([name.toLowerCase(), dateOfBirth])
    const doubted = inDoubt.get(key)

    const there = await finding.similar(name, dateOfBirth)
    if (!there.ok) return doubted ? ok({ outcome: 'inDoubt' }) : err(refusalOf(there.error))
    const fresh = doubted ? except(there.value, doubted) : []
    if (fresh.length > 0) {
      inDoubt.delete(key)
      const made = theOne(fresh, values.value)
      // Staff see who is there now, and decide.
      return made === undefined ? similar(there.value) : created(made)
    }
    if (!isAnother && there.value.length > 0) return similar(there.value)

    const before = there.value.map(({ id }) => id)
    const input = { params: { accountId: place.accountId }, body: bodyOf(values.value) }
    const reader = outboxReaders.createdPatient.read(dateOfBirth)
    const sent = await client.read(patients.create, reader, input, { signal })
    // Refused, or never sent: there was no access to ask with.
    if (!sent.ok && (isRefusal(sent.error) || sent.error.stage === 'token'))
      return err(refusalOf(sent.error))
    const id = sent.ok ? sent.value : null
    if (id !== null && !before.some((each) => sameId(each, id))) {
      inDoubt.delete(key)
      return created(id)
    }
    inDoubt.set(key, before)
    const after = await finding.similar(name, dateOfBirth)
    const made = after.ok ? theOne(except(after.value, before), values.value) : undefined
    if (made === undefined) return ok({ outcome: 'inDoubt' })
    inDoubt.delete(key)
    return created(made)
  }
}

/** What a new record is sent as: it has nothing to clear. */
function bodyOf({ firstName = '', lastName = '', dateOfBirth = '', ...contact }: PatientValues) {
  const { mobilePhone, email } = contact
  return {
    ...{ firstName, lastName, dateOfBirth },
    ...(mobilePhone && { mobilePhone }),
    ...(email && { email }),
  }
}

const except = (rows: readonly ReadPatient[], known: readonly Id[]) =>
  rows.filter(({ id }) => !known.some((each) => sameId(each, id)))

/** The one record with all that was sent; undefined where there is none, or several. */
function theOne(rows: readonly ReadPatient[], values: PatientValues): Id | undefined {
  const fitting = rows.filter((row) => hasValues(row, values))
  return fitting.length === 1 ? fitting[0]?.id : undefined
}

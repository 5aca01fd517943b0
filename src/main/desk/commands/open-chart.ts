import { contract } from '../../../contract/index.ts'
import { visitReader } from '../../../contract/readers/arrival-readers.ts'
import { patientInFullReader } from '../../../contract/readers/patient-readers.ts'
import type { Id } from '../../../contract/values.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { TwoIdentifiers } from '../../../shared/desk/patients.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { refusalOf } from '../failures.ts'
import { judgeIdentifiers } from '../patients/judge-identifiers.ts'
import type { DeskWork } from '../work.ts'

const { appointments, patients } = contract.partner

type Opened = Promise<Result<{ readonly chart: Reference }, DeskRefusal>>

/** The one way to a patient's chart. */
export interface ChartGuard {
  /** Opens the chart of a patient whose two identifiers are those of the record. */
  open(patientId: Id, identifiers: TwoIdentifiers): Opened
  /** The same for the patient of an appointment. */
  openOfAppointment(appointmentId: Id, identifiers: TwoIdentifiers): Opened
}

/** The guard of one session, which counts its member's wrong tries. Nothing else makes a reference to a `chart`. */
export function createChartGuard(work: DeskWork): ChartGuard {
  const { client, place, references, signal, tries } = work

  /** Counts a try before it is looked at: several at once are no more than several in a row. */
  function count(key: string): () => void {
    const takeBack = [tries.count('wrongIdentifiers', key), tries.count('wrongIdentifiersOfAny')]
    return () => takeBack.forEach((each) => each())
  }
  const triesLeft = (key: string) =>
    Math.min(tries.left('wrongIdentifiers', key), tries.left('wrongIdentifiersOfAny'))

  async function open(patientId: Id, identifiers: TwoIdentifiers): Opened {
    const key = String(patientId)
    if (triesLeft(key) === 0) return err({ kind: 'tooManyTries' })
    const takeBack = count(key)
    const params = { accountId: place.accountId, patientId }
    const record = await client.read(
      patients.get,
      patientInFullReader(patientId),
      { params },
      { signal },
    )
    if (!record.ok) {
      takeBack()
      return err(refusalOf(record.error))
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
    async openOfAppointment(appointmentId, identifiers) {
      const { accountId, locationId } = place
      const params = { accountId, locationId, appointmentId }
      const reader = visitReader(appointmentId)
      const visit = await client.read(appointments.get, reader, { params }, { signal })
      if (!visit.ok) return err(refusalOf(visit.error))
      const { patientId } = visit.value
      // It says nobody whose chart could be opened.
      if (patientId === undefined) return err({ kind: 'refusedByService' })
      return open(patientId, identifiers)
    },
  }
}

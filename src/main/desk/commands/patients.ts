import { contract } from '../../../contract/index.ts'
import { patientInFullReader } from '../../../contract/readers/patient-readers.ts'
import { anyAnswer } from '../../../contract/readers/reading.ts'
import type { Id } from '../../../contract/values.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { PatientPatch } from '../../../shared/desk/patients.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { refusalOf } from '../failures.ts'
import { hasValues, patientValues } from '../patients/patient-draft.ts'
import type { DeskWork } from '../work.ts'

const { patients } = contract.partner

type Outcome<T> = Promise<Result<T, DeskRefusal>>

/** The commands of one session that change who patients are. */
export function patientCommands(work: DeskWork) {
  const { client, place, references, signal, wallTime } = work
  const { accountId } = place
  const rules = () => ({ region: place.phoneRegion ?? 'US', now: wallTime() })
  const look = (patientId: Id) => {
    const params = { accountId, patientId }
    return client.read(patients.get, patientInFullReader(patientId), { params }, { signal })
  }

  return {
    /** Changes a record, and looks afterwards whether it has what was sent. */
    async change(patientId: Id, patch: PatientPatch): Outcome<null> {
      const values = patientValues(patch, rules())
      if (!values.ok) return err({ kind: 'badPatient', field: values.error })
      const params = { accountId, patientId }
      const input = { params, body: values.value }
      const sent = await client.read(patients.update, anyAnswer, input, { signal })
      const after = await look(patientId)
      if (after.ok && hasValues(after.value, values.value)) return ok(null)
      if (!sent.ok) return err(refusalOf(sent.error))
      return err(after.ok ? { kind: 'refusedByService' } : refusalOf(after.error))
    },

    /** Removes a patient from the account, and closes their chart. Done, too, where they are not in it any more. */
    async remove(patientId: Id): Outcome<null> {
      const params = { accountId, patientId }
      const sent = await client.read(patients.delete, anyAnswer, { params }, { signal })
      if (!sent.ok && sent.error.kind !== 'notFound') {
        const after = await look(patientId)
        const isGone = !after.ok && after.error.kind === 'notFound'
        if (!isGone) return err(refusalOf(sent.error))
      }
      references.forget('chart', patientId)
      return ok(null)
    },
  }
}

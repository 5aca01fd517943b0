import { contract } from '../../../contract/index.ts'
import type { patientOperations } from '../../../shared/desk/operations/patients.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { createPatients } from '../commands/create-patient.ts'
import { createChartGuard } from '../commands/open-chart.ts'
import { patientCommands } from '../commands/patients.ts'
import { refusalOf } from '../failures.ts'
import {
  onNothing,
  onRecord,
  onRefusal,
  type PlaceWork,
  type ReachedOperations,
} from '../place-work.ts'
import { createIdentifierSearches, kindsOf } from '../patients/identifier-searches.ts'
import { createFindPatients } from '../queries/find-patients.ts'
import { createPatientChart } from '../queries/patient-chart.ts'
import type { DeskWork } from '../work.ts'

const { appointments, patients } = contract.partner
const { stateProvinces, patients: developer } = contract.developer

async function told<T>(read: Promise<Result<T, ServiceError>>) {
  const value = await read
  return value.ok ? ok(value.value) : err(refusalOf(value.error))
}

/** Who patients are, and the way into their charts. */
export function patientsPlace(work: DeskWork): PlaceWork<typeof patientOperations> {
  const finding = createFindPatients(work)
  const chartOf = createPatientChart(work)
  const guard = createChartGuard(work)
  const searches = createIdentifierSearches(work)
  const create = createPatients(work, finding)
  const changing = patientCommands(work)
  const chartNamed = (reference: Reference) =>
    ({ kind: 'chart', record: 'patientId', reference }) as const
  return {
    queries: {
      findPatients({ search, more }) {
        if (more !== undefined) {
          const next = finding.more(more)
          return next && onNothing(() => told(next()))
        }
        if (!searches.mayLook(search)) return onRefusal({ kind: 'tooManySearches' })
        return { ...onNothing(() => told(finding.find(search))), searchedBy: kindsOf(search) }
      },
      patientChart: ({ chart }) => onRecord(work, chartNamed(chart), (id) => told(chartOf(id))),
    },
    commands: {
      openChart: ({ patient, identifiers }) =>
        onRecord(work, { kind: 'patient', record: 'patientId', reference: patient }, (id) =>
          guard.open(id, identifiers),
        ),
      openChartOfAppointment: ({ appointment, identifiers }) =>
        onRecord(
          work,
          { kind: 'appointment', record: 'appointmentId', reference: appointment },
          (id) => guard.openOfAppointment(id, identifiers),
        ),
      createPatient: ({ draft, isAnother }) =>
        // It tells who was born on that day.
        searches.mayLook({ birthDate: draft.birthDate })
          ? onNothing(() => create(draft, isAnother))
          : onRefusal({ kind: 'tooManySearches' }),
      changePatient: ({ chart, patch }) =>
        onRecord(work, chartNamed(chart), (id) => changing.change(id, patch)),
      removePatient: ({ chart }) => onRecord(work, chartNamed(chart), (id) => changing.remove(id)),
    },
  }
}

/** What the search, the guard and the changes of a record ask the service for. */
export const patientsReached: ReachedOperations<typeof patientOperations> = {
  // The list of all is looked through only where a search finds nobody.
  findPatients: [patients.list, developer.search, developer.list],
  patientChart: [patients.get, developer.get, developer.listTags, stateProvinces.list],
  openChart: [patients.get],
  openChartOfAppointment: [appointments.get, patients.get],
  createPatient: [patients.list, developer.search, patients.create],
  changePatient: [patients.update, patients.get],
  removePatient: [patients.delete, patients.get],
}

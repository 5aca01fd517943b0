import { contract } from '../../../contract/index.ts'
import type { ReadChartPage, ReadChartRecord } from '../../../contract/readers/chart-values.ts'
import {
  allergiesReader,
  allergyReader,
  medicationReader,
  medicationsReader,
  problemReader,
  problemsReader,
  type ReadAllergy,
  type ReadMedication,
  type ReadProblem,
} from '../../../contract/readers/health-profile-readers.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { Id } from '../../../contract/values.ts'
import type { healthProfileOperations } from '../../../shared/desk/operations/health-profile.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { onChart, type PlaceWork, type ReachedOperations } from '../place-work.ts'
import { createChartRecords, ownRecord } from '../queries/chart-records.ts'
import type { DeskWork } from '../work.ts'

const { healthProfile } = contract.partner

/** How one kind of entry is read. `kind` names it for the page, `record` in the audit. */
interface Entries<T, Row> {
  readonly kind: string
  readonly record: string
  readonly list: Operation
  readonly readPage: (
    patientId: Id,
    query: { readonly cursor?: string; readonly limit: number },
  ) => Promise<Result<ReadChartPage<T>, ServiceError>>
  readonly readOne: (id: Id) => Promise<Result<T, ServiceError>>
  readonly row: (entry: T, reference: Reference) => Row
}

/** What a patient cannot take, takes, and has. */
export function healthProfilePlace(work: DeskWork): PlaceWork<typeof healthProfileOperations> {
  const { client, place, signal } = work
  const { accountId } = place
  const records = createChartRecords(work)

  function serve<T extends ReadChartRecord, Row>(how: Entries<T, Row>) {
    const { kind, record, list } = how
    const rowOf = (entry: T, chart: Reference) =>
      how.row(entry, records.shown.of(kind, entry.id, chart))
    return {
      page: ({ chart, after }: { chart: Reference; after?: Reference | undefined }) =>
        onChart(work, chart, (patientId) =>
          records.page(
            `${chart} ${kind}`,
            { patientId, after },
            {
              operation: list,
              read: (query) => how.readPage(patientId, query),
              // The path names the patient.
              isOfOwner: true,
              row: (entry) => rowOf(entry, chart),
            },
          ),
        ),
      one: ({ chart, entry }: { chart: Reference; entry: Reference }) =>
        records.onPart({ chart, kind, record, reference: entry }, async (id, patientId) => {
          const own = ownRecord(await how.readOne(id), patientId)
          return own.ok ? ok(rowOf(own.value, chart)) : own
        }),
    }
  }

  const allergies = serve({
    ...{ kind: 'allergy', record: 'allergyId', list: healthProfile.listAllergies },
    readPage: (patientId, query) => {
      const input = { params: { accountId, patientId }, query }
      return client.read(healthProfile.listAllergies, allergiesReader, input, { signal })
    },
    readOne: (id) => {
      const input = { params: { accountId, allergyId: id } }
      return client.read(healthProfile.getAllergy, allergyReader(id), input, { signal })
    },
    row: ({ id: _, patientId: __, reactions, ...fields }: ReadAllergy, entry) => ({
      ...{ ...fields, entry, reactions: [...reactions] },
    }),
  })
  const medications = serve({
    ...{ kind: 'medication', record: 'medicationId', list: healthProfile.listMedications },
    readPage: (patientId, query) => {
      const input = { params: { accountId, patientId }, query }
      return client.read(healthProfile.listMedications, medicationsReader, input, { signal })
    },
    readOne: (id) => {
      const input = { params: { accountId, medicationId: id } }
      return client.read(healthProfile.getMedication, medicationReader(id), input, { signal })
    },
    row: ({ id: _, patientId: __, ...fields }: ReadMedication, entry) => ({ ...fields, entry }),
  })
  const problems = serve({
    ...{ kind: 'problem', record: 'problemId', list: healthProfile.listProblems },
    readPage: (patientId, query) => {
      const input = { params: { accountId, patientId }, query }
      return client.read(healthProfile.listProblems, problemsReader, input, { signal })
    },
    readOne: (id) => {
      const input = { params: { accountId, problemId: id } }
      return client.read(healthProfile.getProblem, problemReader(id), input, { signal })
    },
    row: ({ id: _, patientId: __, ...fields }: ReadProblem, entry) => ({ ...fields, entry }),
  })

  return {
    queries: {
      ...{ allergies: allergies.page, allergy: allergies.one },
      ...{ medications: medications.page, medication: medications.one },
      ...{ problems: problems.page, problem: problems.one },
    },
    commands: {},
  }
}

/** What the health profile of a patient asks the service for. */
export const healthProfileReached: ReachedOperations<typeof healthProfileOperations> = {
  allergies: [healthProfile.listAllergies],
  allergy: [healthProfile.getAllergy],
  medications: [healthProfile.listMedications],
  medication: [healthProfile.getMedication],
  problems: [healthProfile.listProblems],
  problem: [healthProfile.getProblem],
}

import { contract } from '../../../contract/index.ts'
import {
  labReader,
  labResultReader,
  labResultsReader,
  labsReader,
  type ReadLab,
  type ReadLabResult,
} from '../../../contract/readers/lab-readers.ts'
import type { DeskLab, DeskLabResult, labOperations } from '../../../shared/desk/operations/labs.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { ok } from '../../../shared/result.ts'
import { onChart, type PlaceWork, type ReachedOperations } from '../place-work.ts'
import { createChartRecords, ownRecord } from '../queries/chart-records.ts'
import type { DeskWork } from '../work.ts'

const { labs } = contract.partner

/** A patient's lab orders and results at this location. */
export function labsPlace(work: DeskWork): PlaceWork<typeof labOperations> {
  const { client, place, signal } = work
  const params = { accountId: place.accountId, locationId: place.locationId }
  const records = createChartRecords(work)
  const { shown } = records
  const within = (chart: Reference, reference: Reference) => ({
    ...{ kind: 'lab', record: 'labId', chart, reference },
  })

  const labRow = (
    { id, patientId: _, panels: __, ...fields }: ReadLab,
    chart: Reference,
  ): DeskLab => ({ ...fields, lab: shown.of('lab', id, chart) })
  const resultRow = (
    { id, patientId: _, panelId, ...fields }: ReadLabResult,
    lab: Reference,
  ): DeskLabResult => ({
    ...fields,
    result: shown.of('result', id, lab),
    panel: panelId === undefined ? null : shown.of('panel', panelId, lab),
  })

  return {
    queries: {
      labs: ({ chart, after }) =>
        onChart(work, chart, (patientId) =>
          records.page(
            `${chart} labs`,
            { patientId, after },
            {
              operation: labs.list,
              read: (query) => {
                const input = { params, query: { ...query, patientId } }
                return client.read(labs.list, labsReader, input, { signal })
              },
              isOfOwner: false,
              row: (record) => labRow(record, chart),
            },
          ),
        ),
      lab: ({ chart, lab }) =>
        records.onPart(within(chart, lab), async (labId, patientId) => {
          const input = { params: { ...params, labId } }
          const read = await client.read(labs.get, labReader(labId), input, { signal })
          const own = ownRecord(read, patientId)
          if (!own.ok) return own
          const panels = own.value.panels.map(({ id, name }) => ({
            ...{ panel: shown.of('panel', id, lab), name },
          }))
          return ok({ ...labRow(own.value, chart), panels })
        }),
      labResults: ({ chart, lab, after }) =>
        records.onPart(within(chart, lab), (labId, patientId) =>
          records.page(
            `${lab} results`,
            { patientId, after },
            {
              operation: labs.listTestComponents,
              read: (query) => {
                const input = { params: { ...params, labId }, query }
                return client.read(labs.listTestComponents, labResultsReader, input, { signal })
              },
              isOfOwner: true,
              row: (record) => resultRow(record, lab),
            },
          ),
        ),
      labResult: ({ chart, lab, result }) => {
        const componentId = shown.idOf('result', result, lab)
        if (componentId === undefined) return undefined
        return records.onPart(within(chart, lab), async (labId, patientId) => {
          const input = { params: { ...params, labId, componentId } }
          const reader = labResultReader(componentId)
          const read = await client.read(labs.getTestComponent, reader, input, { signal })
          const own = ownRecord(read, patientId)
          return own.ok ? ok(resultRow(own.value, lab)) : own
        })
      },
    },
    commands: {},
  }
}

/** What the labs of a patient ask the service for. */
export const labsReached: ReachedOperations<typeof labOperations> = {
  labs: [labs.list],
  lab: [labs.get],
  labResults: [labs.listTestComponents],
  labResult: [labs.getTestComponent],
}

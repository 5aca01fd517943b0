import { chartReaders, date, text, written } from './chart-values.ts'
import {
  find,
  isFields,
  pick,
  readId,
  readList,
  readText,
  readWord,
  type Fields,
} from './fields.ts'

export const { page: labsReader, one: labReader } = chartReaders(
  { list: 'a list of labs with ids', one: 'the lab that was asked for', name: 'lab' },
  {
    name: text('name'),
    status: text('status'),
    orderedAt: date('orderedAt'),
    resultedAt: date('resultedAt'),
    panels: panelsIn,
  },
)

export const { page: labResultsReader, one: labResultReader } = chartReaders(
  {
    list: 'a list of lab results with ids',
    one: 'the lab result that was asked for',
    name: 'testComponent',
  },
  {
    panelId: (layers) => find(layers, 'testPanelId', readId),
    name: text('name'),
    value: written('value'),
    unit: text('unit'),
    range: text('referenceRange'),
    isNormal,
    /** The service's own word where it leaves a doubt. */
    remark: (layers) => (isNormal(layers) === null ? text('indicator')(layers) : null),
  },
)

/** Null for any word but the two that leave no doubt. */
function isNormal(layers: readonly Fields[]): boolean | null {
  const word = find(layers, 'indicator', (value) => readWord(value, ['NORMAL', 'ABNORMAL']))
  return word === undefined ? null : word === 'NORMAL'
}

function panelsIn(layers: readonly Fields[]) {
  const panels = find(layers, 'testPanels', readList)?.filter(isFields) ?? []
  return panels.flatMap((panel) => {
    const id = readId(pick(panel, 'id'))
    return id === undefined ? [] : [{ id, name: readText(pick(panel, 'name')) ?? null }]
  })
}

import { chartFields } from '../../shared/desk/chart-records.ts'
import type { Id } from '../values.ts'
import { find, objectsIn, pick, readId, readText, readWord, type Fields } from './fields.ts'
import { at, readersOf, recordAs, type Values } from './records.ts'

export interface ReadChartRecord {
  readonly id: Id
  /** Undefined where it does not say whose it is. */
  readonly patientId: Id | undefined
}

type Kind = keyof typeof chartFields

/** Every row must be readable: staff would take an omitted one for a record that does not exist. */
const chartRecord = <K extends Kind, const V extends Values>(
  kind: K,
  [list, one, name]: readonly [list: string, one: string, name: string],
  more: V,
) =>
  readersOf(
    { list: `${list} with ids`, one, name },
    'every',
    recordAs(chartFields[kind], { patientId: at('patientId', readId), ...more }),
  )

export const chartReaders = {
  invoice: chartRecord('invoice', ['invoices', 'invoice', 'invoice'], {}),
  line: chartRecord('line', ['invoice lines', 'line', 'lineItem'], {}),
  lab: chartRecord('lab', ['labs', 'lab', 'lab'], { panels: panelsIn }),
  result: chartRecord('result', ['lab results', 'lab result', 'testComponent'], {
    panelId: at('testPanelId', readId),
    isNormal,
    /** The service's own word where it leaves a doubt. */
    remark: (layers: readonly Fields[]) =>
      isNormal(layers) === null ? (find(layers, 'indicator', readText) ?? null) : null,
  }),
  allergy: chartRecord('allergy', ['allergies', 'allergy', 'allergy'], {}),
  medication: chartRecord('medication', ['medications', 'medication', 'medication'], {}),
  problem: chartRecord('problem', ['problems', 'problem', 'problem'], {}),
}

/** Null for any word but the two that leave no doubt. */
function isNormal(layers: readonly Fields[]): boolean | null {
  const word = find(layers, 'indicator', (value) => readWord(value, ['NORMAL', 'ABNORMAL']))
  return word === undefined ? null : word === 'NORMAL'
}

function panelsIn(layers: readonly Fields[]) {
  return objectsIn(layers, 'testPanels').flatMap((panel) => {
    const id = readId(pick(panel, 'id'))
    return id === undefined ? [] : [{ id, name: readText(pick(panel, 'name')) ?? null }]
  })
}

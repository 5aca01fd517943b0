import type { Id } from '../values.ts'
import { dateOf, recordOf, recordReader, recordsReader, textOf, valueOf } from './chart-values.ts'
import { find } from './layers.ts'
import { isFields, type Fields } from './record.ts'
import { readFlag, readId, readWord } from './values.ts'

/** A page of labs. */
export const labsReader = recordsReader('a list of labs with ids', labIn)

/** The lab that was asked for, with its panels. */
export const labReader = (asked: Id) =>
  recordReader('the lab that was asked for', ['lab', 'labOrder', 'record'], labIn, asked)

/** A page of what was measured in a lab. */
export const labResultsReader = recordsReader('a list of lab results with ids', resultIn)

/** The measurement that was asked for. */
export const labResultReader = (asked: Id) =>
  recordReader(
    'the lab result that was asked for',
    ['testComponent', 'component', 'record'],
    resultIn,
    asked,
  )

function labIn(layers: readonly Fields[]) {
  const record = recordOf(layers, ['id', 'labId', 'uuid', '_id'])
  return (
    record && {
      ...record,
      name: textOf(layers, ['name', 'title', 'labName', 'description']),
      status: textOf(layers, ['status', 'state', 'labStatus']),
      orderedAt: dateOf(layers, ['orderedAt', 'orderedOn', 'orderDate', 'createdAt']),
      resultedAt: dateOf(layers, ['resultedAt', 'resultedOn', 'resultDate', 'reportedAt']),
      panels: find(layers, ['testPanels', 'panels'], panelsIn) ?? [],
    }
  )
}

function panelsIn(value: unknown) {
  if (!Array.isArray(value)) return undefined
  return value.filter(isFields).flatMap((panel) => {
    const record = recordOf([panel], ['id', 'testPanelId', 'uuid', '_id'])
    return record ? [{ id: record.id, name: textOf([panel], ['name', 'title']) }] : []
  })
}

function resultIn(layers: readonly Fields[]) {
  const record = recordOf(layers, ['id', 'testComponentId', 'componentId', 'uuid', '_id'])
  const remark = textOf(layers, indicators)
  const isNormal =
    find(layers, indicators, readNormal) ?? find(layers, ['isNormal'], readFlag) ?? null
  return (
    record && {
      ...record,
      panelId: find(layers, ['testPanelId', 'panelId', 'testPanel.id', 'panel.id'], readId),
      name: textOf(layers, ['name', 'title', 'testName']),
      value: valueOf(layers, ['value', 'resultValue', 'result']),
      unit: textOf(layers, ['unit', 'units', 'unitOfMeasure']),
      range: textOf(layers, ['referenceRange', 'normalRange', 'range']),
      isNormal,
      remark: isNormal === null ? remark : null,
    }
  )
}

const indicators = ['indicator', 'flag', 'interpretation', 'abnormalFlag']

/** Undefined for any word but those that leave no doubt: the page then shows what the service says. */
function readNormal(value: unknown): boolean | undefined {
  const word = readWord(value)
  if (word === 'normal') return true
  return word === 'abnormal' ? false : undefined
}

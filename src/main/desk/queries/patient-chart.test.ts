import { expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Operation } from '../../../contract/operation.ts'
import type { ReadPatientInFull } from '../../../contract/readers/patient-readers.ts'
import { err, ok } from '../../../shared/result.ts'
import { createReferences } from '../references.ts'
import type { DeskWork } from '../work.ts'
import { createPatientChart } from './patient-chart.ts'

const { listTags, get } = contract.developer.patients
const record: ReadPatientInFull = {
  ...{ id: 7, firstName: 'José', lastName: 'Ruiz-Peña', name: null, dateOfBirth: '1984-03-07' },
  ...{ active: true, phone: null, email: null, address: null },
  ...{ parents: [], children: [], practitioners: [] },
}
const address = {
  ...{ street: '12 Pine Street', city: 'Seattle', postalCode: '98101' },
  ...{ stateProvince: null, whole: null },
}
const note = { note: 'Prefers mornings', color: null }

/** The chart of a patient whom the two interfaces state as `one` and `beside`; null: that one has no such record. */
async function chartOf(one: Partial<ReadPatientInFull>, beside: Partial<ReadPatientInFull> | null) {
  const asked: string[] = []
  const read = (operation: Operation) => {
    asked.push(operation.id)
    if (operation === listTags) return Promise.resolve(ok([note]))
    if (operation !== get) return Promise.resolve(ok({ ...record, ...one }))
    return Promise.resolve(
      beside
        ? ok({ ...record, address, practitioners: ['Dr. Maya Chen'], ...beside })
        : err({ kind: 'notFound', operation: operation.id, attempts: 1 }),
    )
  }
  const work = {
    ...{ client: { read }, references: createReferences(), place: { accountId: 1 } },
    signal: new AbortController().signal,
  }
  const chart = await createPatientChart(work as unknown as DeskWork)(7)
  if (!chart.ok) throw new Error(chart.error.kind)
  return { ...chart.value, askedForTags: asked.includes(listTags.id) }
}

it('joins what two interfaces say of one person', async () => {
  const beside = { firstName: null, lastName: null, name: 'RUIZ PENA Jose' }
  expect(await chartOf({}, beside)).toMatchObject({
    ...{ name: 'José Ruiz-Peña', address: ['12 Pine Street', 'Seattle, 98101'] },
    ...{ practitioners: ['Dr. Maya Chen'], tags: [note] },
  })
})

it.each<[string, Partial<ReadPatientInFull>, Partial<ReadPatientInFull> | null]>([
  ['of another birth date', {}, { dateOfBirth: '1984-03-08' }],
  ['without a birth date on either side', { dateOfBirth: null }, { dateOfBirth: null }],
  ['of another name', {}, { firstName: 'Mateo' }],
  ['without a name on either side', nameless(), nameless()],
  ['that is not there', {}, null],
])('takes nothing from a record %s', async (_, one, beside) => {
  expect(await chartOf(one, beside)).toMatchObject({
    ...{ address: null, practitioners: [], tags: null, askedForTags: false },
  })
})

function nameless(): Partial<ReadPatientInFull> {
  return { firstName: null, lastName: null, name: null }
}

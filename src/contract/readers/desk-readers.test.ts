import { expect, it } from 'vitest'
import { deskVisitReader } from './desk-readers.ts'

const startAt = '2030-05-31T10:30:00-07:00'
const read = (body: object) =>
  deskVisitReader(7)({ status: 200, headers: {}, url: '', body: { id: 7, startAt, ...body } })

it.each([
  [{ patient: { id: 9, name: 'Ana Ruiz' } }, 'Ana Ruiz'],
  [{ patient: { id: 9, firstName: 'Ana', lastName: 'Ruiz' } }, 'Ana Ruiz'],
  [{ patient_name: 'Ana Ruiz' }, 'Ana Ruiz'],
  [{ patient: 'Patient/9' }, undefined],
  [{ patient: { id: 9 } }, undefined],
  [{ patient: 'p9' }, undefined],
  [{}, undefined],
])('reads the patient of %j as %j', (body, patientName) => {
  expect(read(body)).toMatchObject({ ok: true, value: { id: 7, patientName } })
})

it('reads no other appointment than the one that was asked for', () => {
  expect(read({ id: 8, patient: { name: 'Ana Ruiz' } }).ok).toBe(false)
})

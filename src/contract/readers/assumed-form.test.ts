import fc from 'fast-check'
import { expect, it } from 'vitest'
import { packet } from './packet.ts'
import { birthDate } from './visit-readers.ts'

const day = fc.constantFrom(
  ...[null, '2030-03-07', '2030-03-07T10:00:00Z', '2030-02-30', '2030-1a-07', '03/07/2030'],
)
const form = fc.record({
  id: fc.integer({ min: 1 }),
  status: fc.constantFrom('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'SIGNED'),
})
const row = fc.record(
  {
    id: fc.oneof(fc.integer({ min: 1 }), fc.uuid()),
    name: fc.constantFrom('New patient forms', ''),
    status: fc.constantFrom('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'completed', 'ARCHIVED'),
    patientId: fc.integer({ min: 1 }),
    locationId: fc.integer({ min: 1 }),
    dueDate: day,
    completedAt: day,
    archivedAt: day,
    forms: fc.array(form, { maxLength: 3 }),
  },
  { requiredKeys: ['id', 'name', 'status', 'patientId', 'locationId'] },
)

it('a packet in the assumed form says the same as in an envelope, which is read by a search', () => {
  fc.assert(
    fc.property(row, (one) => {
      expect(packet(one)).toEqual(packet({ data: one }))
    }),
  )
})

it('a date of birth does', () => {
  const dates = ['3/7/1984', '1984-03-07', '13/13/1984', '2/29/1985', '03/07/84', '1/1/0001', '']
  for (const dateOfBirth of [...dates, null])
    for (const id of [9, '9', 10]) {
      const body = { id, dateOfBirth }
      expect(birthDate(body, 9)).toEqual(birthDate({ data: body }, 9))
    }
})

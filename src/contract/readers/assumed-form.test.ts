import fc from 'fast-check'
import { expect, it } from 'vitest'
import { serviceUrl as url } from '../../../test/harness/service/service-answer.ts'
import { packet } from './packet.ts'
import { birthDate } from './patient.ts'
import { readPage } from './lists.ts'

const day = fc.constantFrom(
  ...[null, '2030-03-07', '2030-03-07T10:00:00Z', '2030-02-30', '2030-1a-07', '03/07/2030'],
)
const form = fc.record({
  id: fc.integer({ min: 1 }),
  name: fc.constantFrom('About you', 'Consent'),
  status: fc.constantFrom('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'SIGNED'),
})
const assumed = fc.record(
  {
    id: fc.oneof(fc.integer({ min: 1 }), fc.uuid()),
    name: fc.constantFrom('New patient forms', ''),
    status: fc.constantFrom('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'completed', 'ARCHIVED'),
    patientId: fc.integer({ min: 1 }),
    locationId: fc.integer({ min: 1 }),
    dueDate: day,
    completedAt: day,
    archivedAt: day,
    archived: fc.boolean(),
    forms: fc.array(form, { maxLength: 3 }),
  },
  { requiredKeys: ['id', 'name', 'status', 'patientId', 'locationId'] },
)
const answer = (body: unknown) => ({ status: 200, headers: {}, url, body })

it('a packet says the same with and without an envelope around it, which is read by a search', () => {
  fc.assert(
    fc.property(assumed, (row) => {
      expect(packet(row)).toEqual(packet({ data: row }))
    }),
  )
})

it('a record and a page do', () => {
  const dates = fc.constantFrom(
    '3/7/1984',
    '1984-03-07',
    '13/13/1984',
    '2/29/1985',
    '03/07/84',
    '3/7/1984 ',
    '',
    null,
  )
  fc.assert(
    fc.property(fc.constantFrom(9, '9', 10), dates, (id, dateOfBirth) => {
      const body = { id, dateOfBirth }
      expect(birthDate(answer(body), 9)).toEqual(birthDate(answer({ data: body }), 9))
      const page = { items: [body], nextCursor: dateOfBirth?.trim() ?? null }
      expect(readPage(page)).toEqual(readPage({ data: page }))
    }),
  )
})

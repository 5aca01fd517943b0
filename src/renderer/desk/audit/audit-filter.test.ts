import { expect, it } from 'vitest'
import { searchOf, wholeAudit } from './audit-filter.ts'

it('takes both days whole, also over the end of a month', () => {
  const asked = searchOf({ ...wholeAudit, from: '2026-01-31', to: '2026-01-31' })
  expect(asked).toEqual({
    from: new Date(2026, 0, 31).getTime(),
    to: new Date(2026, 1, 1).getTime(),
  })
})

it('asks for one patient, the one that was chosen before the one that was typed', () => {
  const typed = { ...wholeAudit, patientNumber: ' 5001 ' }
  expect(searchOf(typed)).toEqual({ patientNumber: '5001' })
  expect(searchOf({ ...typed, patient: 'auditedPatient-2' })).toEqual({
    patient: 'auditedPatient-2',
  })
})

import { describe, expect, it } from 'vitest'
import { memberRole, type MemberRole } from '../members.ts'
import type { DeskOperation } from '../operation.ts'
import { hasRight } from '../rights.ts'
import { patientOperations } from './patients.ts'

const operations: Readonly<Record<string, DeskOperation>> = {
  ...patientOperations.queries,
  ...patientOperations.commands,
}
const seeing: readonly MemberRole[] = ['reception', 'clinical', 'billing']
const frontDesk: readonly MemberRole[] = ['reception', 'clinical']
const allowed: Readonly<Record<string, readonly MemberRole[]>> = {
  findPatients: seeing,
  patientChart: seeing,
  openChart: seeing,
  openChartOfAppointment: seeing,
  createPatient: frontDesk,
  changePatient: frontDesk,
  removePatient: ['administrator'],
}

describe.each(Object.entries(operations))('%s', (name, { right }) => {
  it.each(memberRole.options)('is allowed or refused to %s', (role) => {
    expect(hasRight([role], right)).toBe(allowed[name]?.includes(role))
  })
})

it('takes two identifiers of different kinds, no fewer and no more', () => {
  const birthDate = { kind: 'birthDate', value: '1984-03-07' }
  const phone = { kind: 'phone', value: '2065550101' }
  const takes = (...identifiers: object[]) =>
    patientOperations.commands.openChart.input.safeParse({ patient: 'patient-1', identifiers })
      .success
  expect(takes(birthDate, phone)).toBe(true)
  expect(takes(birthDate)).toBe(false)
  expect(takes(birthDate, birthDate)).toBe(false)
  expect(takes(birthDate, phone, { kind: 'name', value: 'Rosa Delgado' })).toBe(false)
  expect(takes({ ...birthDate, value: '1984-02-30' }, phone)).toBe(false)
})

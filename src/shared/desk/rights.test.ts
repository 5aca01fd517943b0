import { expect, it } from 'vitest'
import { memberRole } from './members.ts'
import type { DeskOperation } from './operation.ts'
import { appointmentOperations } from './appointments.ts'
import { packetOperations } from './packets.ts'
import { patientOperations } from './patients.ts'
import { deskRights, hasRight, type DeskPlace } from './rights.ts'

const places = Object.keys(deskRights) as DeskPlace[]

it('gives nobody anything without a role, and two roles what either has', () => {
  for (const place of places) {
    expect(hasRight([], { place, act: 'see' })).toBe(false)
    expect(hasRight(memberRole.options, { place, act: 'change' })).toBe(true)
  }
  expect(hasRight(['billing', 'clinical'], { place: 'labs', act: 'see' })).toBe(true)
})

it('changes something of forms and appointments by commands alone', () => {
  const acts = (operations: object) =>
    Object.values<DeskOperation>({ ...operations }).map(({ right }) => right.act)
  for (const { queries, commands } of [packetOperations, appointmentOperations]) {
    expect(new Set(acts(queries))).toEqual(new Set(['see']))
    expect(new Set(acts(commands))).toEqual(new Set(['change']))
  }
})

it('takes two or three identifiers of a patient of different kinds, no fewer and no more', () => {
  const birthDate = { kind: 'birthDate', value: '1984-03-07' }
  const phone = { kind: 'phone', value: '2065550101' }
  const { input } = patientOperations.commands.openChart
  const takes = (...identifiers: object[]) =>
    input.safeParse({ patient: 'patient-1', identifiers }).success
  expect(takes(birthDate, phone)).toBe(true)
  expect(takes(birthDate)).toBe(false)
  expect(takes(birthDate, birthDate)).toBe(false)
  const name = { kind: 'name', value: 'Rosa Delgado' }
  expect(takes(birthDate, phone, name)).toBe(true)
  expect(takes(birthDate, phone, phone)).toBe(false)
  expect(takes(birthDate, phone, name, { kind: 'email', value: 'rosa@example.com' })).toBe(false)
  expect(takes({ ...birthDate, value: '1984-02-30' }, phone)).toBe(false)
})

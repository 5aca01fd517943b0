import { expect, it } from 'vitest'
import { memberRole, type MemberRole } from './members.ts'
import type { DeskOperation } from './operation.ts'
import { appointmentOperations } from './appointments.ts'
import { clinicOperations } from './clinic.ts'
import { packetOperations } from './packets.ts'
import { patientOperations } from './patients.ts'
import { deskRights, hasRight, type DeskPlace, type RightsByName } from './rights.ts'

const places = Object.keys(deskRights) as DeskPlace[]
const placesOf = (role: (typeof memberRole.options)[number], act: 'see' | 'change') =>
  places.filter((place) => hasRight([role], { place, act }))

it('gives each role what its work needs and no more', () => {
  const frontDesk = ['today', 'help', 'checkIn', 'patients', 'packets', 'appointments'] as const
  const after = ['intakes', 'remoteCare', 'kiosks'] as const
  for (const act of ['see', 'change'] as const) {
    expect(placesOf('reception', act)).toEqual([...frontDesk, 'invoices', ...after])
    expect(placesOf('clinical', act)).toEqual([...frontDesk, 'labs', 'healthProfile', ...after])
    expect(placesOf('administrator', act)).toEqual(
      places.filter((place) =>
        ['removal', 'clinic', 'integrations', 'kiosks', 'pairing', 'members', 'audit'].includes(
          place,
        ),
      ),
    )
  }
  expect(placesOf('billing', 'see')).toEqual(['patients', 'invoices'])
  expect(placesOf('billing', 'change')).toEqual(['invoices'])
})

it('gives nobody anything without a role, and two roles what either has', () => {
  for (const place of places) {
    expect(hasRight([], { place, act: 'see' })).toBe(false)
    expect(hasRight(memberRole.options, { place, act: 'change' })).toBe(true)
  }
  expect(hasRight(['billing', 'clinical'], { place: 'labs', act: 'see' })).toBe(true)
})

it('names the query that has no row to the compiler', () => {
  type Names = 'patientsFound' | 'labResults'
  const found = { place: 'patients', act: 'see' } as const
  // @ts-expect-error `labResults` has no row.
  const missing = { patientsFound: found } satisfies RightsByName<Names>
  const complete = {
    ...missing,
    labResults: { place: 'labs', act: 'see' },
  } satisfies RightsByName<Names>
  expect(Object.keys(complete)).toHaveLength(2)
})

const seeing: readonly MemberRole[] = ['reception', 'clinical', 'billing']
const frontDesk: readonly MemberRole[] = ['reception', 'clinical']
const administrator: readonly MemberRole[] = ['administrator']
const allOf = ({ queries, commands }: { queries: object; commands: object }) =>
  Object.entries<DeskOperation>({ ...queries, ...commands })
const ofPatients: Readonly<Record<string, readonly MemberRole[] | undefined>> = {
  ...{ findPatients: seeing, patientChart: seeing },
  ...{ openChart: seeing, openChartOfAppointment: seeing },
  ...{ createPatient: frontDesk, changePatient: frontDesk, removePatient: administrator },
}

it.each([
  ...allOf(clinicOperations).map(([name, { right }]) => [name, right, administrator] as const),
  ...[packetOperations, appointmentOperations]
    .flatMap(allOf)
    .map(([name, { right }]) => [name, right, frontDesk] as const),
  ...allOf(patientOperations).map(([name, { right }]) => [name, right, ofPatients[name]] as const),
])('%s is for those alone whose work needs it', (_, right, roles) => {
  expect(memberRole.options.filter((role) => hasRight([role], right))).toEqual(roles)
})

it('changes something of forms and appointments by commands alone', () => {
  const acts = (operations: object) =>
    Object.values<DeskOperation>({ ...operations }).map(({ right }) => right.act)
  for (const { queries, commands } of [packetOperations, appointmentOperations]) {
    expect(new Set(acts(queries))).toEqual(new Set(['see']))
    expect(new Set(acts(commands))).toEqual(new Set(['change']))
  }
})

it('takes two identifiers of a patient of different kinds, no fewer and no more', () => {
  const birthDate = { kind: 'birthDate', value: '1984-03-07' }
  const phone = { kind: 'phone', value: '2065550101' }
  const { input } = patientOperations.commands.openChart
  const takes = (...identifiers: object[]) =>
    input.safeParse({ patient: 'patient-1', identifiers }).success
  expect(takes(birthDate, phone)).toBe(true)
  expect(takes(birthDate)).toBe(false)
  expect(takes(birthDate, birthDate)).toBe(false)
  expect(takes(birthDate, phone, { kind: 'name', value: 'Rosa Delgado' })).toBe(false)
  expect(takes({ ...birthDate, value: '1984-02-30' }, phone)).toBe(false)
})

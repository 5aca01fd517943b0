import { describe, expect, it } from 'vitest'
import type { MemberRole } from './desk/members.ts'
import { memberRoles } from './desk/limits.ts'
import { mayAsk, pagesOf } from './staff-rights.ts'
import { staffCommand, staffPage, type StaffCommand } from './staff.ts'

type Type = StaffCommand['type']
const types = staffCommand.def.options.flatMap(({ shape }) => [...shape.type.def.values])

/** Commands open to everybody: to come in and to go. */
const anybody: readonly Type[] = [
  ...(['openStaff', 'closeStaff', 'chooseMember', 'submitMember'] as const),
  ...(['showMembers', 'askDesk', 'usePin'] as const),
]
const frontDesk: readonly Type[] = [
  ...(['helpPatient', 'settleRequest', 'takeOutOfService', 'putInService'] as const),
  ...(['openIntake', 'readIntake', 'chooseCandidate', 'actOnIntake'] as const),
  ...(['discardIntake', 'saveIntakePdf', 'saveSettledPdf'] as const),
]
const administrator: readonly Type[] = [
  ...(['submitPin', 'choosePin', 'changePin', 'rotateKey', 'leaveKiosk', 'forgetKiosk'] as const),
  'forgetKioskAsMember',
  ...(['testConnection', 'giveCredentials', 'removeCredentials'] as const),
  ...(['changeSetting', 'resetSetting', 'verifyAudit'] as const),
  ...(['confirmFormOrigin', 'declineFormOrigin', 'allowOrigin'] as const),
  ...(['pairKiosk', 'moveDesk', 'unpairKiosk', 'declineWipe'] as const),
]
const rights: Readonly<Record<MemberRole, readonly Type[]>> = {
  reception: frontDesk,
  clinical: frontDesk,
  billing: [],
  administrator,
}
const pages = {
  reception: ['home', 'intakes'],
  clinical: ['home', 'intakes'],
  billing: [],
  administrator: ['desk', 'connection', 'credentials', 'settings', 'audit', 'machine'],
} as const

it('says of every command whose it is', () => {
  const all = [...anybody, ...frontDesk, ...administrator, 'openStaffPage']
  expect(all.toSorted()).toEqual(types.toSorted())
})

describe.each(memberRoles)('%s', (role) => {
  it.each(types.filter((type) => type !== 'openStaffPage'))('%s', (type) => {
    expect(mayAsk([role], { type })).toBe(anybody.includes(type) || rights[role].includes(type))
  })

  it.each(staffPage.options)('page %s', (page) => {
    const may = pages[role].some((one) => one === page)
    expect(mayAsk([role], { type: 'openStaffPage', page })).toBe(may)
    expect(pagesOf([role]).includes(page)).toBe(may)
  })
})

it('gives who has two roles the rights of both, and who has none nothing', () => {
  expect(pagesOf(['reception', 'administrator'])).toEqual(staffPage.options)
  expect(pagesOf(['billing', 'clinical'])).toEqual(['home', 'intakes'])
  expect(pagesOf([])).toEqual([])
})

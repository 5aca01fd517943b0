import { expect, it } from 'vitest'
import {
  someDesk,
  someIntakes,
  memberId,
  someMembers,
  fakeStaffPorts,
  pair,
} from '../../../../../test/harness/staff/fake-staff-ports.ts'
import {
  StaffSessionHarness,
  otherPin,
} from '../../../../../test/harness/staff/staff-session-harness.ts'
import type { MemberRole } from '../../../../shared/desk/members.ts'
import { memberRoles } from '../../../../shared/desk/limits.ts'
import type { StaffPorts } from '../ports.ts'
import { portsOf } from './members.ts'

/** Everything that a panel can have done, by who may. */
const calls: Readonly<
  Record<string, readonly [readonly MemberRole[], (to: StaffPorts) => unknown]>
> = (() => {
  const front = ['reception', 'clinical'] as const
  const admin = ['administrator'] as const
  const id = memberId(9)
  const quiet = () => undefined
  return {
    'settle a request': [front, (to) => to.auditService.settle('9')],
    'take out of service': [front, (to) => to.kiosk.setClosed(true)],
    'open an intake': [front, (to) => to.intakes?.open(id)],
    'look at it again': [front, (to) => to.intakes?.again({} as never)],
    'read an intake': [front, (to) => to.intakes?.read(id)],
    'choose a candidate': [
      front,
      (to) => to.intakes?.settle({ type: 'chooseCandidate', intake: id, candidate: '1' }),
    ],
    'save an intake': [front, (to) => to.intakes?.savePdf?.([id])],
    'choose a PIN': [admin, (to) => to.pin.choose(otherPin)],
    'verify the audit': [admin, (to) => to.auditService.verify()],
    'test the connection': [admin, (to) => to.testConnection(quiet)],
    'give credentials': [admin, (to) => to.credentials.give('partner', pair, quiet)],
    'remove credentials': [admin, (to) => to.credentials.remove('partner')],
    'change a setting': [admin, (to) => to.settings.change('idle.afterMs', '60')],
    'reset a setting': [admin, (to) => to.settings.reset('idle.afterMs')],
    'confirm an origin of forms': [admin, (to) => to.formOrigins.confirm('31')],
    'allow an origin': [admin, (to) => to.refusedOrigins.allow('https://a.example')],
    'pair the kiosk': [admin, (to) => to.desk?.pair('desk', 'code')],
    'unpair the kiosk': [admin, (to) => to.desk?.unpair()],
    'decline a wipe': [admin, (to) => to.desk?.declineWipe()],
    'rotate the key': [admin, (to) => to.kiosk.rotateKey()],
    'leave the kiosk': [admin, (to) => to.kiosk.leave()],
    'forget the kiosk': [admin, (to) => to.kiosk.forget(true)],
  }
})()

function open(role: MemberRole) {
  const kiosk = new StaffSessionHarness()
  kiosk.intakes = { ...someIntakes(), savePdf: () => new Promise(() => undefined) }
  kiosk.desk = someDesk(true)
  kiosk.members = someMembers(role)
  const acts: string[] = []
  const own = fakeStaffPorts(kiosk, (what) => acts.push(what))
  const [member] = kiosk.members.list
  if (!member) throw new Error('there is no member')
  return { acts, ports: portsOf(own, member) }
}

const cases = memberRoles.flatMap((role) => Object.keys(calls).map((name) => [role, name] as const))

it.each(cases)('%s: %s', (role, name) => {
  const [roles, call] = calls[name] ?? [[], () => undefined]
  const { acts, ports } = open(role)
  if (roles.includes(role)) void call(ports)
  else {
    expect(() => call(ports)).toThrow('no right')
    expect(acts).toEqual([])
  }
})

it('names the member in the audit, with whatever else is said', () => {
  const { acts, ports } = open('billing')
  ports.audit('staffLeft', { reason: 'locked' })
  expect(acts).toEqual([`audit staffLeft locked ${memberId(1)}`])
})

it('gives whoever is in what a page is drawn from', () => {
  const { ports } = open('reception')
  expect(ports.kiosk.name).toBe('kiosk-1')
  expect(ports.credentials.status()).toHaveLength(2)
  expect(ports.intakes?.list().complete).toHaveLength(1)
})

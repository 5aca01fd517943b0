import { expect, it } from 'vitest'
import { staffCommand, type StaffCommand } from '../../../shared/staff.ts'
import { refusedOrigins } from '../../../../test/harness/renderer/refused-origins.ts'
import { someIntakes, type FakeIntakes } from '../../../../test/harness/staff/fake-intakes.ts'
import { commands } from '../../../../test/harness/staff/staff-commands.ts'
import { someMembers } from '../../../../test/harness/staff/fake-members.ts'
import { StaffSessionHarness, pin } from '../../../../test/harness/staff/staff-session-harness.ts'

const types = staffCommand.def.options.flatMap(({ shape }) => [...shape.type.def.values])

const prepared = (kiosk: StaffSessionHarness) => {
  kiosk.hasPrevious = true
  kiosk.requests = [{ key: '9', helpNumber: '417', reason: 'asked', detail: '', at: 3 }]
  const origin = 'https://forms.example.com'
  kiosk.questions = [{ key: '31', origin, from: 'refused', at: 3, canConfirm: true }]
  kiosk.refused = refusedOrigins
}
const inside = (...args: Parameters<typeof StaffSessionHarness.inside>) =>
  StaffSessionHarness.inside(args[0], prepared)
const never = new Promise<void>(() => undefined)
const withIntakes = (more: Partial<FakeIntakes> = {}) =>
  StaffSessionHarness.inside('intakes', (kiosk) => {
    prepared(kiosk)
    kiosk.intakes = { ...someIntakes(), ...more }
  })
const waits = { kind: 'wait', waitMs: 60_000 } as const
const atDesk = (
  more: (kiosk: StaffSessionHarness) => void = (kiosk) => (kiosk.members = someMembers('clinical')),
) =>
  after(
    StaffSessionHarness.ready((kiosk) => {
      prepared(kiosk)
      more(kiosk)
    }),
    commands.openStaff,
  )
const intakeActs = [
  ...(['readIntake', 'chooseCandidate', 'createIntakePatient', 'tryIntakeNow'] as const),
  ...(['takeOverIntake', 'discardIntake'] as const),
]
const anyPage = ['closeStaff', 'openStaffPage'] as const
const origins = ['confirmFormOrigin', 'declineFormOrigin'] as const

type State = readonly [
  name: string,
  reach: () => Promise<StaffSessionHarness>,
  accepted: readonly (StaffCommand['type'] | 'activity')[],
]

async function after(kiosk: Promise<StaffSessionHarness>, ...taps: StaffCommand[]) {
  const there = await kiosk
  for (const tap of taps) await there.tap(tap)
  return there
}

const states: readonly State[] = [
  ['before the start', () => Promise.resolve(new StaffSessionHarness()), []],
  [
    'first start',
    async () => {
      const kiosk = new StaffSessionHarness()
      kiosk.session.start()
      await kiosk.sees('staffChoosePin')
      return kiosk
    },
    ['choosePin', 'activity'],
  ],
  ['patients have it', () => StaffSessionHarness.ready(prepared), ['openStaff']],
  ['closed', () => StaffSessionHarness.ready((kiosk) => (kiosk.closed = true)), ['openStaff']],
  [
    'pad',
    () => after(StaffSessionHarness.ready(prepared), commands.openStaff),
    ['submitPin', 'closeStaff', 'activity'],
  ],
  [
    'pad that waits',
    async () => {
      const kiosk = await after(StaffSessionHarness.ready(prepared), commands.openStaff)
      for (let count = 0; count < 3; count += 1) await kiosk.typeWrong()
      return kiosk
    },
    ['closeStaff', 'activity'],
  ],
  [
    'the desk is asked for names',
    () => atDesk((kiosk) => (kiosk.members = { ...someMembers(), answering: never })),
    ['closeStaff', 'activity'],
  ],
  ['names of the desk', () => atDesk(), ['chooseMember', 'closeStaff', 'activity']],
  [
    'a member is chosen',
    () => after(atDesk(), commands.chooseMember),
    ['submitMember', 'showMembers', 'closeStaff', 'activity'],
  ],
  [
    'the desk looks at what a member typed',
    async () => {
      const kiosk = await after(atDesk(), commands.chooseMember)
      if (kiosk.members) kiosk.members = { ...kiosk.members, answering: never }
      return after(Promise.resolve(kiosk), commands.submitMember)
    },
    ['closeStaff', 'activity'],
  ],
  [
    'a member has to wait',
    () =>
      after(
        atDesk((kiosk) => (kiosk.members = { ...someMembers(), says: waits })),
        ...[commands.chooseMember, commands.submitMember],
      ),
    ['showMembers', 'closeStaff', 'activity'],
  ],
  [
    'a member without a role for a kiosk',
    () =>
      after(
        atDesk((kiosk) => (kiosk.members = someMembers('billing'))),
        ...[commands.chooseMember, commands.submitMember],
      ),
    ['closeStaff', 'activity'],
  ],
  [
    'the desk is away',
    () => atDesk((kiosk) => (kiosk.members = { ...someMembers(), desk: 'away' })),
    ['usePin', 'askDesk', 'closeStaff', 'activity'],
  ],
  [
    'the PIN while the desk is away',
    () =>
      after(
        atDesk((kiosk) => (kiosk.members = { ...someMembers(), desk: 'away' })),
        commands.usePin,
      ),
    ['submitPin', 'closeStaff', 'activity'],
  ],
  [
    'entering',
    async () => {
      const kiosk = await after(StaffSessionHarness.ready(prepared), commands.openStaff)
      kiosk.pausing = never
      await kiosk.tap({ type: 'submitPin', pin })
      await kiosk.happens(() => kiosk.acts.includes('pause'))
      return kiosk
    },
    [],
  ],
  [
    'home',
    () => inside('home'),
    [...anyPage, ...origins, 'settleRequest', 'takeOutOfService', 'activity'],
  ],
  [
    'home with a visit that waits',
    () =>
      StaffSessionHarness.inside('home', (kiosk) => {
        prepared(kiosk)
        kiosk.visit = '417'
      }),
    [...anyPage, ...origins, 'helpPatient', 'settleRequest', 'takeOutOfService', 'activity'],
  ],
  ['intakes that are switched off', () => inside('intakes'), [...anyPage, 'activity']],
  ['intakes', () => withIntakes(), [...anyPage, 'openIntake', 'activity']],
  [
    'an intake',
    () => after(withIntakes(), commands.openIntake),
    [...anyPage, 'openIntake', ...intakeActs, 'activity'],
  ],
  [
    'an intake that is being saved',
    () =>
      after(
        withIntakes({ savePdf: () => new Promise(() => undefined) }),
        ...[commands.openIntake, commands.saveIntakePdf],
      ),
    [...anyPage, 'openIntake', 'activity'],
  ],
  [
    'connection',
    () => inside('connection'),
    [...anyPage, ...origins, 'allowOrigin', 'testConnection', 'activity'],
  ],
  [
    'connection under test',
    () => after(inside('connection'), commands.testConnection),
    [...anyPage, ...origins, 'allowOrigin', 'activity'],
  ],
  [
    'credentials',
    () => inside('credentials'),
    [
      ...anyPage,
      ...origins,
      ...(['giveCredentials', 'removeCredentials', 'removePreviousCredentials'] as const),
      'activity',
    ],
  ],
  [
    'credentials under test',
    () => after(inside('credentials'), commands.giveCredentials),
    [...anyPage, ...origins, 'activity'],
  ],
  ['settings', () => inside('settings'), [...anyPage, 'changeSetting', 'resetSetting', 'activity']],
  ['audit', () => inside('audit'), [...anyPage, 'verifyAudit', 'activity']],
  [
    'audit being verified',
    () => after(inside('audit'), commands.verifyAudit),
    [...anyPage, 'activity'],
  ],
  [
    'machine',
    () => inside('machine'),
    [...anyPage, 'changePin', 'rotateKey', 'leaveKiosk', 'forgetKiosk', 'activity'],
  ],
  [
    'changing the PIN',
    () => after(inside('machine'), commands.changePin),
    [...anyPage, 'submitPin', 'activity'],
  ],
  [
    'choosing another PIN',
    async () => {
      const kiosk = await after(inside('machine'), commands.changePin)
      await kiosk.tap({ type: 'submitPin', pin })
      await kiosk.until('staffChoosePin')
      return kiosk
    },
    [...anyPage, 'choosePin', 'activity'],
  ],
  [
    'leaving',
    async () => {
      const kiosk = await inside('home')
      kiosk.wiping = never
      await kiosk.tap('closeStaff')
      return kiosk
    },
    [],
  ],
  ['ended', () => after(inside('machine'), commands.leaveKiosk), []],
]

it.each(states)('%s takes what fits it and refuses the rest', async (_, reach, accepted) => {
  const said = (type: (typeof accepted)[number]) =>
    type === 'activity' ? ({ type } as const) : commands[type]
  const refusing = await reach()
  refusing.acts.length = 0
  const views = refusing.views.length
  for (const type of [...types, 'activity' as const]) {
    if (accepted.includes(type)) continue
    const error = { kind: 'notAccepted', type }
    expect(await refusing.try(said(type))).toEqual({ ok: false, error })
    expect(refusing.acts, type).toEqual([])
    expect(refusing.views, type).toHaveLength(views)
  }
  for (const type of accepted) {
    const taking = await reach()
    expect(await taking.try(said(type)), type).toEqual({ ok: true })
    expect(taking.bugs).toEqual([])
    taking.session.stop()
  }
  expect(refusing.bugs).toEqual([])
  refusing.session.stop()
})

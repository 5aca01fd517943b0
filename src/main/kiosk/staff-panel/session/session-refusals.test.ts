import { expect, it } from 'vitest'
import { staffCommand, type StaffCommand, type StaffPage } from '../../../../shared/staff.ts'
import {
  giveWork,
  someIntakes,
  someMembers,
  type FakeMembers,
} from '#harness/staff/fake-staff-ports.ts'
import { commands } from '#harness/staff/staff-commands.ts'
import { StaffSessionHarness, pin } from '#harness/staff/staff-session-harness.ts'

const types = staffCommand.def.options.flatMap(({ shape }) => [...shape.type.def.values])
type Type = StaffCommand['type']

/** The way to a state of a kiosk that has something for each command. */
interface Way {
  /** The panel is open at it; without it, the kiosk was only started. */
  readonly page?: StaffPage
  readonly with?: (kiosk: StaffSessionHarness) => void
  readonly taps?: readonly Type[]
  readonly then?: (kiosk: StaffSessionHarness) => Promise<unknown>
}

async function reach({ page, with: change, taps = [], then }: Way) {
  const prepare = (kiosk: StaffSessionHarness) => {
    giveWork(kiosk)
    change?.(kiosk)
  }
  const kiosk = await (page
    ? StaffSessionHarness.inside(page, prepare)
    : StaffSessionHarness.ready(prepare))
  for (const type of taps) await kiosk.play(commands[type])
  await then?.(kiosk)
  return kiosk
}

const never = new Promise<void>(() => undefined)
const wait = { kind: 'wait', waitMs: 60_000 } as const
const members =
  (more: Partial<FakeMembers> = {}, base = someMembers('clinical')) =>
  (kiosk: StaffSessionHarness) =>
    void (kiosk.members = { ...base, ...more })
const intakes = (kiosk: StaffSessionHarness) => void (kiosk.intakes = someIntakes())
const saveForever = (kiosk: StaffSessionHarness) =>
  void (kiosk.intakes = { ...someIntakes(), savePdf: () => new Promise(() => undefined) })
const typePin = (kiosk: StaffSessionHarness) => kiosk.play({ type: 'submitPin', pin })

const onPad = ['closeStaff', 'activity'] as const
const onPage = ['closeStaff', 'openStaffPage', 'activity'] as const
const origins = ['confirmFormOrigin', 'declineFormOrigin'] as const
const onHome = [...onPage, ...origins, 'settleRequest', 'takeOutOfService'] as const
const intakeActs = ['readIntake', 'chooseCandidate', 'actOnIntake', 'discardIntake'] as const

type State = readonly [name: string, way: Way, accepted: readonly (Type | 'activity')[]]

const states: readonly State[] = [
  ['patients have it', {}, ['openStaff']],
  ['closed', { with: (kiosk) => void (kiosk.closed = true) }, ['openStaff']],
  ['pad', { taps: ['openStaff'] }, ['submitPin', ...onPad]],
  [
    'pad that waits',
    {
      taps: ['openStaff'],
      then: async (kiosk) => {
        for (let count = 0; count < 3; count += 1) await kiosk.typeWrong()
      },
    },
    onPad,
  ],
  [
    'the desk is asked for names',
    { with: members({ answering: never }), taps: ['openStaff'] },
    onPad,
  ],
  ['names of the desk', { with: members(), taps: ['openStaff'] }, ['chooseMember', ...onPad]],
  [
    'a member is chosen',
    { with: members(), taps: ['openStaff', 'chooseMember'] },
    ['submitMember', 'showMembers', ...onPad],
  ],
  [
    'the desk looks at what a member typed',
    {
      with: members(),
      taps: ['openStaff', 'chooseMember'],
      then: (kiosk) => {
        members({ answering: never })(kiosk)
        return kiosk.play(commands.submitMember)
      },
    },
    onPad,
  ],
  [
    'a member has to wait',
    { with: members({ says: wait }), taps: ['openStaff', 'chooseMember', 'submitMember'] },
    ['showMembers', ...onPad],
  ],
  [
    'a member without a role for a kiosk',
    {
      with: members({}, someMembers('billing')),
      taps: ['openStaff', 'chooseMember', 'submitMember'],
    },
    onPad,
  ],
  [
    'the desk is away',
    { with: members({ desk: 'away' }), taps: ['openStaff'] },
    ['usePin', 'askDesk', ...onPad],
  ],
  [
    'the PIN while the desk is away',
    { with: members({ desk: 'away' }), taps: ['openStaff', 'usePin'] },
    ['submitPin', ...onPad],
  ],
  [
    'entering',
    {
      with: (kiosk) => void (kiosk.pausing = never),
      taps: ['openStaff'],
      then: async (kiosk) => {
        await typePin(kiosk)
        await kiosk.happens(() => kiosk.acts.includes('pause'))
      },
    },
    [],
  ],
  ['home', { page: 'home' }, onHome],
  [
    'home with a visit that waits',
    { page: 'home', with: (kiosk) => void (kiosk.visit = '417') },
    [...onHome, 'helpPatient'],
  ],
  ['intakes that are switched off', { page: 'intakes' }, onPage],
  ['intakes', { page: 'intakes', with: intakes }, [...onPage, 'openIntake']],
  [
    'an intake',
    { page: 'intakes', with: intakes, taps: ['openIntake'] },
    [...onPage, 'openIntake', ...intakeActs],
  ],
  [
    'an intake that is being saved',
    { page: 'intakes', with: saveForever, taps: ['openIntake', 'saveIntakePdf'] },
    [...onPage, 'openIntake'],
  ],
  [
    'intakes that can be saved',
    { page: 'intakes', with: saveForever },
    [...onPage, 'openIntake', 'saveSettledPdf'],
  ],
  [
    'intakes that are being saved',
    { page: 'intakes', with: saveForever, taps: ['saveSettledPdf'] },
    [...onPage, 'openIntake'],
  ],
  ['connection', { page: 'connection' }, [...onPage, ...origins, 'allowOrigin', 'testConnection']],
  [
    'connection under test',
    { page: 'connection', taps: ['testConnection'] },
    [...onPage, ...origins, 'allowOrigin'],
  ],
  [
    'credentials',
    { page: 'credentials' },
    [...onPage, ...origins, 'giveCredentials', 'removeCredentials'],
  ],
  [
    'credentials under test',
    { page: 'credentials', taps: ['giveCredentials'] },
    [...onPage, ...origins],
  ],
  ['settings', { page: 'settings' }, [...onPage, 'changeSetting', 'resetSetting']],
  ['audit', { page: 'audit' }, [...onPage, 'verifyAudit']],
  ['audit being verified', { page: 'audit', taps: ['verifyAudit'] }, onPage],
  [
    'machine',
    { page: 'machine' },
    [...onPage, 'changePin', 'rotateKey', 'leaveKiosk', 'forgetKiosk'],
  ],
  ['changing the PIN', { page: 'machine', taps: ['changePin'] }, [...onPage, 'submitPin']],
  [
    'choosing another PIN',
    {
      page: 'machine',
      taps: ['changePin'],
      then: async (kiosk) => {
        await typePin(kiosk)
        await kiosk.until('staffChoosePin')
      },
    },
    [...onPage, 'choosePin'],
  ],
  [
    'leaving',
    { page: 'home', with: (kiosk) => void (kiosk.wiping = never), taps: ['closeStaff'] },
    [],
  ],
  ['ended', { page: 'machine', taps: ['leaveKiosk'] }, []],
]

async function firstStart() {
  const kiosk = new StaffSessionHarness()
  kiosk.session.start()
  await kiosk.sees('staffChoosePin')
  return kiosk
}

it.each([
  ['before the start', () => Promise.resolve(new StaffSessionHarness()), []],
  ['first start', firstStart, ['choosePin', 'activity']],
  ...states.map(([name, way, accepted]) => [name, () => reach(way), accepted] as const),
] as const)('%s takes what fits it and refuses the rest', async (_, arrive, accepted) => {
  const said = (type: Type | 'activity') => (type === 'activity' ? type : commands[type])
  const taken: readonly string[] = accepted
  const refusing = await arrive()
  refusing.acts.length = 0
  const views = refusing.views.length
  for (const type of [...types, 'activity' as const]) {
    if (taken.includes(type)) continue
    await refusing.refuses(said(type))
    expect(refusing.acts, type).toEqual([])
    expect(refusing.views, type).toHaveLength(views)
  }
  for (const type of accepted) {
    const taking = await arrive()
    await taking.play(said(type))
    expect(taking.bugs).toEqual([])
    taking.session.stop()
  }
  expect(refusing.bugs).toEqual([])
  refusing.session.stop()
})

import { describe, expect, it } from 'vitest'
import { staffCommand, type StaffCommand } from '../../../shared/staff.ts'
import { refusedOrigins } from '../../../../test/harness/renderer/refused-origins.ts'
import { someIntakes, type FakeIntakes } from '../../../../test/harness/staff/fake-intakes.ts'
import {
  StaffSessionHarness,
  otherPin,
  pair,
  pin,
} from '../../../../test/harness/staff/staff-session-harness.ts'

const intake = someIntakes().one.id

/** One of each command, such as would be accepted where it fits. */
const commands: Readonly<Record<StaffCommand['type'], StaffCommand>> = {
  openStaff: { type: 'openStaff' },
  submitPin: { type: 'submitPin', pin: otherPin },
  choosePin: { type: 'choosePin', pin: otherPin },
  closeStaff: { type: 'closeStaff' },
  openStaffPage: { type: 'openStaffPage', page: 'home' },
  helpPatient: { type: 'helpPatient' },
  settleRequest: { type: 'settleRequest', key: '9' },
  testConnection: { type: 'testConnection' },
  giveCredentials: { type: 'giveCredentials', interface: 'partner', ...pair },
  removeCredentials: { type: 'removeCredentials', interface: 'partner' },
  removePreviousCredentials: { type: 'removePreviousCredentials', interface: 'partner' },
  changeSetting: { type: 'changeSetting', key: 'idle.afterMs', value: '60' },
  resetSetting: { type: 'resetSetting', key: 'idle.afterMs' },
  confirmFormOrigin: { type: 'confirmFormOrigin', key: '31' },
  declineFormOrigin: { type: 'declineFormOrigin', key: '31' },
  allowOrigin: { type: 'allowOrigin', origin: 'https://js.intake.example.com' },
  openIntake: { type: 'openIntake', intake },
  readIntake: { type: 'readIntake', intake },
  chooseCandidate: { type: 'chooseCandidate', intake, candidate: '1' },
  createIntakePatient: { type: 'createIntakePatient', intake },
  tryIntakeNow: { type: 'tryIntakeNow', intake },
  takeOverIntake: { type: 'takeOverIntake', intake },
  discardIntake: { type: 'discardIntake', intake, reason: 'twice' },
  saveIntakePdf: { type: 'saveIntakePdf', intake },
  verifyAudit: { type: 'verifyAudit' },
  pairKiosk: { type: 'pairKiosk', address: 'desk.clinic.example', code: 'AAAA' },
  unpairKiosk: { type: 'unpairKiosk' },
  declineWipe: { type: 'declineWipe' },
  takeOutOfService: { type: 'takeOutOfService' },
  putInService: { type: 'putInService' },
  changePin: { type: 'changePin' },
  rotateKey: { type: 'rotateKey' },
  leaveKiosk: { type: 'leaveKiosk' },
  forgetKiosk: { type: 'forgetKiosk', pin: otherPin },
}
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

describe.each(states)('%s', (_, reach, accepted) => {
  it.each([...types, 'activity' as const])('%s', async (type) => {
    const kiosk = await reach()
    kiosk.acts.length = 0
    const views = kiosk.views.length
    const reply = await kiosk.try(type === 'activity' ? { type } : commands[type])
    if (accepted.includes(type)) expect(reply).toEqual({ ok: true })
    else {
      expect(reply).toEqual({ ok: false, error: { kind: 'notAccepted', type } })
      expect(kiosk.acts).toEqual([])
      expect(kiosk.views).toHaveLength(views)
    }
    expect(kiosk.bugs).toEqual([])
    kiosk.session.stop()
  })
})

it('a touch keeps the open pad open', async () => {
  const kiosk = await StaffSessionHarness.ready()
  await kiosk.tap('openStaff')
  await kiosk.wait(20_000)
  kiosk.session.accept({ type: 'activity' })
  await kiosk.wait(20_000)
  expect(kiosk.session.isAway).toBe(false)
})

import { describe, expect, it } from 'vitest'
import { StaffSessionHarness, otherPin, pin } from '#harness/staff/staff-session-harness.ts'
import {
  someDesk,
  memberId,
  memberSecret,
  someMembers,
  type FakeMembers,
} from '#harness/staff/fake-staff-ports.ts'
import type { SignInAnswer } from '../../../../shared/staff-members.ts'
import type { MemberRole } from '../../../../shared/desk/members.ts'
import { memberLookMs } from './members.ts'

describe('the machine', () => {
  it('says what it is', async () => {
    expect((await StaffSessionHarness.inside('machine')).screen).toEqual({
      name: 'staffMachine',
      version: '1.2.3',
      shell: 'browser',
      kioskName: 'kiosk-1',
      done: null,
      confirmWith: 'pin',
      forgetError: null,
      waitingIntakes: 0,
      errorCount: 0,
      waitMs: 0,
    })
  })

  it('takes another PIN', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    const choose = (typed: string) => kiosk.play({ type: 'choosePin', pin: typed })
    await kiosk.play('changePin', { type: 'submitPin', pin })
    expect(await kiosk.until('staffChoosePin')).toMatchObject({ isFirst: false, stage: 'choose' })
    kiosk.acts.length = 0
    await choose('111111')
    expect(kiosk.screen).toMatchObject({ error: 'tooEasy' })
    await choose(otherPin)
    await choose(otherPin)
    expect(await kiosk.until('staffMachine')).toMatchObject({ done: 'pinChanged' })
    expect(kiosk.acts).toEqual(['audit staffPinChosen', 'write pin'])
    await kiosk.play({ type: 'openStaffPage', page: 'home' })
    await kiosk.play({ type: 'openStaffPage', page: 'machine' })
    expect(kiosk.screen).toMatchObject({ done: null })
    expect(await kiosk.pin().check(otherPin)).toEqual({ kind: 'right' })
  })

  it('keeps the PIN when staff leave half way, and asks for both again', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await kiosk.play('changePin', { type: 'submitPin', pin })
    await kiosk.until('staffChoosePin')
    await kiosk.play({ type: 'choosePin', pin: otherPin })
    await kiosk.play({ type: 'openStaffPage', page: 'machine' })
    expect(kiosk.screen).toMatchObject({ name: 'staffMachine', done: null })
    await kiosk.play('changePin')
    expect(kiosk.screen).toMatchObject({ name: 'staffEnterPin', purpose: 'change' })
    expect(await kiosk.pin().check(pin)).toEqual({ kind: 'right' })
  })

  it('opens nothing when the present PIN turns out right after staff left it', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await kiosk.play('changePin', { type: 'submitPin', pin })
    await kiosk.play({ type: 'openStaffPage', page: 'machine' })
    await kiosk.happens(() => kiosk.acts.filter((act) => act === 'write pin').length === 2)
    await kiosk.wait(0)
    await kiosk.sees('staffMachine')
    await kiosk.refuses({ type: 'choosePin', pin: otherPin })
  })

  it.each([
    [true, 'keyRotated'],
    [false, 'keyNotRotated'],
  ])('says what became of the key: %s', async (rotates, done) => {
    const kiosk = await StaffSessionHarness.inside('machine')
    kiosk.keyRotates = rotates
    await kiosk.play('rotateKey')
    expect(kiosk.screen).toMatchObject({ name: 'staffMachine', done })
    expect(kiosk.acts).toEqual(['rotate'])
  })

  it('ends Foyer, in the audit first; then nothing is accepted any more', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await kiosk.play('leaveKiosk')
    expect(kiosk.acts).toEqual(['audit kioskLeft', 'leave'])
    await kiosk.sees('outOfService')
    expect(kiosk.session.isAway).toBe(false)
    await kiosk.refuses('openStaff')
    await kiosk.wait(10 * 60_000)
    expect(kiosk.session.isAway).toBe(false)
  })

  it('forgets all that the kiosk keeps, for the PIN alone', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await kiosk.play({ type: 'forgetKiosk', pin })
    await kiosk.happens(() => kiosk.acts.includes('forget'))
    await kiosk.sees('outOfService')
    expect(kiosk.acts.filter((act) => act !== 'write pin')).toEqual([
      ...['audit kioskForgotten', 'forget'],
    ])
    await kiosk.refuses('openStaff')
  })

  it.each(['changed', 'given to forget all'] as const)('counts a wrong PIN: %s', async (how) => {
    const kiosk = await StaffSessionHarness.inside('machine')
    if (how === 'changed') await kiosk.play('changePin')
    const wrong = async () => {
      if (how === 'changed') return kiosk.typeWrong()
      const before = kiosk.screen.name === 'staffMachine' ? kiosk.screen.errorCount : 0
      await kiosk.play({ type: 'forgetKiosk', pin: otherPin })
      return kiosk.until('staffMachine', ({ errorCount }) => errorCount > before)
    }
    for (const waitMs of [0, 0, 30_000]) expect(await wrong()).toMatchObject({ waitMs })
    if (how !== 'changed') {
      await kiosk.play({ type: 'forgetKiosk', pin })
      const refusedFor = ({ forgetError }: { forgetError: unknown }) => forgetError === 'wait'
      await kiosk.until('staffMachine', refusedFor)
    }
    expect(kiosk.acts).not.toContain('forget')
    expect(kiosk.audited).toEqual([
      ...['staffPinWrong', 'staffPinWrong', 'staffPinWrong', 'staffPinLocked'],
    ])
    await kiosk.play('closeStaff', 'openStaff')
    expect(kiosk.screen).toMatchObject({ name: 'staffEnterPin', waitMs: 30_000 })
  })
})

const ana = memberId(1)
const submit = (secret: string) => ({ type: 'submitMember', member: ana, secret }) as const
const forget = (secret: string) => ({ type: 'forgetKioskAsMember', secret }) as const
const changes = { name: 'staffMemberSecret', purpose: 'change', member: { id: ana } }

/** A kiosk in whose panel Ana is, an administrator of the desk, on the page of the machine. */
async function atMachine(members: FakeMembers = someMembers('administrator')) {
  const kiosk = await StaffSessionHarness.ready((before) => {
    before.members = members
    before.desk = someDesk(true)
  })
  await kiosk.signIn()
  await kiosk.play({ type: 'openStaffPage', page: 'machine' })
  await kiosk.sees('staffMachine')
  kiosk.acts.length = 0
  return { kiosk, members }
}
const wait: SignInAnswer = { kind: 'wait', waitMs: 30_000 }

describe('another PIN, chosen by a member who is in', () => {
  it('asks for what they sign in with at the desk, and for no PIN', async () => {
    const { kiosk } = await atMachine()
    await kiosk.play('changePin')
    expect(kiosk.screen).toMatchObject({ ...changes, checking: false, error: null, waitMs: 0 })
    await kiosk.refuses({ type: 'submitPin', pin })
    await kiosk.play(submit(memberSecret))
    await kiosk.sees('staffChoosePin')
    for (let twice = 0; twice < 2; twice += 1)
      await kiosk.play({ type: 'choosePin', pin: otherPin })
    expect(await kiosk.until('staffMachine')).toMatchObject({ done: 'pinChanged' })
    expect(kiosk.acts).toEqual([
      ...['ask confirm newPin', `audit staffPinChosen ${ana}`, 'write pin'],
    ])
    expect(JSON.stringify([kiosk.persisted, kiosk.views, kiosk.acts])).not.toContain(memberSecret)
  })

  it('is not opened by a wrong one, nor before its wait is over', async () => {
    const { kiosk, members } = await atMachine()
    await kiosk.play('changePin', submit('wrong'))
    expect(kiosk.screen).toMatchObject({ ...changes, error: 'wrong', errorCount: 1 })
    expect(kiosk.audited).toEqual(['staffSecretWrong'])
    members.says = wait
    await kiosk.play(submit(memberSecret))
    expect(kiosk.screen).toMatchObject({ ...changes, error: null, waitMs: 30_000 })
    await kiosk.refuses(submit(memberSecret))
    members.says = undefined
    await kiosk.play(30_000, submit(memberSecret))
    await kiosk.sees('staffChoosePin')
  })

  it('asks for the PIN where the desk dies while it looks, and tells it of that', async () => {
    const { kiosk, members } = await atMachine()
    await kiosk.play('changePin')
    members.says = null
    await kiosk.play(submit(memberSecret))
    expect(kiosk.screen).toMatchObject({ name: 'staffEnterPin', purpose: 'change' })
    await kiosk.play({ type: 'submitPin', pin })
    await kiosk.until('staffChoosePin')
    expect(kiosk.acts.filter((act) => act === 'tell of PIN')).toHaveLength(1)
  })
})

describe('forgetting everything, asked by a member who is in', () => {
  it('asks for what they sign in with, and not for the PIN', async () => {
    const { kiosk } = await atMachine()
    expect(kiosk.screen).toMatchObject({ confirmWith: 'secret' })
    await kiosk.refuses({ type: 'forgetKiosk', pin })
    await kiosk.play(forget('wrong'))
    expect(await kiosk.sees('staffMachine')).toMatchObject({ forgetError: 'wrong', errorCount: 1 })
    expect(kiosk.acts).not.toContain('forget')
    await kiosk.play(forget(memberSecret))
    await kiosk.happens(() => kiosk.acts.includes('forget'))
    expect(kiosk.acts.slice(-3)).toEqual([
      ...['ask confirm forget', `audit kioskForgotten ${ana}`, 'forget'],
    ])
    await kiosk.sees('outOfService')
  })

  it('waits as long as the desk says', async () => {
    const { kiosk, members } = await atMachine()
    members.says = wait
    await kiosk.play(forget(memberSecret))
    expect(await kiosk.sees('staffMachine')).toMatchObject({ forgetError: 'wait', waitMs: 30_000 })
  })

  it('asks for the PIN, and says so, where the desk does not answer, until they leave the page', async () => {
    const { kiosk, members } = await atMachine()
    members.says = null
    await kiosk.play(forget(memberSecret))
    expect(await kiosk.sees('staffMachine')).toMatchObject({
      confirmWith: 'pin',
      forgetError: 'deskSilent',
    })
    await kiosk.refuses(forget(memberSecret))
    members.says = undefined
    await kiosk.play({ type: 'openStaffPage', page: 'machine' })
    expect(kiosk.screen).toMatchObject({ confirmWith: 'secret', forgetError: null })
    members.says = null
    await kiosk.play(forget(memberSecret), { type: 'forgetKiosk', pin })
    await kiosk.happens(() => kiosk.acts.includes('forget'))
  })
})

it.each([
  ['forgets nothing', [], forget(memberSecret)],
  ['gets no other PIN', ['changePin'], submit(memberSecret)],
] as const)('whoever is no member any more is sent out, and %s', async (_, before, last) => {
  const { kiosk, members } = await atMachine()
  await kiosk.play(...before)
  members.list = []
  await kiosk.play(last)
  await kiosk.happens(() => kiosk.session.isAway)
  expect(kiosk.acts).toContain(`audit staffLeft memberChanged ${ana}`)
  expect(kiosk.acts).not.toContain('forget')
})

it.each([
  ['the PIN', () => StaffSessionHarness.inside('machine'), { type: 'forgetKiosk', pin }],
  ['a member', async () => (await atMachine()).kiosk, forget(memberSecret)],
] as const)('by %s, no intake that waits is forgotten before they know of it', async (...row) => {
  const [, open, command] = row
  const kiosk = await open()
  kiosk.waitingIntakes = 2
  await kiosk.play(command)
  const screen = await kiosk.until('staffMachine', ({ forgetError }) => forgetError !== null)
  expect(screen).toMatchObject({ forgetError: 'stillWaiting', waitingIntakes: 2 })
  expect(kiosk.acts).not.toContain('forget')
  await kiosk.play({ ...command, confirmed: true })
  await kiosk.happens(() => kiosk.acts.includes('forget'))
})

/** A kiosk in whose panel staff are by the PIN; then the desk knows members. */
async function insideByPin() {
  const kiosk = await StaffSessionHarness.inside('machine', (before) => (before.desk = someDesk()))
  kiosk.members = someMembers('administrator')
  return kiosk
}
/** One that a member opened; then the desk is gone. */
async function insideAlone() {
  const { kiosk, members } = await atMachine()
  members.desk = 'away'
  return kiosk
}

it.each([
  ['whoever came in by the PIN', insideByPin],
  ['a member whose desk is away', insideAlone],
])('%s is asked for the PIN', async (_, open) => {
  const kiosk = await open()
  await kiosk.play({ type: 'openStaffPage', page: 'machine' })
  expect(kiosk.screen).toMatchObject({ confirmWith: 'pin' })
  await kiosk.refuses(forget(memberSecret))
  await kiosk.play('changePin')
  expect(kiosk.screen).toMatchObject({ name: 'staffEnterPin', purpose: 'change' })
})

describe('the watch over a member', () => {
  async function inside(...roles: MemberRole[]) {
    const members = someMembers(...roles)
    const kiosk = await StaffSessionHarness.ready((before) => {
      before.members = members
      before.visit = '417'
    })
    await kiosk.signIn()
    await kiosk.happens(() => kiosk.audited.includes('staffEntered'))
    return { kiosk, members }
  }
  const [ana] = someMembers().list
  const as = (...roles: MemberRole[]) => (ana ? [{ ...ana, roles }] : [])
  /** Asks the desk once more; the panel follows the answer. */
  async function lookAgain(kiosk: StaffSessionHarness) {
    await kiosk.play(memberLookMs, 0)
  }

  describe('a member who is in the panel of a kiosk', () => {
    it('who is taken away at the desk is out soon, and the visit that waited goes on, locked', async () => {
      const { kiosk, members } = await inside('reception')
      for (let look = 0; look < 3; look += 1) {
        await lookAgain(kiosk)
        await kiosk.sees('staffHome')
      }
      members.list = []
      await lookAgain(kiosk)
      expect(kiosk.session.isAway).toBe(true)
      expect(kiosk.acts.filter((act) => /^(audit|go)/.test(act)).slice(-2)).toEqual([
        expect.stringMatching(/^audit staffLeft memberChanged /),
        'go on locked',
      ])
    })

    it('who loses a role is out where it opened a page', async () => {
      const { kiosk, members } = await inside('reception', 'administrator')
      await kiosk.sees('staffHome')
      members.list = as('reception')
      await lookAgain(kiosk)
      expect(kiosk.session.isAway).toBe(true)
    })

    it('who has the same pages stays, and one who has more may open them', async () => {
      const { kiosk, members } = await inside('reception', 'billing')
      members.list = as('clinical', 'administrator')
      await lookAgain(kiosk)
      await kiosk.play({ type: 'openStaffPage', page: 'machine' })
      expect(await kiosk.sees('staffMachine')).toMatchObject({ signedIn: { name: 'Ana Ruiz' } })
    })

    it.each([
      ['is gone', { desk: 'away' }],
      ['says nothing', { isSilent: true }],
    ] as const)('stays where the desk %s, until the panel ends by itself', async (_, how) => {
      const { kiosk, members } = await inside('reception')
      Object.assign(members, { ...how, list: [] })
      await lookAgain(kiosk)
      await lookAgain(kiosk)
      await kiosk.sees('staffHome')
      await kiosk.wait(2 * 60_000)
      expect(kiosk.session.isAway).toBe(true)
      expect(kiosk.acts.findLast((act) => act.startsWith('audit'))).toMatch(/staffLeft untouched/)
    })
  })

  it('whoever came in by the PIN is asked of nobody', async () => {
    const kiosk = await StaffSessionHarness.ready()
    await kiosk.enter()
    kiosk.members = { ...someMembers('reception'), list: [] }
    await lookAgain(kiosk)
    await kiosk.sees('staffHome')
  })
})

import { describe, expect, it } from 'vitest'
import { someDesk } from '../../../../test/harness/staff/fake-desk.ts'
import {
  memberId,
  memberSecret,
  someMembers,
  type FakeMembers,
} from '../../../../test/harness/staff/fake-members.ts'
import {
  StaffSessionHarness,
  otherPin,
  pin,
} from '../../../../test/harness/staff/staff-session-harness.ts'
import type { SignInAnswer } from '../../../shared/staff-members.ts'

const refused = { ok: false, error: { kind: 'notAccepted' } }
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
  await kiosk.tap({ type: 'openStaffPage', page: 'machine' })
  await kiosk.sees('staffMachine')
  kiosk.acts.length = 0
  return { kiosk, members }
}
const wait: SignInAnswer = { kind: 'wait', waitMs: 30_000 }

describe('another PIN, chosen by a member who is in', () => {
  it('asks for what they sign in with at the desk, and for no PIN', async () => {
    const { kiosk } = await atMachine()
    await kiosk.tap('changePin')
    expect(kiosk.screen).toMatchObject({ ...changes, checking: false, error: null, waitMs: 0 })
    expect(await kiosk.try({ type: 'submitPin', pin })).toMatchObject(refused)
    await kiosk.tap(submit(memberSecret))
    await kiosk.sees('staffChoosePin')
    for (let twice = 0; twice < 2; twice += 1) await kiosk.tap({ type: 'choosePin', pin: otherPin })
    expect(await kiosk.until('staffMachine')).toMatchObject({ done: 'pinChanged' })
    expect(kiosk.acts).toEqual([
      ...['ask confirm newPin', `audit staffPinChosen ${ana}`, 'write pin'],
    ])
    expect(JSON.stringify([kiosk.persisted, kiosk.views])).not.toContain(memberSecret)
  })

  it('is not opened by a wrong one, nor before its wait is over', async () => {
    const { kiosk, members } = await atMachine()
    await kiosk.tap('changePin')
    await kiosk.tap(submit('wrong'))
    expect(kiosk.screen).toMatchObject({ ...changes, error: 'wrong', errorCount: 1 })
    expect(kiosk.audited).toEqual(['staffSecretWrong'])
    members.says = wait
    await kiosk.tap(submit(memberSecret))
    expect(kiosk.screen).toMatchObject({ ...changes, error: null, waitMs: 30_000 })
    expect(await kiosk.try(submit(memberSecret))).toMatchObject(refused)
    members.says = undefined
    await kiosk.wait(30_000)
    await kiosk.tap(submit(memberSecret))
    await kiosk.sees('staffChoosePin')
  })

  it('is for nobody who is no member any more', async () => {
    const { kiosk, members } = await atMachine()
    await kiosk.tap('changePin')
    members.list = []
    await kiosk.tap(submit(memberSecret))
    await kiosk.happens(() => kiosk.session.isAway)
    expect(kiosk.acts).toContain(`audit staffLeft memberChanged ${ana}`)
  })

  it('asks for the PIN where the desk dies while it looks, and tells it of that', async () => {
    const { kiosk, members } = await atMachine()
    await kiosk.tap('changePin')
    members.says = null
    await kiosk.tap(submit(memberSecret))
    expect(kiosk.screen).toMatchObject({ name: 'staffEnterPin', purpose: 'change' })
    await kiosk.tap({ type: 'submitPin', pin })
    await kiosk.until('staffChoosePin')
    expect(kiosk.acts.filter((act) => act === 'tell of PIN')).toHaveLength(1)
  })

  it('asks for the PIN where the desk is away', async () => {
    const { kiosk, members } = await atMachine()
    members.desk = 'away'
    await kiosk.tap({ type: 'openStaffPage', page: 'machine' })
    expect(kiosk.screen).toMatchObject({ confirmWith: 'pin' })
    await kiosk.tap('changePin')
    expect(kiosk.screen).toMatchObject({ name: 'staffEnterPin', purpose: 'change' })
  })
})

describe('forgetting everything, asked by a member who is in', () => {
  it('asks for what they sign in with, and not for the PIN', async () => {
    const { kiosk } = await atMachine()
    expect(kiosk.screen).toMatchObject({ confirmWith: 'secret' })
    expect(await kiosk.try({ type: 'forgetKiosk', pin })).toMatchObject(refused)
    await kiosk.tap(forget('wrong'))
    expect(await kiosk.sees('staffMachine')).toMatchObject({ forgetError: 'wrong', errorCount: 1 })
    expect(kiosk.acts).not.toContain('forget')
    await kiosk.tap(forget(memberSecret))
    await kiosk.happens(() => kiosk.acts.includes('forget'))
    expect(kiosk.acts.slice(-3)).toEqual([
      ...['ask confirm forget', `audit kioskForgotten ${ana}`, 'forget'],
    ])
    await kiosk.sees('outOfService')
  })

  it('forgets no intake that waits before they know of it', async () => {
    const { kiosk } = await atMachine()
    kiosk.waitingIntakes = 2
    await kiosk.tap(forget(memberSecret))
    expect(await kiosk.sees('staffMachine')).toMatchObject({ forgetError: 'stillWaiting' })
    await kiosk.tap({ ...forget(memberSecret), confirmed: true })
    await kiosk.happens(() => kiosk.acts.includes('forget'))
  })

  it('waits as long as the desk says', async () => {
    const { kiosk, members } = await atMachine()
    members.says = wait
    await kiosk.tap(forget(memberSecret))
    expect(await kiosk.sees('staffMachine')).toMatchObject({ forgetError: 'wait', waitMs: 30_000 })
  })

  it('asks for the PIN, and says so, where the desk does not answer, until they leave the page', async () => {
    const { kiosk, members } = await atMachine()
    members.says = null
    await kiosk.tap(forget(memberSecret))
    expect(await kiosk.sees('staffMachine')).toMatchObject({
      ...{ confirmWith: 'pin', forgetError: 'deskSilent' },
    })
    expect(await kiosk.try(forget(memberSecret))).toMatchObject(refused)
    members.says = undefined
    await kiosk.tap({ type: 'openStaffPage', page: 'machine' })
    expect(kiosk.screen).toMatchObject({ confirmWith: 'secret', forgetError: null })
    members.says = null
    await kiosk.tap(forget(memberSecret))
    await kiosk.tap({ type: 'forgetKiosk', pin })
    await kiosk.happens(() => kiosk.acts.includes('forget'))
  })

  it('sends out who is no member any more', async () => {
    const { kiosk, members } = await atMachine()
    members.list = []
    await kiosk.tap(forget(memberSecret))
    await kiosk.happens(() => kiosk.session.isAway)
    expect(kiosk.acts).not.toContain('forget')
  })
})

it('whoever came in by the PIN is asked for the PIN', async () => {
  const kiosk = await StaffSessionHarness.inside('machine', (before) => (before.desk = someDesk()))
  kiosk.members = someMembers('administrator')
  await kiosk.tap({ type: 'openStaffPage', page: 'machine' })
  expect(kiosk.screen).toMatchObject({ confirmWith: 'pin' })
  expect(await kiosk.try(forget(memberSecret))).toMatchObject(refused)
  await kiosk.tap('changePin')
  expect(kiosk.screen).toMatchObject({ name: 'staffEnterPin', purpose: 'change' })
})

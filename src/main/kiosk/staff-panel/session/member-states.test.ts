import { describe, expect, it } from 'vitest'
import {
  memberId,
  memberSecret,
  someDesk,
  someMembers,
  someQuestion,
  someRequest,
  type FakeMembers,
} from '../../../../../test/harness/staff/fake-staff-ports.ts'
import { commands } from '../../../../../test/harness/staff/staff-commands.ts'
import {
  StaffSessionHarness,
  pin,
} from '../../../../../test/harness/staff/staff-session-harness.ts'
import type { MemberRole } from '../../../../shared/desk/members.ts'

const ana = memberId(1)
const choose = { type: 'chooseMember', member: ana } as const
const submit = (secret: string) => ({ type: 'submitMember', member: ana, secret }) as const

async function ready(members: FakeMembers) {
  const kiosk = await StaffSessionHarness.ready((before) => (before.members = members))
  await kiosk.play('openStaff')
  return kiosk
}
async function inside(...roles: MemberRole[]) {
  const kiosk = await StaffSessionHarness.ready((before) => {
    before.members = someMembers(...roles)
    before.visit = '417'
    before.requests = [someRequest]
  })
  await kiosk.signIn()
  return kiosk
}
const entries = (kiosk: StaffSessionHarness) => kiosk.acts.filter((act) => act.startsWith('audit'))
/** The session as it could be stored now. */
const session = ({ persisted }: StaffSessionHarness) =>
  persisted.filter((text) => text.includes('"errorCount"')).at(-1)

describe('a kiosk whose desk answers', () => {
  it('asks who it is, and lets them in with their name; every entry says who', async () => {
    const kiosk = await ready(someMembers('reception'))
    expect(await kiosk.sees('staffChooseMember')).toMatchObject({
      members: [{ id: ana, name: 'Ana Ruiz' }],
      isGone: false,
    })
    await kiosk.play(choose)
    expect(kiosk.screen).toMatchObject({ name: 'staffMemberSecret', member: { name: 'Ana Ruiz' } })
    await kiosk.play(submit(memberSecret))
    expect(await kiosk.sees('staffHome')).toMatchObject({
      signedIn: { name: 'Ana Ruiz', pages: ['home', 'intakes'] },
    })
    await kiosk.play('takeOutOfService', 'closeStaff')
    expect(entries(kiosk)).toEqual([
      'audit staffPadOpened',
      `audit staffEntered Ana Ruiz ${ana}`,
      `audit takenOutOfService ${ana}`,
      `audit staffLeft locked ${ana}`,
    ])
  })

  it('is told of no PIN, and of none that is chosen first', async () => {
    const kiosk = await ready(someMembers('administrator'))
    kiosk.desk = someDesk(true)
    await kiosk.play(choose, submit(memberSecret))
    await kiosk.sees('staffConnection')
    const fresh = new StaffSessionHarness()
    fresh.desk = someDesk(true)
    fresh.session.start()
    for (let twice = 0; twice < 2; twice += 1) await fresh.play({ type: 'choosePin', pin })
    await fresh.until('staffHome')
    expect([...kiosk.acts, ...fresh.acts]).not.toContain('tell of PIN')
  })

  it('looks at nothing that was typed for another than who is on the screen', async () => {
    const kiosk = await ready(someMembers('reception'))
    await kiosk.refuses({ type: 'chooseMember', member: memberId(2) })
    await kiosk.play(choose)
    const other = { ...submit(memberSecret), member: memberId(2) }
    await kiosk.refuses(other)
    expect(kiosk.acts).not.toContain('ask sign-in')
  })

  it('says each time that it was wrong, and audits for whom', async () => {
    const kiosk = await ready(someMembers('reception'))
    await kiosk.play(choose)
    for (const count of [1, 2]) {
      await kiosk.play(submit('another'))
      expect(await kiosk.sees('staffMemberSecret')).toMatchObject({
        error: 'wrong',
        errorCount: count,
        waitMs: 0,
        checking: false,
      })
    }
    expect(entries(kiosk).slice(1)).toEqual([
      `audit staffSecretWrong 0 ${ana}`,
      `audit staffSecretWrong 0 ${ana}`,
    ])
  })

  it.each(['wrong', 'wait'] as const)('waits as long as the desk says: %s', async (kind) => {
    const members: FakeMembers = { ...someMembers('clinical'), says: { kind, waitMs: 30_000 } }
    const kiosk = await ready(members)
    await kiosk.play(choose, submit(memberSecret))
    expect(kiosk.screen).toMatchObject({ waitMs: 30_000 })
    await kiosk.refuses(submit(memberSecret))
    members.says = undefined
    await kiosk.play(20_000, 'activity', 10_000)
    expect(kiosk.screen).toMatchObject({ waitMs: 0 })
    await kiosk.play(submit(memberSecret))
    await kiosk.sees('staffHome')
  })

  it('lets another come in while one has to wait', async () => {
    const says = { kind: 'wait', waitMs: 30_000 } as const
    const kiosk = await ready({ ...someMembers('clinical'), says })
    await kiosk.play(choose, submit(memberSecret), 'showMembers', choose)
    expect(kiosk.screen).toMatchObject({ waitMs: 0, error: null })
  })

  it('shows the names anew when whoever was chosen cannot come in', async () => {
    const kiosk = await ready({ ...someMembers('clinical'), says: { kind: 'gone' } })
    await kiosk.play(choose, submit(memberSecret))
    expect(await kiosk.sees('staffChooseMember')).toMatchObject({ isGone: true })
    expect(kiosk.acts.filter((act) => act === 'ask names')).toHaveLength(2)
  })

  it('says to who has no role for a kiosk that there is nothing for them', async () => {
    const kiosk = await ready(someMembers('billing'))
    await kiosk.play(choose, submit(memberSecret))
    expect(await kiosk.sees('staffNoRole')).toMatchObject({ member: 'Ana Ruiz' })
    expect(entries(kiosk).at(-1)).toBe(`audit staffNotEntered Ana Ruiz ${ana}`)
    await kiosk.play('closeStaff')
    expect(kiosk.session.isAway).toBe(true)
  })
})

describe('the kiosk’s PIN', () => {
  it.each([
    ['the desk is gone', { desk: 'away' }],
    ['it does not say the names', { isSilent: true }],
  ] as const)('is taken where %s, and audited as that', async (_, how) => {
    const kiosk = await ready({ ...someMembers('reception'), ...how })
    kiosk.desk = someDesk(true)
    await kiosk.sees('staffDeskAway')
    await kiosk.play('usePin')
    await kiosk.sees('staffEnterPin')
    await kiosk.play({ type: 'submitPin', pin })
    expect((await kiosk.until('staffHome')).signedIn).toBeUndefined()
    expect(entries(kiosk).at(-1)).toBe('audit staffEntered PIN')
    // The desk hears of it, and not before the audit has it.
    const [entered, told] = ['audit staffEntered PIN', 'tell of PIN'].map((act) =>
      kiosk.acts.indexOf(act),
    )
    expect(told).toBe((entered ?? NaN) + 1)
    await kiosk.play({ type: 'openStaffPage', page: 'machine' })
  })

  it('is taken where the desk died while it looked', async () => {
    const kiosk = await ready({ ...someMembers('reception'), says: null })
    await kiosk.play(choose, submit(memberSecret))
    await kiosk.sees('staffDeskAway')
    expect(entries(kiosk)).toEqual(['audit staffPadOpened'])
  })

  it('is asked for at once where nobody at the desk could come in, or there is none', async () => {
    const nobody = await ready({ ...someMembers(), list: [] })
    await nobody.sees('staffEnterPin')
    const alone = await ready({ ...someMembers('reception'), desk: 'none' })
    await alone.sees('staffEnterPin')
    await alone.play({ type: 'submitPin', pin })
    await alone.until('staffHome')
    expect(entries(alone).at(-1)).toBe('audit staffEntered')
  })

  it('is not needed any more once the desk is back', async () => {
    const members: FakeMembers = { ...someMembers('reception'), desk: 'away' }
    const kiosk = await ready(members)
    await kiosk.play('askDesk')
    await kiosk.sees('staffDeskAway')
    members.desk = 'there'
    await kiosk.play('askDesk')
    await kiosk.sees('staffChooseMember')
  })
})

describe('a member in the panel', () => {
  it('sees first what they may open', async () => {
    expect((await inside('clinical')).screen.name).toBe('staffHome')
    expect((await inside('administrator')).screen.name).toBe('staffConnection')
    expect((await inside('administrator', 'reception')).screen.name).toBe('staffHome')
  })

  it('is refused what they may not, also where the page would take it', async () => {
    const kiosk = await inside('reception')
    kiosk.questions = [someQuestion]
    await kiosk.play({ type: 'openStaffPage', page: 'home' })
    expect(kiosk.screen).toMatchObject({ formOrigins: [] })
    const acts = [...kiosk.acts]
    await kiosk.refuses(commands.confirmFormOrigin, commands.declineFormOrigin)
    for (const page of ['machine', 'credentials', 'settings', 'audit', 'desk'] as const)
      await kiosk.refuses({ type: 'openStaffPage', page })
    await kiosk.sees('staffHome')
    expect(kiosk.acts).toEqual(acts)
    expect(kiosk.bugs).toEqual([])
  })

  it('who is an administrator alone sees neither calls for help nor intakes', async () => {
    const kiosk = await inside('administrator')
    for (const page of ['home', 'intakes'] as const)
      await kiosk.refuses({ type: 'openStaffPage', page })
    await kiosk.refuses('helpPatient')
    expect(JSON.stringify(kiosk.views)).not.toContain('417')
  })

  const ends: readonly [string, (kiosk: StaffSessionHarness) => Promise<void>][] = [
    ['locks it', (kiosk) => kiosk.play('closeStaff')],
    ['goes to help', (kiosk) => kiosk.play('helpPatient')],
    ['does nothing for too long', (kiosk) => kiosk.wait(120_000)],
    [
      'met a bug',
      async (kiosk) => {
        kiosk.broken.add('settle')
        await kiosk.try(commands.settleRequest)
        kiosk.broken.clear()
      },
    ],
  ]
  it.each(ends)('is forgotten once who is in %s', async (_, end) => {
    const kiosk = await inside('reception')
    expect(session(kiosk)).toContain('Ana Ruiz')
    await end(kiosk)
    expect(kiosk.session.isAway).toBe(true)
    expect(session(kiosk)).not.toMatch(new RegExp(`Ana|${ana}`))
    kiosk.acts.length = 0
    kiosk.members = null
    await kiosk.enter()
    expect(entries(kiosk).at(-1)).toBe('audit staffEntered')
    expect(kiosk.screen).not.toHaveProperty('signedIn')
  })
})

it('a pad that is closed while the desk looks lets nobody in afterwards', async () => {
  let answer: () => void = () => undefined
  const members = someMembers('reception')
  const kiosk = await ready(members)
  await kiosk.play(choose)
  members.answering = new Promise((resolve) => (answer = resolve))
  await kiosk.play(submit(memberSecret), 'closeStaff')
  answer()
  await kiosk.wait(0)
  expect(kiosk.session.isAway).toBe(true)
  expect(kiosk.audited).toEqual(['staffPadOpened'])
})

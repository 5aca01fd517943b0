import { describe, expect, it } from 'vitest'
import {
  fakeStaffPorts,
  memberId,
  memberSecret,
  pair,
  someDesk,
  someIntakes,
  someMembers,
  someQuestion,
  someRequest,
  type FakeMembers,
} from '#harness/staff/fake-staff-ports.ts'
import { commands } from '#harness/staff/staff-commands.ts'
import { StaffSessionHarness, otherPin, pin } from '#harness/staff/staff-session-harness.ts'
import { memberRoles } from '../../../../shared/desk/limits.ts'
import type { MemberRole } from '../../../../shared/desk/members.ts'
import type { StaffPorts } from '../ports.ts'
import { portsOf } from './members.ts'

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
    await kiosk.refuses({ ...submit(memberSecret), member: memberId(2) })
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
    await (await ready({ ...someMembers(), list: [] })).sees('staffEnterPin')
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

function openPorts(role: MemberRole) {
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
  const { acts, ports } = openPorts(role)
  if (roles.includes(role)) void call(ports)
  else {
    expect(() => call(ports)).toThrow('no right')
    expect(acts).toEqual([])
  }
})

it('names the member in the audit, with whatever else is said', () => {
  const { acts, ports } = openPorts('billing')
  ports.audit('staffLeft', { reason: 'locked' })
  expect(acts).toEqual([`audit staffLeft locked ${ana}`])
})

it('gives whoever is in what a page is drawn from', () => {
  const { ports } = openPorts('reception')
  expect(ports.kiosk.name).toBe('kiosk-1')
  expect(ports.credentials.status()).toHaveLength(2)
  expect(ports.intakes?.list().complete).toHaveLength(1)
})

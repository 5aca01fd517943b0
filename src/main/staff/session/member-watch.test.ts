import { describe, expect, it } from 'vitest'
import { someMembers } from '../../../../test/harness/staff/fake-members.ts'
import { StaffSessionHarness } from '../../../../test/harness/staff/staff-session-harness.ts'
import type { MemberRole } from '../../../shared/desk/members.ts'
import { memberLookMs } from './member-watch.ts'

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
/** The desk is asked once more, and the panel stands by what it said. */
async function lookAgain(kiosk: StaffSessionHarness) {
  await kiosk.wait(memberLookMs)
  await kiosk.wait(0)
}

describe('a member who is in the panel of a kiosk', () => {
  it('who is taken away at the desk is out soon, and the visit that waited goes on, locked', async () => {
    const { kiosk, members } = await inside('reception')
    await kiosk.sees('staffHome')
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
    await kiosk.tap({ type: 'openStaffPage', page: 'machine' })
    expect(await kiosk.sees('staffMachine')).toMatchObject({ signedIn: { name: 'Ana Ruiz' } })
  })

  it('is asked for again and again, for as long as they are in', async () => {
    const { kiosk, members } = await inside('reception')
    for (let look = 0; look < 3; look += 1) {
      await lookAgain(kiosk)
      await kiosk.sees('staffHome')
    }
    members.list = []
    await lookAgain(kiosk)
    expect(kiosk.session.isAway).toBe(true)
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

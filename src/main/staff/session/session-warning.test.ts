import { describe, expect, it } from 'vitest'
import { StaffSessionHarness, pin } from '../../../../test/harness/staff/staff-session-harness.ts'

describe('the warning before the panel locks', () => {
  it.each([
    ['home', 120_000],
    ['credentials', 300_000],
  ] as const)(
    'stands in the last 20 s on %s, until someone touches it',
    async (page, locksAfter) => {
      const kiosk = await StaffSessionHarness.inside(page)
      const overlay = () => kiosk.views.at(-1)?.overlay
      await kiosk.wait(locksAfter - 20_001)
      expect(overlay()).toBeNull()
      await kiosk.wait(1)
      expect(overlay()).toEqual({
        name: 'staffLocks',
        locksInMs: 20_000,
        staysByTouch: true,
      })
      await kiosk.wait(19_999)
      await kiosk.tap('activity')
      expect(overlay()).toBeNull()
      await kiosk.wait(locksAfter - 1)
      expect(overlay()).toMatchObject({ name: 'staffLocks' })
      await kiosk.wait(1)
      expect(kiosk.session.isAway).toBe(true)
    },
  )

  it('is gone from the next page, and never stands over the pad', async () => {
    const kiosk = await StaffSessionHarness.inside('home')
    await kiosk.wait(110_000)
    await kiosk.tap({ type: 'openStaffPage', page: 'audit' })
    expect(kiosk.views.at(-1)?.overlay).toBeNull()
    await kiosk.wait(110_000)
    await kiosk.tap('closeStaff')
    await kiosk.tap('openStaff')
    await kiosk.wait(29_999)
    expect(kiosk.views.at(-1)).toMatchObject({ overlay: null, screen: { name: 'staffEnterPin' } })
  })
})

describe('a panel that is touched again and again', () => {
  /** Touches the panel at least every minute, for so many ms. */
  async function touch(kiosk: StaffSessionHarness, ms: number) {
    for (let left = ms; left > 0; left -= 60_000) {
      await kiosk.wait(Math.min(60_000, left))
      await kiosk.tap('activity')
    }
  }
  const overlay = (kiosk: StaffSessionHarness) => kiosk.views.at(-1)?.overlay

  it('locks 15 minutes after the PIN, and says so in the last one, which no touch prolongs', async () => {
    const kiosk = await StaffSessionHarness.inside('home')
    await touch(kiosk, 5 * 60_000)
    await kiosk.tap({ type: 'openStaffPage', page: 'credentials' })
    await touch(kiosk, 9 * 60_000 - 1)
    expect(overlay(kiosk)).toBeNull()
    await kiosk.wait(1)
    const ends = { name: 'staffLocks', locksInMs: 60_000, staysByTouch: false }
    expect(overlay(kiosk)).toEqual(ends)
    await kiosk.tap('activity')
    expect(overlay(kiosk)).toMatchObject({ staysByTouch: false })
    await kiosk.wait(59_999)
    await kiosk.tap('activity')
    expect(kiosk.turn).toBe('staff')
    kiosk.acts.length = 0
    await kiosk.wait(1)
    expect(kiosk.session.isAway).toBe(true)
    expect(kiosk.acts).toEqual(['audit staffLeft overdue', 'wipe', 'resume', 'turn to visits'])
  })

  it('asks for the PIN again, and begins the time anew with it alone', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await touch(kiosk, 10 * 60_000)
    await kiosk.tap('changePin')
    await kiosk.tap({ type: 'submitPin', pin })
    await kiosk.until('staffChoosePin')
    await touch(kiosk, 5 * 60_000 - 1)
    expect(kiosk.turn).toBe('staff')
    await kiosk.wait(1)
    expect(kiosk.session.isAway).toBe(true)
    await kiosk.enter()
    expect(overlay(kiosk)).toBeNull()
    await touch(kiosk, 14 * 60_000 - 1)
    expect(overlay(kiosk)).toBeNull()
    expect(kiosk.turn).toBe('staff')
  })

  it('is warned of the nearer of two ends', async () => {
    const kiosk = await StaffSessionHarness.inside('home')
    await touch(kiosk, 12 * 60_000 + 30_000)
    await kiosk.tap('activity')
    await kiosk.wait(90_000)
    await kiosk.wait(10_000)
    expect(overlay(kiosk)).toEqual({ name: 'staffLocks', locksInMs: 20_000, staysByTouch: true })
    await kiosk.wait(10_000)
    await kiosk.tap('activity')
    expect(overlay(kiosk)).toEqual({ name: 'staffLocks', locksInMs: 40_000, staysByTouch: false })
  })
})

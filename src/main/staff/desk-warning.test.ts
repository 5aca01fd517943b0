import { describe, expect, it } from 'vitest'
import { DeskRehearsal } from './testing/desk-rehearsal.ts'

describe('the warning before the panel locks', () => {
  it.each([
    ['home', 120_000],
    ['credentials', 300_000],
  ] as const)(
    'stands in the last 20 s on %s, until someone touches it',
    async (page, locksAfter) => {
      const kiosk = await DeskRehearsal.inside(page)
      const overlay = () => kiosk.views.at(-1)?.overlay
      await kiosk.wait(locksAfter - 20_001)
      expect(overlay()).toBeNull()
      await kiosk.wait(1)
      expect(overlay()).toEqual({ name: 'staffLocks', locksInMs: 20_000 })
      await kiosk.wait(19_999)
      await kiosk.tap('activity')
      expect(overlay()).toBeNull()
      await kiosk.wait(locksAfter - 1)
      expect(overlay()).toMatchObject({ name: 'staffLocks' })
      await kiosk.wait(1)
      expect(kiosk.desk.isAway).toBe(true)
    },
  )

  it('is gone from the next page, and never stands over the pad', async () => {
    const kiosk = await DeskRehearsal.inside('home')
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

import { describe, expect, it } from 'vitest'
import { refusedOrigins } from '../../../../test/harness/renderer/refused-origins.ts'
import { StaffSessionHarness } from '../../../../test/harness/staff/staff-session-harness.ts'

const refused = { ok: false, error: { kind: 'notAccepted' } }

describe('an origin that a form asked for in vain', () => {
  const [usual, , barred] = refusedOrigins.origins
  const origin = usual?.origin ?? ''
  const allow = { type: 'allowOrigin', origin } as const
  const seeing = (page: 'home' | 'connection' = 'connection') =>
    StaffSessionHarness.inside(page, (before) => (before.refused = refusedOrigins))

  it('is listed by staff, in the audit first, and leaves the list', async () => {
    const kiosk = await seeing()
    expect(kiosk.screen).toMatchObject({ refused: refusedOrigins, refusedError: null })
    await kiosk.tap(allow)
    expect(kiosk.acts).toEqual([`audit originAllowed ${origin}`, `allow ${origin}`])
    const { refused: left } = await kiosk.sees('staffConnection')
    expect(left.origins).toEqual(refusedOrigins.origins.slice(1))
    expect(await kiosk.try(allow)).toMatchObject(refused)
  })

  it.each([
    ['that may not be listed here', barred?.origin ?? ''],
    ['that no form asked for', 'https://elsewhere.example.com'],
  ])('%s is not listed', async (_, other) => {
    const kiosk = await seeing()
    expect(await kiosk.try({ type: 'allowOrigin', origin: other })).toMatchObject(refused)
    expect(kiosk.acts).toEqual([])
  })

  it('is not listed on a page that does not show it', async () => {
    const kiosk = await seeing('home')
    expect(await kiosk.try(allow)).toMatchObject(refused)
  })

  it('stays, with why, when it could not be listed, and the audit says that nothing changed', async () => {
    const kiosk = await seeing()
    kiosk.keepsOrigins = false
    await kiosk.tap(allow)
    expect(kiosk.screen).toMatchObject({
      refused: refusedOrigins,
      refusedError: 'a file that can be written',
      formOriginError: null,
    })
    expect(kiosk.audited).toEqual(['originAllowed', 'settingNotChanged'])
    await kiosk.tap({ type: 'openStaffPage', page: 'connection' })
    expect(kiosk.screen).toMatchObject({ refusedError: null })
  })
})

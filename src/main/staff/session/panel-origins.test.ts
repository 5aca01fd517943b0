import { describe, expect, it } from 'vitest'
import type { FormOriginQuestion } from '../../../shared/staff-origins.ts'
import { StaffSessionHarness } from '../../../../test/harness/staff/staff-session-harness.ts'

const refused = { ok: false, error: { kind: 'notAccepted' } }

describe('where forms stand', () => {
  const question: FormOriginQuestion = {
    ...{ key: '31', origin: 'https://forms.example.com', at: 3 },
    ...{ from: 'refused', canConfirm: true },
  }
  const asking = (page: 'home' | 'connection' | 'credentials' | 'settings', canConfirm = true) =>
    StaffSessionHarness.inside(page, (before) => (before.questions = [{ ...question, canConfirm }]))
  const confirm = { type: 'confirmFormOrigin', key: '31' } as const
  const decline = { type: 'declineFormOrigin', key: '31' } as const

  it.each(['home', 'connection', 'credentials'] as const)(
    'is asked on %s, and a yes is kept, in the audit first',
    async (page) => {
      const kiosk = await asking(page)
      expect(kiosk.screen).toMatchObject({ formOrigins: [question], formOriginError: null })
      expect(await kiosk.try({ ...confirm, key: '32' })).toMatchObject(refused)
      await kiosk.tap(confirm)
      expect(kiosk.screen).toMatchObject({ formOrigins: [], formOriginError: null })
      expect(kiosk.acts).toEqual([
        'audit formOriginConfirmed https://forms.example.com',
        'confirm 31',
      ])
      expect(await kiosk.try(confirm)).toMatchObject(refused)
    },
  )

  it('is declined in the audit, which is all that there is to it', async () => {
    const kiosk = await asking('home')
    await kiosk.tap(decline)
    expect(kiosk.acts).toEqual(['audit formOriginDeclined https://forms.example.com'])
  })

  it('that staff may not confirm can be declined alone', async () => {
    const kiosk = await asking('home', false)
    expect(await kiosk.try(confirm)).toMatchObject(refused)
    expect(kiosk.acts).toEqual([])
    await kiosk.tap(decline)
  })

  it('is not answered on a page that does not show it', async () => {
    const kiosk = await asking('settings')
    expect(await kiosk.try(confirm)).toMatchObject(refused)
    expect(await kiosk.try(decline)).toMatchObject(refused)
  })

  it('says when a yes could not be kept, and the audit that nothing changed', async () => {
    const kiosk = await asking('home')
    kiosk.keepsOrigins = false
    await kiosk.tap(confirm)
    expect(kiosk.screen).toMatchObject({
      formOrigins: [question],
      formOriginError: 'a file that can be written',
    })
    expect(kiosk.audited).toEqual(['formOriginConfirmed', 'settingNotChanged'])
    await kiosk.tap({ type: 'openStaffPage', page: 'home' })
    expect(kiosk.screen).toMatchObject({ formOriginError: null })
  })

  it('is a check of the connection where a template group is set', async () => {
    const names = async (hasTemplateGroup: boolean) => {
      const kiosk = await StaffSessionHarness.inside('connection', (before) => {
        before.hasTemplateGroup = hasTemplateGroup
      })
      const { checks } = await kiosk.sees('staffConnection')
      return checks.map(({ name }) => name)
    }
    const others = ['partnerToken', 'developerToken', 'grant', 'location']
    expect(await names(false)).toEqual(others)
    expect(await names(true)).toEqual([...others, 'formOrigin'])
  })
})

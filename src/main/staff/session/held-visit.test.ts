import { describe, expect, it } from 'vitest'
import type { StaffCommand } from '../../../shared/staff.ts'
import { refusedOrigins } from '../../../../test/harness/renderer/refused-origins.ts'
import {
  StaffSessionHarness,
  pair,
  pin,
} from '../../../../test/harness/staff/staff-session-harness.ts'

const ready = () =>
  StaffSessionHarness.ready((kiosk) => {
    kiosk.visit = '417'
    kiosk.hasPrevious = true
    kiosk.refused = refusedOrigins
    const origin = 'https://forms.example.com'
    kiosk.questions = [{ key: '31', origin, from: 'refused', at: 3, canConfirm: true }]
  })

async function inside() {
  const kiosk = await ready()
  await kiosk.enter()
  return kiosk
}

describe('staff who come in the middle of a visit', () => {
  it('keep it, covered, and read its number', async () => {
    const kiosk = await inside()
    expect(kiosk.screen).toMatchObject({ name: 'staffHome', visit: '417' })
    expect(kiosk.acts.filter((act) => act !== 'write pin')).toEqual([
      ...['audit staffPadOpened', 'cover on', 'turn to staff', 'audit staffEntered', 'hold'],
    ])
  })

  it('go to it to help, which is no wipe', async () => {
    const kiosk = await inside()
    kiosk.acts.length = 0
    await kiosk.tap('helpPatient')
    expect(kiosk.session.isAway).toBe(true)
    expect(kiosk.acts).toEqual([
      ...['audit staffLeft helping', 'go on helped', 'turn to visits', 'cover off'],
    ])
  })

  it.each([
    ['lock', (kiosk: StaffSessionHarness) => kiosk.tap('closeStaff')],
    ['go away', (kiosk: StaffSessionHarness) => kiosk.wait(120_000)],
    [
      'only look about',
      async (kiosk: StaffSessionHarness) => {
        for (const page of ['settings', 'audit', 'machine'] as const)
          await kiosk.tap({ type: 'openStaffPage', page })
        await kiosk.tap('closeStaff')
      },
    ],
  ])('leave it locked, and not wiped, when they %s', async (_, leave) => {
    const kiosk = await inside()
    kiosk.acts.length = 0
    await leave(kiosk)
    expect(kiosk.session.isAway).toBe(true)
    expect(kiosk.acts.slice(1)).toEqual(['go on locked', 'turn to visits', 'cover off'])
  })

  it.each<[StaffCommand, 'home' | 'connection' | 'credentials' | 'settings' | 'machine']>([
    [{ type: 'takeOutOfService' }, 'home'],
    [{ type: 'confirmFormOrigin', key: '31' }, 'home'],
    [{ type: 'allowOrigin', origin: 'https://js.intake.example.com' }, 'connection'],
    [{ type: 'giveCredentials', interface: 'partner', ...pair }, 'credentials'],
    [{ type: 'removeCredentials', interface: 'partner' }, 'credentials'],
    [{ type: 'removePreviousCredentials', interface: 'partner' }, 'credentials'],
    [{ type: 'changeSetting', key: 'idle.afterMs', value: '60' }, 'settings'],
    [{ type: 'resetSetting', key: 'idle.afterMs' }, 'settings'],
    [{ type: 'rotateKey' }, 'machine'],
  ])('end it with a wipe by $type', async (command, page) => {
    const kiosk = await inside()
    await kiosk.tap({ type: 'openStaffPage', page })
    await kiosk.tap(command)
    await kiosk.tap({ type: 'openStaffPage', page: 'home' })
    expect(kiosk.screen).toMatchObject({ name: 'staffHome', visit: null })
    expect((await kiosk.try({ type: 'helpPatient' })).ok).toBe(false)
    expect(kiosk.acts).not.toContain('cover off')
    kiosk.acts.length = 0
    await kiosk.tap('closeStaff')
    expect(kiosk.acts.slice(1, 4)).toEqual(['pause', 'wipe', 'cover off'])
    expect(kiosk.acts.includes('resume')).toBe(!kiosk.closed)
    expect(kiosk.acts).not.toContain('go on locked')
  })

  it('begin with a wipe where there is none to keep', async () => {
    const kiosk = await ready()
    kiosk.visit = null
    await kiosk.enter()
    expect(kiosk.acts).toContain('pause')
    expect(kiosk.screen).toMatchObject({ visit: null })
  })

  it('leave nothing open when the session fails: the visit is ended', async () => {
    const kiosk = await inside()
    kiosk.broken.add('go on')
    kiosk.acts.length = 0
    await kiosk.tap('helpPatient').catch(() => undefined)
    await kiosk.happens(() => kiosk.acts.includes('wipe'))
    expect(kiosk.acts).toContain('pause')
    expect(kiosk.bugs).toHaveLength(1)
  })

  it('keep it once more when they come back while they help', async () => {
    const kiosk = await inside()
    await kiosk.tap('helpPatient')
    await kiosk.tap('openStaff')
    await kiosk.tap({ type: 'submitPin', pin })
    await kiosk.until('staffHome', ({ visit }) => visit === '417')
  })
})

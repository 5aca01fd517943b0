import { describe, expect, it } from 'vitest'
import { StaffSessionHarness, otherPin, pin } from '#harness/staff/staff-session-harness.ts'
import type { StaffCommand } from '../../../../shared/staff.ts'
import { giveWork } from '#harness/staff/fake-staff-ports.ts'
import { commands } from '#harness/staff/staff-commands.ts'

const noPairs = (kiosk: StaffSessionHarness) => (kiosk.since = { partner: null, developer: 1 })

describe('the first start', () => {
  async function first(prepare?: (kiosk: StaffSessionHarness) => void) {
    const kiosk = new StaffSessionHarness()
    prepare?.(kiosk)
    kiosk.session.start()
    await kiosk.sees('staffChoosePin')
    return kiosk
  }
  const choose = (typed: string) => ({ type: 'choosePin', pin: typed }) as const

  it('asks for a PIN before anything else, and serves nobody meanwhile', async () => {
    const kiosk = await first()
    expect(kiosk.screen).toEqual({
      name: 'staffChoosePin',
      isFirst: true,
      stage: 'choose',
      error: null,
      errorCount: 0,
    })
    expect(kiosk.views.at(-1)).toMatchObject({ locale: 'es', clinic: { name: 'Harbour Clinic' } })
    expect(kiosk.session.isAway).toBe(false)
    expect(kiosk.acts).toEqual(['turn to staff'])
  })

  it('asks for the same again, and begins anew when it is another', async () => {
    const kiosk = await first()
    for (const errorCount of [1, 2]) {
      await kiosk.play(choose('123456'))
      expect(kiosk.screen).toMatchObject({ stage: 'choose', error: 'tooEasy', errorCount })
    }
    await kiosk.play(choose(pin))
    expect(kiosk.screen).toMatchObject({ stage: 'repeat', error: null })
    await kiosk.play(choose(otherPin))
    expect(kiosk.screen).toMatchObject({ stage: 'choose', error: 'notSame', errorCount: 3 })
    await kiosk.play(choose(otherPin), choose(otherPin))
    await kiosk.until('staffHome')
    expect(await kiosk.pin().check(otherPin)).toEqual({ kind: 'right' })
  })

  it('goes on to the credentials where some are missing, and home where none are', async () => {
    const lacking = await first(noPairs)
    for (let twice = 0; twice < 2; twice += 1) await lacking.play(choose(pin))
    await lacking.until('staffCredentials')
    expect(lacking.audited).toEqual(['staffPinChosen', 'staffEntered'])
    expect(lacking.acts.indexOf('audit staffPinChosen')).toBeLessThan(
      lacking.acts.indexOf('write pin'),
    )
    await lacking.play('closeStaff')
    expect(lacking.session.isAway).toBe(true)
    await lacking.enter()
    await lacking.sees('staffHome')
  })

  it('forgets the first of the two when nobody repeats it', async () => {
    const kiosk = await first()
    await kiosk.play(choose(pin), 119_999)
    expect(kiosk.screen).toMatchObject({ stage: 'repeat' })
    await kiosk.play('activity', 119_999)
    expect(kiosk.screen).toMatchObject({ stage: 'repeat' })
    await kiosk.wait(1)
    expect(kiosk.screen).toMatchObject({ stage: 'choose', isFirst: true })
  })
})

describe('a start with a PIN', () => {
  it('serves patients, and shows nothing of staff', async () => {
    const kiosk = new StaffSessionHarness()
    await kiosk.pin().choose(pin)
    kiosk.session.start()
    expect(kiosk.session.isAway).toBe(true)
    expect(kiosk.views).toEqual([])
    expect(kiosk.acts.slice(1)).toEqual(['resume', 'turn to visits'])
  })

  it('stays out of service where staff took it out, and staff can still come in', async () => {
    const kiosk = await StaffSessionHarness.ready((closed) => (closed.closed = true))
    await kiosk.sees('outOfService')
    expect(kiosk).toMatchObject({ turn: 'staff', session: { isAway: false } })
    await kiosk.play('openStaff', 'closeStaff')
    await kiosk.sees('outOfService')
    await kiosk.enter()
    await kiosk.play('putInService', 'closeStaff')
    expect(kiosk).toMatchObject({ turn: 'visits', session: { isAway: true } })
    expect(kiosk.acts.filter((act) => act === 'resume')).toHaveLength(1)
  })
})

describe('the PIN pad', () => {
  it('covers the visit before it is seen, and gives it back when it is closed', async () => {
    const kiosk = await StaffSessionHarness.ready()
    await kiosk.play('openStaff')
    expect(kiosk.screen).toEqual({
      name: 'staffEnterPin',
      purpose: 'enter',
      checking: false,
      error: null,
      errorCount: 0,
      waitMs: 0,
    })
    expect(kiosk.session.isAway).toBe(false)
    await kiosk.play('closeStaff')
    expect(kiosk.session.isAway).toBe(true)
    expect(kiosk.acts).toEqual([
      ...['audit staffPadOpened', 'cover on', 'turn to staff'],
      ...['turn to visits', 'cover off'],
    ])
  })

  it('is not seen, and takes nothing, before the form is off the screen', async () => {
    let hide = () => {}
    const kiosk = await StaffSessionHarness.ready((covered) => {
      covered.covering = new Promise((resolve) => (hide = resolve))
    })
    await kiosk.play('openStaff', 60_000)
    await kiosk.refuses({ type: 'submitPin', pin }, 'closeStaff')
    expect(kiosk.session.isAway).toBe(false)
    expect(kiosk.views).toEqual([])
    expect(kiosk.acts).toEqual(['audit staffPadOpened', 'cover on'])
    hide()
    await kiosk.sees('staffEnterPin')
    expect(kiosk.turn).toBe('staff')
  })

  it('closes by itself after 30 s without a touch', async () => {
    const kiosk = await StaffSessionHarness.ready()
    await kiosk.play('openStaff', 29_999, 'activity', 29_999)
    expect(kiosk.turn).toBe('staff')
    await kiosk.wait(1)
    expect(kiosk).toMatchObject({ turn: 'visits', session: { isAway: true } })
    expect(kiosk.acts.at(-1)).toBe('cover off')
  })

  it('waits after the third wrong one, over a close, and takes no PIN meanwhile', async () => {
    const kiosk = await StaffSessionHarness.ready()
    await kiosk.play('openStaff')
    for (let count = 0; count < 3; count += 1) await kiosk.typeWrong()
    expect(kiosk.screen).toMatchObject({ error: 'wrong', waitMs: 30_000 })
    expect(kiosk.acts).toContain('audit staffPinLocked 30000')
    await kiosk.refuses({ type: 'submitPin', pin })
    await kiosk.play(10_000, 'closeStaff', 'openStaff')
    expect(kiosk.screen).toMatchObject({ error: null, waitMs: 20_000 })
    await kiosk.wait(19_999)
    await kiosk.refuses({ type: 'submitPin', pin })
    await kiosk.wait(1)
    expect(kiosk.screen).toMatchObject({ waitMs: 0 })
    expect(await kiosk.typeWrong()).toMatchObject({ error: 'wrong', waitMs: 60_000 })
  })

  it('a right PIN ends the visit before anything of the panel is seen', async () => {
    const kiosk = await StaffSessionHarness.ready()
    let isPaused = () => {}
    kiosk.pausing = new Promise((resolve) => (isPaused = resolve))
    await kiosk.play('openStaff', { type: 'submitPin', pin })
    await kiosk.happens(() => kiosk.acts.includes('pause'))
    expect(await kiosk.sees('staffEnterPin')).toMatchObject({ checking: true, error: null })
    expect(kiosk.acts).not.toContain('cover off')
    isPaused()
    await kiosk.until('staffHome')
    expect(kiosk.acts.filter((act) => act !== 'write pin')).toEqual([
      ...['audit staffPadOpened', 'cover on', 'turn to staff'],
      ...['audit staffEntered', 'pause', 'cover off'],
    ])
  })

  it('a wrong PIN is audited even when the pad is closed while it is compared', async () => {
    const kiosk = await StaffSessionHarness.ready()
    await kiosk.play('openStaff', { type: 'submitPin', pin: otherPin }, 'closeStaff')
    await kiosk.happens(() => kiosk.audited.includes('staffPinWrong'))
    expect(kiosk.session.isAway).toBe(true)
  })

  it('a right PIN that comes too late opens nothing', async () => {
    const kiosk = await StaffSessionHarness.ready()
    await kiosk.play('openStaff', { type: 'submitPin', pin }, 'closeStaff')
    await kiosk.happens(() => kiosk.acts.filter((act) => act === 'write pin').length === 2)
    await kiosk.wait(0)
    expect(kiosk).toMatchObject({ turn: 'visits', session: { isAway: true } })
    expect(kiosk.audited).toEqual(['staffPadOpened'])
  })
})

describe('the panel', () => {
  it('is wiped from the page before patients are served', async () => {
    const kiosk = await StaffSessionHarness.inside('credentials')
    let isWiped = () => {}
    kiosk.wiping = new Promise((resolve) => (isWiped = resolve))
    await kiosk.play('closeStaff')
    await kiosk.sees('welcome')
    let hasLeft = false
    const left = kiosk.session.left().then(() => (hasLeft = true))
    await kiosk.wait(0)
    expect(kiosk).toMatchObject({ turn: 'staff', session: { isAway: false } })
    expect(hasLeft).toBe(false)
    isWiped()
    await left
    expect(kiosk).toMatchObject({ turn: 'visits', session: { isAway: true } })
  })

  it('locks by itself while a new PIN is asked for', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await kiosk.play('changePin', 119_999, { type: 'submitPin', pin })
    await kiosk.until('staffChoosePin')
    await kiosk.play({ type: 'choosePin', pin: otherPin }, 119_999)
    expect(kiosk.turn).toBe('staff')
    await kiosk.wait(1)
    expect(kiosk.session.isAway).toBe(true)
    expect(await kiosk.pin().check(pin)).toEqual({ kind: 'right' })
  })

  it('closes to the out-of-service screen where staff took the kiosk out', async () => {
    const kiosk = await StaffSessionHarness.inside()
    await kiosk.play('takeOutOfService')
    expect(kiosk.screen).toMatchObject({ inService: false })
    await kiosk.play('closeStaff')
    await kiosk.sees('outOfService')
    expect(kiosk).toMatchObject({ turn: 'staff', session: { isAway: false } })
    expect(kiosk.acts).toEqual([
      ...['audit takenOutOfService', 'close on', 'audit staffLeft locked', 'wipe'],
    ])
  })
})

describe('the warning before the panel locks', () => {
  it.each([
    ...(['home', 'connection', 'settings', 'audit', 'machine'] as const).map(
      (page) => [page, 120_000] as const,
    ),
    ['credentials', 300_000] as const,
  ])('stands in the last 20 s on %s, until someone touches it', async (page, locksAfter) => {
    // The page before has more time.
    const kiosk = await StaffSessionHarness.inside('credentials')
    await kiosk.play({ type: 'openStaffPage', page })
    const overlay = () => kiosk.views.at(-1)?.overlay
    await kiosk.wait(locksAfter - 20_001)
    expect(overlay()).toBeNull()
    await kiosk.wait(1)
    expect(overlay()).toEqual({ name: 'staffLocks', locksInMs: 20_000, staysByTouch: true })
    await kiosk.play(19_999, 'activity')
    expect(overlay()).toBeNull()
    await kiosk.wait(locksAfter - 1)
    expect(overlay()).toMatchObject({ name: 'staffLocks' })
    expect(kiosk.turn).toBe('staff')
    await kiosk.wait(1)
    expect(kiosk.session.isAway).toBe(true)
    expect(kiosk.acts).toEqual(['audit staffLeft untouched', 'wipe', 'resume', 'turn to visits'])
  })

  it('is gone from the next page, and never stands over the pad', async () => {
    const kiosk = await StaffSessionHarness.inside('home')
    await kiosk.play(110_000, { type: 'openStaffPage', page: 'audit' })
    expect(kiosk.views.at(-1)?.overlay).toBeNull()
    await kiosk.play(110_000, 'closeStaff', 'openStaff', 29_999)
    expect(kiosk.views.at(-1)).toMatchObject({ overlay: null, screen: { name: 'staffEnterPin' } })
  })
})

describe('a panel that is touched again and again', () => {
  async function touch(kiosk: StaffSessionHarness, ms: number) {
    for (let left = ms; left > 0; left -= 60_000)
      await kiosk.play(Math.min(60_000, left), 'activity')
  }
  const overlay = (kiosk: StaffSessionHarness) => kiosk.views.at(-1)?.overlay

  it('locks 15 minutes after the PIN, and says so in the last one, which no touch prolongs', async () => {
    const kiosk = await StaffSessionHarness.inside('home')
    await touch(kiosk, 5 * 60_000)
    await kiosk.play({ type: 'openStaffPage', page: 'credentials' })
    await touch(kiosk, 9 * 60_000 - 1)
    expect(overlay(kiosk)).toBeNull()
    await kiosk.wait(1)
    expect(overlay(kiosk)).toEqual({ name: 'staffLocks', locksInMs: 60_000, staysByTouch: false })
    await kiosk.play('activity')
    expect(overlay(kiosk)).toMatchObject({ staysByTouch: false })
    await kiosk.play(59_999, 'activity')
    expect(kiosk.turn).toBe('staff')
    kiosk.acts.length = 0
    await kiosk.wait(1)
    expect(kiosk.session.isAway).toBe(true)
    expect(kiosk.acts).toEqual(['audit staffLeft overdue', 'wipe', 'resume', 'turn to visits'])
  })

  it('asks for the PIN again, and begins the time anew with it alone', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await touch(kiosk, 10 * 60_000)
    await kiosk.play('changePin', { type: 'submitPin', pin })
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
    await kiosk.play('activity', 90_000, 10_000)
    expect(overlay(kiosk)).toEqual({ name: 'staffLocks', locksInMs: 20_000, staysByTouch: true })
    await kiosk.play(10_000, 'activity')
    expect(overlay(kiosk)).toEqual({ name: 'staffLocks', locksInMs: 40_000, staysByTouch: false })
  })
})

const ready = () =>
  StaffSessionHarness.ready((kiosk) => {
    giveWork(kiosk)
    kiosk.visit = '417'
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
    await kiosk.play('helpPatient')
    expect(kiosk.session.isAway).toBe(true)
    expect(kiosk.acts).toEqual([
      ...['audit staffLeft helping', 'go on helped', 'turn to visits', 'cover off'],
    ])
  })

  it.each([
    ['lock', (kiosk: StaffSessionHarness) => kiosk.play('closeStaff')],
    ['go away', (kiosk: StaffSessionHarness) => kiosk.wait(120_000)],
    [
      'only look about',
      async (kiosk: StaffSessionHarness) => {
        for (const page of ['settings', 'audit', 'machine'] as const)
          await kiosk.play({ type: 'openStaffPage', page })
        await kiosk.play('closeStaff')
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
    [commands.takeOutOfService, 'home'],
    [commands.confirmFormOrigin, 'home'],
    [commands.allowOrigin, 'connection'],
    [commands.giveCredentials, 'credentials'],
    [commands.removeCredentials, 'credentials'],
    [commands.changeSetting, 'settings'],
    [commands.resetSetting, 'settings'],
    [commands.rotateKey, 'machine'],
  ])('end it with a wipe by $type', async (command, page) => {
    const kiosk = await inside()
    await kiosk.play({ type: 'openStaffPage', page }, command)
    await kiosk.play({ type: 'openStaffPage', page: 'home' })
    expect(kiosk.screen).toMatchObject({ name: 'staffHome', visit: null })
    await kiosk.refuses('helpPatient')
    expect(kiosk.acts).not.toContain('cover off')
    kiosk.acts.length = 0
    await kiosk.play('closeStaff')
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
    await kiosk.play('helpPatient').catch(() => undefined)
    await kiosk.happens(() => kiosk.acts.includes('wipe'))
    expect(kiosk.acts).toContain('pause')
    expect(kiosk.bugs).toHaveLength(1)
  })

  it('keep it once more when they come back while they help', async () => {
    const kiosk = await inside()
    await kiosk.play('helpPatient', 'openStaff', { type: 'submitPin', pin })
    await kiosk.until('staffHome', ({ visit }) => visit === '417')
  })
})

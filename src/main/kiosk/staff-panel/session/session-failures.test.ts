import { describe, expect, it } from 'vitest'
import type { StaffCommand, StaffPage } from '../../../../shared/staff.ts'
import { restartDelayMs } from './staff-session.ts'
import { recoverRetryMs } from './session-setup.ts'
import { giveWork } from '#harness/staff/fake-staff-ports.ts'
import { commands } from '#harness/staff/staff-commands.ts'
import { StaffSessionHarness, otherPin, pair, pin } from '#harness/staff/staff-session-harness.ts'
import { inspect } from 'node:util'
import { Secret } from './session-types.ts'
import { auditStaffActs, pinPadSuppressMs } from '../audited-acts.ts'

/** Waits until the failure was noted and everything that follows from it is done. */
async function failed(kiosk: StaffSessionHarness, times = 1) {
  await kiosk.happens(() => kiosk.bugs.length >= times)
  await kiosk.wait(0)
}

/** Port that fails, page it fails on, and the command. */
const insiders: readonly (readonly [broken: string, page: StaffPage, command: StaffCommand])[] = [
  ['settle', 'home', commands.settleRequest],
  ['close on', 'home', commands.takeOutOfService],
  ['audit takenOutOfService', 'home', commands.takeOutOfService],
  ['audit settingChanged', 'settings', commands.changeSetting],
  ['change', 'settings', commands.changeSetting],
  ['reset', 'settings', commands.resetSetting],
  ['audit auditVerified', 'audit', commands.verifyAudit],
  ['test', 'connection', commands.testConnection],
  ['give', 'credentials', commands.giveCredentials],
  ['remove ', 'credentials', commands.removeCredentials],
  ['audit credentialRemoved', 'credentials', commands.removeCredentials],
  ['rotate', 'machine', commands.rotateKey],
  ['audit kioskLeft', 'machine', commands.leaveKiosk],
  ['leave', 'machine', commands.leaveKiosk],
  ['audit kioskForgotten', 'machine', { type: 'forgetKiosk', pin }],
  ['forget', 'machine', { type: 'forgetKiosk', pin }],
  ['write pin', 'machine', { type: 'forgetKiosk', pin }],
  ['audit staffPinWrong', 'machine', commands.forgetKiosk],
  ['wipe', 'home', commands.closeStaff],
  ['audit formOriginConfirmed', 'home', commands.confirmFormOrigin],
  ['confirm', 'home', commands.confirmFormOrigin],
  ['audit formOriginDeclined', 'home', commands.declineFormOrigin],
  ['audit originAllowed', 'connection', commands.allowOrigin],
  ['allow', 'connection', commands.allowOrigin],
  ['audit staffLeft', 'home', commands.closeStaff],
  ['read closed', 'home', commands.takeOutOfService],
]

describe('a port that fails inside', () => {
  it.each(insiders)('%s: logged, wiped and locked, and staff come in again', async (...row) => {
    const [broken, page, command] = row
    const kiosk = await StaffSessionHarness.inside(page, giveWork)
    kiosk.broken.add(broken)
    await kiosk.try(command)
    await failed(kiosk)
    expect(kiosk.bugs[0]).toMatchObject({
      name: 'bug',
      detail: expect.stringMatching(/^(Range)?Error$/) as string,
    })
    kiosk.broken.clear()
    // A port that locking needs as well keeps everybody out until staff come.
    if (kiosk.bugs.length === 1) {
      expect(kiosk.acts).toContain('pause')
      expect(kiosk).toMatchObject({ turn: 'visits', session: { isAway: true } })
    } else await kiosk.sees('outOfService')
    await kiosk.enter()
    await kiosk.play('closeStaff')
    expect(kiosk.session.isAway).toBe(true)
    expect(kiosk.acts.at(-1)).toBe('turn to visits')
  })

  it('the verification, while it runs', async () => {
    const kiosk = await StaffSessionHarness.inside('audit')
    kiosk.broken.add('verify')
    await kiosk.play('verifyAudit', 100)
    await failed(kiosk)
    expect(kiosk.session.isAway).toBe(true)
  })

  it('what a view is made of', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    kiosk.broken.add('read closed')
    await kiosk.try({ type: 'openStaffPage', page: 'home' })
    await failed(kiosk, 2)
    await kiosk.sees('outOfService')
    kiosk.broken.clear()
    await kiosk.enter()
  })

  it('the keeping of a new PIN leaves the one before', async () => {
    const kiosk = await StaffSessionHarness.inside('machine')
    await kiosk.play('changePin', { type: 'submitPin', pin })
    await kiosk.until('staffChoosePin')
    kiosk.broken.add('write pin')
    for (let twice = 0; twice < 2; twice += 1)
      await kiosk.play({ type: 'choosePin', pin: otherPin })
    await failed(kiosk)
    kiosk.broken.clear()
    await kiosk.enter()
  })
})

describe('a port that fails on the way in', () => {
  const openers = ['audit staffPadOpened', 'cover on']
  it.each(openers)('%s: the kiosk is the patients’ again, after a wipe', async (broken) => {
    const kiosk = await StaffSessionHarness.ready()
    kiosk.broken.add(broken)
    await kiosk.try('openStaff')
    await failed(kiosk)
    expect(kiosk).toMatchObject({ turn: 'visits', session: { isAway: true } })
    expect(kiosk.acts).toEqual(expect.arrayContaining(['pause', 'wipe']))
    // The pad never stands beside a form that stays.
    expect(kiosk.views.some(({ screen }) => screen.name === 'staffEnterPin')).toBe(false)
    kiosk.broken.clear()
    await kiosk.enter()
  })

  it.each(['write pin', 'audit staffEntered', 'pause'])('%s: nobody comes in', async (broken) => {
    const kiosk = await StaffSessionHarness.ready()
    await kiosk.play('openStaff')
    kiosk.broken.add(broken)
    await kiosk.play({ type: 'submitPin', pin })
    await failed(kiosk, broken === 'pause' ? 2 : 1)
    expect(kiosk.views.some(({ screen }) => screen.name === 'staffHome')).toBe(false)
    kiosk.broken.clear()
    await kiosk.enter()
    expect(kiosk.acts.filter((act) => act.startsWith('cover')).at(-1)).toBe('cover off')
  })

  it('a kiosk that is not wiped serves nobody, whoever opens and closes the pad, until it is', async () => {
    const kiosk = await StaffSessionHarness.inside('credentials')
    kiosk.broken.add('wipe')
    await kiosk.play('closeStaff')
    await failed(kiosk, 2)
    await kiosk.sees('outOfService')
    await kiosk.play('openStaff')
    await kiosk.sees('staffEnterPin')
    await kiosk.play('closeStaff')
    await failed(kiosk, 4)
    await kiosk.sees('outOfService')
    expect(kiosk.session.isAway).toBe(false)
    await kiosk.wait(recoverRetryMs)
    await failed(kiosk, 6)
    await kiosk.sees('outOfService')
    expect(kiosk.acts).not.toContain('resume')
    kiosk.broken.clear()
    await kiosk.wait(recoverRetryMs)
    expect(kiosk.session.isAway).toBe(true)
    expect(kiosk.acts.slice(-4)).toEqual(['pause', 'wipe', 'resume', 'turn to visits'])
  })

  it('a start that cannot serve shows that it does not, and staff come in', async () => {
    const kiosk = new StaffSessionHarness()
    await kiosk.pin().choose(pin)
    kiosk.broken.add('resume')
    kiosk.session.start()
    await failed(kiosk, 2)
    await kiosk.sees('outOfService')
    expect(kiosk).toMatchObject({ turn: 'staff', session: { isAway: false } })
    kiosk.broken.clear()
    await kiosk.enter()
    await kiosk.play('closeStaff')
    expect(kiosk.session.isAway).toBe(true)
  })

  it.each(['turn to staff', 'show'])(
    '%s: a window on which nothing can be drawn is tried again until it can',
    async (broken) => {
      const kiosk = await StaffSessionHarness.ready()
      kiosk.broken.add(broken)
      await kiosk.try('openStaff')
      expect(kiosk.bugs).toHaveLength(3)
      await kiosk.refuses('openStaff')
      await kiosk.wait(restartDelayMs)
      expect(kiosk.bugs).toHaveLength(5)
      kiosk.broken.clear()
      await kiosk.wait(restartDelayMs)
      expect(kiosk.bugs).toHaveLength(5)
      expect(kiosk).toMatchObject({ turn: 'visits', session: { isAway: true } })
      await kiosk.enter()
    },
  )

  it('a session that was stopped is not tried again', async () => {
    const kiosk = await StaffSessionHarness.ready()
    kiosk.broken.add('show')
    await kiosk.try('openStaff')
    kiosk.session.stop()
    await kiosk.wait(restartDelayMs)
    expect(kiosk.bugs).toHaveLength(3)
    expect(kiosk.session.isAway).toBe(false)
  })
})

const secrets = [pin, otherPin, ...Object.values(pair)]

/** Wherever a secret stands among the texts. */
const found = (texts: readonly string[]): string[] =>
  texts.filter((text) => secrets.some((secret) => text.includes(secret)))

describe('a secret', () => {
  it('is found by nothing that prints or stores what holds it', () => {
    const held = { nested: { secret: new Secret(pair) } }
    expect(held.nested.secret.read()).toBe(pair)
    const copy = JSON.stringify(structuredClone(held))
    expect(
      found([JSON.stringify(held), inspect(held, { depth: 9, showHidden: true }), copy]),
    ).toEqual([])
  })

  it('is forgotten for all who hold it once it was dropped', () => {
    const secret = new Secret(pair)
    secret.drop()
    expect(() => secret.read()).toThrow('dropped')
  })

  it('is in no view, no stored session, no event, no entry of the audit and nothing on the disk', async () => {
    const kiosk = new StaffSessionHarness()
    kiosk.session.start()
    for (let twice = 0; twice < 2; twice += 1) await kiosk.play({ type: 'choosePin', pin })
    await kiosk.until('staffHome')
    await kiosk.play({ type: 'openStaffPage', page: 'credentials' })
    await kiosk.play({ type: 'giveCredentials', interface: 'partner', ...pair })
    kiosk.test?.onCheck({ name: 'partnerToken', state: 'passed', reason: null })
    kiosk.test?.end(true)
    await kiosk.sees('staffCredentials')
    await kiosk.play({ type: 'openStaffPage', page: 'machine' })
    await kiosk.play({ type: 'forgetKiosk', pin: otherPin })
    await kiosk.until('staffMachine', ({ forgetError }) => forgetError === 'wrong')
    await kiosk.play('changePin', { type: 'submitPin', pin })
    await kiosk.until('staffChoosePin')
    for (let twice = 0; twice < 2; twice += 1)
      await kiosk.play({ type: 'choosePin', pin: otherPin })
    await kiosk.until('staffMachine', ({ done }) => done === 'pinChanged')
    await kiosk.play('closeStaff', 'openStaff', { type: 'submitPin', pin })
    await kiosk.until('staffEnterPin', ({ error }) => error === 'wrong')

    expect(kiosk.persisted.some((text) => text.includes('"repeat"'))).toBe(true)
    expect(kiosk.persisted.some((text) => text.includes('"working"'))).toBe(true)
    expect(kiosk.persisted.some((text) => text.includes('"checking"'))).toBe(true)
    expect(found(kiosk.persisted)).toEqual([])
    expect(found(kiosk.views.map((view) => JSON.stringify(view)))).toEqual([])
    expect(found([...kiosk.acts, ...kiosk.texts.values()])).toEqual([])
    expect(kiosk.acts).toContain('give partner the pair')
    // A new PIN is held while it is chosen, and no longer.
    const snapshots = kiosk.persisted.filter((text) => text.includes('"chosen":'))
    const isHeld = (text: string) => !text.includes('"chosen":null')
    expect(snapshots.some(isHeld)).toBe(true)
    const elsewhere = snapshots.filter((text) => !/"(choose|repeat|keeping)"/.test(text))
    expect(elsewhere).not.toEqual([])
    expect(elsewhere.filter(isHeld)).toEqual([])
  })
})

it('does not let the audit be filled by who opens the PIN pad again and again', () => {
  const kinds: string[] = []
  let now = 0
  const act = auditStaffActs({ append: (kind) => void kinds.push(kind) }, () => now)
  for (let count = 0; count < 1_000; count += 1) act('staffPadOpened')
  expect(kinds).toEqual(['staffPadOpened'])
  for (let count = 0; count < 2; count += 1) act('staffPinWrong')
  now += pinPadSuppressMs
  act('staffPadOpened')
  expect(kinds).toEqual(['staffPadOpened', 'staffPinWrong', 'staffPinWrong', 'staffPadOpened'])
})

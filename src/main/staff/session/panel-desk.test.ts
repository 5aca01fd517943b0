import { describe, expect, it } from 'vitest'
import { someDesk, type FakeDesk } from '../../../../test/harness/staff/fake-desk.ts'
import { StaffSessionHarness } from '../../../../test/harness/staff/staff-session-harness.ts'
import { settle } from '../../../../test/harness/visit/visit-harness.ts'
import { pairFault } from '../../../shared/staff-desk.ts'

const refused = { ok: false, error: { kind: 'notAccepted' } }
const pair = { type: 'pairKiosk', address: 'desk.example', code: 'code-canary' } as const

async function inside(desk: FakeDesk) {
  const kiosk = await StaffSessionHarness.inside('desk', (before) => (before.desk = desk))
  return { kiosk, desk }
}

describe('the page of the desk', () => {
  it('pairs the kiosk; that it is tried is in the audit before', async () => {
    const { kiosk } = await inside(someDesk())
    expect(kiosk.screen).toMatchObject({ canPair: true, desk: { paired: null } })
    await kiosk.tap(pair)
    await kiosk.sees('staffDesk')
    expect(kiosk.screen).toMatchObject({ error: null, desk: { paired: { name: 'Front desk' } } })
    expect(kiosk.acts).toEqual(['audit pairingTried', 'pair desk.example code-canary'])
    expect(JSON.stringify(kiosk.views) + kiosk.persisted.join()).not.toContain('code-canary')
  })

  it.each(pairFault.options)('says why it could not be paired: %s', async (fault) => {
    const { kiosk, desk } = await inside(someDesk())
    desk.fault = fault
    await kiosk.tap(pair)
    await kiosk.sees('staffDesk')
    expect(kiosk.screen).toMatchObject({ error: fault, errorCount: 1, desk: { paired: null } })
    desk.fault = null
    await kiosk.tap(pair)
    await kiosk.sees('staffDesk')
    expect(kiosk.screen).toMatchObject({ error: null })
  })

  it('pairs one at a time', async () => {
    const { kiosk, desk } = await inside(someDesk())
    let end: () => void = () => undefined
    desk.pairing = new Promise((resolve) => (end = resolve))
    await kiosk.tap(pair)
    expect(kiosk.screen).toMatchObject({ isPairing: true })
    expect(await kiosk.try(pair)).toMatchObject(refused)
    end()
    await kiosk.sees('staffDesk')
    expect(kiosk.screen).toMatchObject({ isPairing: false })
  })

  it('unpairs the kiosk, and pairs no kiosk that is', async () => {
    const { kiosk } = await inside(someDesk(true))
    expect(await kiosk.try(pair)).toMatchObject(refused)
    await kiosk.tap('unpairKiosk')
    await kiosk.sees('staffDesk')
    expect(kiosk.screen).toMatchObject({ desk: { paired: null } })
    expect(kiosk.acts).toEqual(['unpair'])
    expect(await kiosk.try({ type: 'unpairKiosk' })).toMatchObject(refused)
  })

  it('shows what the desk wants forgotten, and lets staff decline', async () => {
    const desk = someDesk(true)
    desk.shown = { ...desk.shown, wipeAsked: { by: 'Maria', reason: 'sold', at: 1 } }
    const { kiosk } = await inside(desk)
    expect(kiosk.screen).toMatchObject({ desk: { wipeAsked: { by: 'Maria' } } })
    await kiosk.tap('declineWipe')
    expect(kiosk.screen).toMatchObject({ desk: { wipeAsked: null } })
    expect(kiosk.acts).toEqual(['audit wipeDeclined', 'decline wipe'])
    expect(await kiosk.try({ type: 'declineWipe' })).toMatchObject(refused)
  })

  it('offers nothing where a kiosk can be paired with nothing', async () => {
    const kiosk = await StaffSessionHarness.inside('desk')
    expect(kiosk.screen).toMatchObject({ canPair: false, desk: { paired: null } })
    expect(await kiosk.try(pair)).toMatchObject(refused)
  })
})

/** What was done, without whose turn it was to draw. */
const done = ({ acts }: StaffSessionHarness) => acts.filter((act) => !act.startsWith('turn'))

describe('the desk’s word', () => {
  it('ends the visits of a kiosk that it took out of service, and begins them when it is back', async () => {
    const kiosk = await StaffSessionHarness.ready()
    kiosk.closed = true
    kiosk.session.changed('kiosk')
    await kiosk.sees('outOfService')
    expect(done(kiosk)).toEqual(['pause', 'wipe'])
    expect(kiosk.session.stands()).toBe('closed')
    kiosk.closed = false
    kiosk.session.changed('kiosk')
    await settle()
    expect(done(kiosk)).toEqual(['pause', 'wipe', 'resume'])
    expect(kiosk.session.stands()).toBe('away')
  })

  it('begins the visits anew with other settings', async () => {
    const kiosk = await StaffSessionHarness.ready()
    kiosk.session.changed('settings')
    await settle()
    expect(done(kiosk)).toEqual(['pause', 'wipe', 'resume'])
  })

  it('does nothing to staff who are in the panel', async () => {
    const kiosk = await StaffSessionHarness.inside('home')
    kiosk.closed = true
    kiosk.session.changed('kiosk')
    expect(kiosk.session.stands()).toBe('inside')
    expect(kiosk.acts).toEqual([])
  })
})

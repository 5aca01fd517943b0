import { describe, expect, it } from 'vitest'
import { StaffSessionHarness, pair } from '../../../../test/harness/staff/staff-session-harness.ts'

const refused = { ok: false, error: { kind: 'notAccepted' } }
const passed = { state: 'passed', reason: null } as const

describe('home', () => {
  it('shows what staff look for, and nothing of a patient', async () => {
    const kiosk = await StaffSessionHarness.inside('home', (before) => {
      before.requests = [{ key: '9', helpNumber: '417', reason: 'asked', detail: '', at: 3 }]
      before.since = { partner: 1, developer: null }
      before.unusualCodesAt = 4
    })
    expect(kiosk.screen).toEqual({
      name: 'staffHome',
      wipeAsked: false,
      visit: null,
      intakes: null,
      requests: [{ key: '9', helpNumber: '417', reason: 'asked', detail: '', at: 3 }],
      outcomes: [{ at: 5, outcome: 'done' }],
      unusualCodesAt: 4,
      connection: 'online',
      connectionSince: 7,
      inService: true,
      missing: ['developer'],
      formOrigins: [],
      formOriginError: null,
    })
  })

  it('settles a request that is open, and no other', async () => {
    const kiosk = await StaffSessionHarness.inside('home', (before) => {
      before.requests = [{ key: '9', helpNumber: '417', reason: 'asked', detail: '', at: 3 }]
    })
    expect(await kiosk.try({ type: 'settleRequest', key: '8' })).toMatchObject(refused)
    await kiosk.tap({ type: 'settleRequest', key: '9' })
    expect(kiosk.screen).toMatchObject({ requests: [] })
    expect(await kiosk.try({ type: 'settleRequest', key: '9' })).toMatchObject(refused)
    expect(kiosk.acts).toEqual(['settle 9'])
  })

  it('takes the kiosk out of service and puts it back, each in the audit first', async () => {
    const kiosk = await StaffSessionHarness.inside()
    expect(await kiosk.try({ type: 'putInService' })).toMatchObject(refused)
    await kiosk.tap('takeOutOfService')
    expect(await kiosk.try({ type: 'takeOutOfService' })).toMatchObject(refused)
    expect(kiosk.screen).toMatchObject({ inService: false })
    await kiosk.tap('putInService')
    expect(kiosk.screen).toMatchObject({ inService: true })
    expect(kiosk.acts).toEqual([
      ...['audit takenOutOfService', 'close on', 'audit putInService', 'close off'],
    ])
  })
})

describe('the connection', () => {
  it('shows each check as it ends', async () => {
    const kiosk = await StaffSessionHarness.inside('connection')
    const states = () => {
      if (kiosk.screen.name !== 'staffConnection') throw new Error('not the connection')
      return kiosk.screen.checks.map(({ state }) => state)
    }
    expect(states()).toEqual(['untested', 'untested', 'untested', 'untested'])
    await kiosk.tap('testConnection')
    expect(states()).toEqual(['testing', 'untested', 'untested', 'untested'])
    expect(await kiosk.try({ type: 'testConnection' })).toMatchObject(refused)
    kiosk.test?.onCheck({ name: 'partnerToken', ...passed })
    kiosk.test?.onCheck({ name: 'developerToken', state: 'failed', reason: 'refused' })
    expect(states()).toEqual(['passed', 'failed', 'testing', 'untested'])
    kiosk.test?.end(true)
    await kiosk.sees('staffConnection')
    expect(states()).toEqual(['passed', 'failed', 'untested', 'untested'])
    await kiosk.tap('testConnection')
    expect(states()).toEqual(['testing', 'untested', 'untested', 'untested'])
  })

  it('a test that staff left says nothing to the next one', async () => {
    const kiosk = await StaffSessionHarness.inside('connection')
    await kiosk.tap('testConnection')
    const first = kiosk.test
    await kiosk.tap({ type: 'openStaffPage', page: 'connection' })
    await kiosk.tap('testConnection')
    first?.onCheck({ name: 'grant', ...passed })
    first?.end(true)
    expect(await kiosk.sees('staffConnection')).toMatchObject({
      checks: [{ state: 'testing' }, {}, { name: 'grant', state: 'untested' }, {}],
    })
  })
})

describe('the credentials', () => {
  const given = { type: 'giveCredentials', interface: 'partner', ...pair } as const

  it('are tested, and kept when they pass', async () => {
    const kiosk = await StaffSessionHarness.inside('credentials')
    expect(kiosk.screen).toEqual({
      name: 'staffCredentials',
      interfaces: [
        { name: 'partner', since: 1, hasPrevious: false },
        { name: 'developer', since: 1, hasPrevious: false },
      ],
      given: null,
      accountId: 'value of service.accountId',
      locationId: '',
      formOrigins: [],
      formOriginError: null,
    })
    await kiosk.tap(given)
    expect(kiosk.acts).toEqual(['give partner the pair'])
    expect(kiosk.screen).toMatchObject({
      given: {
        interface: 'partner',
        outcome: 'testing',
        checks: [
          { name: 'partnerToken', state: 'testing' },
          { name: 'grant', state: 'untested' },
          { name: 'location', state: 'untested' },
        ],
      },
    })
    expect(await kiosk.try(given)).toMatchObject(refused)
    kiosk.test?.onCheck({ name: 'partnerToken', ...passed })
    kiosk.test?.onCheck({ name: 'developerToken', state: 'failed', reason: 'noCredentials' })
    expect(kiosk.screen).toMatchObject({
      given: { checks: [{ state: 'passed' }, { state: 'testing' }, { state: 'untested' }] },
    })
    kiosk.hasPrevious = true
    kiosk.test?.end(true)
    expect(await kiosk.sees('staffCredentials')).toMatchObject({
      interfaces: [{ hasPrevious: true }, {}],
      given: { outcome: 'kept' },
    })
  })

  it('are not kept when they do not pass', async () => {
    const kiosk = await StaffSessionHarness.inside('credentials')
    await kiosk.tap({ ...given, interface: 'developer' })
    kiosk.test?.onCheck({ name: 'developerToken', state: 'failed', reason: 'refused' })
    kiosk.test?.end(false)
    expect(await kiosk.sees('staffCredentials')).toMatchObject({
      given: {
        interface: 'developer',
        outcome: 'notKept',
        checks: [{ state: 'failed', reason: 'refused' }, { state: 'untested' }],
      },
    })
    await kiosk.tap({ type: 'openStaffPage', page: 'credentials' })
    expect(kiosk.screen).toMatchObject({ given: null })
  })

  it('are removed, in the audit first, where there are some', async () => {
    const kiosk = await StaffSessionHarness.inside('credentials', (before) => {
      before.since = { partner: 1, developer: null }
    })
    const without = { type: 'removeCredentials', interface: 'developer' } as const
    expect(await kiosk.try(without)).toMatchObject(refused)
    const previous = { type: 'removePreviousCredentials', interface: 'partner' } as const
    expect(await kiosk.try(previous)).toMatchObject(refused)
    kiosk.hasPrevious = true
    await kiosk.tap(previous)
    await kiosk.tap({ type: 'removeCredentials', interface: 'partner' })
    expect(kiosk.acts).toEqual([
      ...['audit credentialRemoved partner previous', 'removePrevious partner'],
      ...['audit credentialRemoved partner all', 'remove partner'],
    ])
  })
})

describe('the settings', () => {
  const change = (value: string, key = 'idle.afterMs') =>
    ({ type: 'changeSetting', key, value }) as const

  it('are changed and reset, in the audit first', async () => {
    const kiosk = await StaffSessionHarness.inside('settings')
    await kiosk.tap(change('60'))
    await kiosk.tap({ type: 'resetSetting', key: 'idle.afterMs' })
    expect(kiosk.screen).toMatchObject({ name: 'staffSettings', error: null, errorCount: 0 })
    expect(kiosk.acts).toEqual([
      ...['audit settingChanged idle.afterMs 60', 'change idle.afterMs 60'],
      ...['audit settingChanged idle.afterMs reset', 'reset idle.afterMs'],
    ])
  })

  it.each([
    ['identity.phoneRegion', 'a-pasted-secret'],
    ['idle.afterMs', 'a-pasted-secret'],
  ])('leave nothing in the audit that was typed as staff like: %s', async (key, typed) => {
    const kiosk = await StaffSessionHarness.inside('settings')
    await kiosk.tap(change(typed, key))
    expect(kiosk.acts).toEqual([`audit settingChanged ${key}`, `change ${key} ${typed}`])
  })

  it('say what was expected, every time anew, and the audit that nothing changed', async () => {
    const kiosk = await StaffSessionHarness.inside('settings')
    await kiosk.tap(change('never'))
    await kiosk.tap(change('never'))
    const error = { key: 'idle.afterMs', expected: 'a number' }
    expect(kiosk.screen).toMatchObject({ error, errorCount: 2 })
    expect(kiosk.audited).toEqual([
      ...['settingChanged', 'settingNotChanged', 'settingChanged', 'settingNotChanged'],
    ])
    await kiosk.tap(change('60'))
    expect(kiosk.screen).toMatchObject({ error: null, errorCount: 2 })
  })

  it('that another origin decides, or that there are not, are refused', async () => {
    const kiosk = await StaffSessionHarness.inside('settings')
    for (const key of ['service.accountId', 'no.such']) {
      expect(await kiosk.try(change('1', key))).toMatchObject(refused)
      expect(await kiosk.try({ type: 'resetSetting', key })).toMatchObject(refused)
    }
    expect(kiosk.acts).toEqual([])
  })
})

describe('the audit', () => {
  it('is verified once the screen says so', async () => {
    const kiosk = await StaffSessionHarness.inside('audit')
    const nothing = { name: 'staffAudit', entries: 0, hash: '', fault: '' }
    expect(kiosk.screen).toEqual({ ...nothing, state: 'unverified' })
    await kiosk.tap('verifyAudit')
    expect(kiosk.screen).toEqual({ ...nothing, state: 'verifying' })
    expect(kiosk.acts).toEqual(['audit auditVerified'])
    expect(await kiosk.try({ type: 'verifyAudit' })).toMatchObject(refused)
    await kiosk.wait(100)
    expect(kiosk.acts).toEqual(['audit auditVerified', 'verify'])
    expect(kiosk.screen).toEqual({ ...nothing, state: 'holds', entries: 7, hash: 'ab12' })
    kiosk.verdict = { holds: false, fault: 'entry 3 is missing' }
    await kiosk.tap('verifyAudit')
    await kiosk.wait(100)
    expect(kiosk.screen).toEqual({ ...nothing, state: 'broken', fault: 'entry 3 is missing' })
  })
})

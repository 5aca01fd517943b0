import { describe, expect, it } from 'vitest'
import { StaffSessionHarness, pair } from '#harness/staff/staff-session-harness.ts'
import { commands } from '#harness/staff/staff-commands.ts'
import { refusedOrigins } from '#harness/renderer/refused-origins.ts'
import {
  giveWork,
  someDesk,
  someQuestion,
  someRequest,
  type FakeDesk,
} from '#harness/staff/fake-staff-ports.ts'
import { settle } from '#harness/visit/visit-harness.ts'
import { pairFault } from '../../../../shared/staff-desk.ts'

const passed = { state: 'passed', reason: null } as const

describe('home', () => {
  it('shows what staff look for, and nothing of a patient', async () => {
    const kiosk = await StaffSessionHarness.inside('home', (before) => {
      before.requests = [someRequest]
      before.since = { partner: 1, developer: null }
      before.unusualCodesAt = 4
    })
    expect(kiosk.screen).toEqual({
      name: 'staffHome',
      wipeAsked: false,
      visit: null,
      intakes: null,
      requests: [someRequest],
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
      before.requests = [someRequest]
    })
    await kiosk.refuses({ type: 'settleRequest', key: '8' })
    await kiosk.play({ type: 'settleRequest', key: '9' })
    expect(kiosk.screen).toMatchObject({ requests: [] })
    await kiosk.refuses({ type: 'settleRequest', key: '9' })
    expect(kiosk.acts).toEqual(['settle 9'])
  })

  it('takes the kiosk out of service and puts it back, each in the audit first', async () => {
    const kiosk = await StaffSessionHarness.inside()
    await kiosk.refuses('putInService')
    await kiosk.play('takeOutOfService')
    await kiosk.refuses('takeOutOfService')
    expect(kiosk.screen).toMatchObject({ inService: false })
    await kiosk.play('putInService')
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
    await kiosk.play('testConnection')
    expect(states()).toEqual(['testing', 'untested', 'untested', 'untested'])
    await kiosk.refuses('testConnection')
    kiosk.test?.onCheck({ name: 'partnerToken', ...passed })
    kiosk.test?.onCheck({ name: 'developerToken', state: 'failed', reason: 'refused' })
    expect(states()).toEqual(['passed', 'failed', 'testing', 'untested'])
    kiosk.test?.end(true)
    await kiosk.sees('staffConnection')
    expect(states()).toEqual(['passed', 'failed', 'untested', 'untested'])
    await kiosk.play('testConnection')
    expect(states()).toEqual(['testing', 'untested', 'untested', 'untested'])
  })

  it('a test that staff left says nothing to the next one', async () => {
    const kiosk = await StaffSessionHarness.inside('connection')
    await kiosk.play('testConnection')
    const first = kiosk.test
    await kiosk.play({ type: 'openStaffPage', page: 'connection' }, 'testConnection')
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
        { name: 'partner', since: 1 },
        { name: 'developer', since: 1 },
      ],
      given: null,
      accountId: 'value of service.accountId',
      locationId: '',
      formOrigins: [],
      formOriginError: null,
    })
    await kiosk.play(given)
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
    await kiosk.refuses(given)
    kiosk.test?.onCheck({ name: 'partnerToken', ...passed })
    kiosk.test?.onCheck({ name: 'developerToken', state: 'failed', reason: 'noCredentials' })
    expect(kiosk.screen).toMatchObject({
      given: { checks: [{ state: 'passed' }, { state: 'testing' }, { state: 'untested' }] },
    })
    kiosk.since.partner = 2
    kiosk.test?.end(true)
    expect(await kiosk.sees('staffCredentials')).toMatchObject({
      interfaces: [{ since: 2 }, {}],
      given: { outcome: 'kept' },
    })
  })

  it('are not kept when they do not pass', async () => {
    const kiosk = await StaffSessionHarness.inside('credentials')
    await kiosk.play({ ...given, interface: 'developer' })
    kiosk.test?.onCheck({ name: 'developerToken', state: 'failed', reason: 'refused' })
    kiosk.test?.end(false)
    expect(await kiosk.sees('staffCredentials')).toMatchObject({
      given: {
        interface: 'developer',
        outcome: 'notKept',
        checks: [{ state: 'failed', reason: 'refused' }, { state: 'untested' }],
      },
    })
    await kiosk.play({ type: 'openStaffPage', page: 'credentials' })
    expect(kiosk.screen).toMatchObject({ given: null })
  })

  it('are removed, in the audit first, where there are some', async () => {
    const kiosk = await StaffSessionHarness.inside('credentials', (before) => {
      before.since = { partner: 1, developer: null }
    })
    await kiosk.refuses({ type: 'removeCredentials', interface: 'developer' })
    await kiosk.play({ type: 'removeCredentials', interface: 'partner' })
    expect(kiosk.acts).toEqual(['audit credentialRemoved partner', 'remove partner'])
  })
})

describe('the settings', () => {
  const change = (value: string, key = 'idle.afterMs') =>
    ({ type: 'changeSetting', key, value }) as const

  it('are changed and reset, in the audit first', async () => {
    const kiosk = await StaffSessionHarness.inside('settings')
    await kiosk.play(change('60'), { type: 'resetSetting', key: 'idle.afterMs' })
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
    await kiosk.play(change(typed, key))
    expect(kiosk.acts).toEqual([`audit settingChanged ${key}`, `change ${key} ${typed}`])
  })

  it('say what was expected, every time anew, and the audit that nothing changed', async () => {
    const kiosk = await StaffSessionHarness.inside('settings')
    await kiosk.play(change('never'), change('never'))
    const error = { key: 'idle.afterMs', expected: 'a number' }
    expect(kiosk.screen).toMatchObject({ error, errorCount: 2 })
    expect(kiosk.audited).toEqual([
      ...['settingChanged', 'settingNotChanged', 'settingChanged', 'settingNotChanged'],
    ])
    await kiosk.play(change('60'))
    expect(kiosk.screen).toMatchObject({ error: null, errorCount: 2 })
  })

  it('that another origin decides, or that there are not, are refused', async () => {
    const kiosk = await StaffSessionHarness.inside('settings')
    for (const key of ['service.accountId', 'no.such'])
      await kiosk.refuses(change('1', key), { type: 'resetSetting', key })
    expect(kiosk.acts).toEqual([])
  })
})

it('the audit is verified once the screen says so', async () => {
  const kiosk = await StaffSessionHarness.inside('audit')
  const nothing = { name: 'staffAudit', entries: 0, hash: '', fault: '' }
  expect(kiosk.screen).toEqual({ ...nothing, state: 'unverified' })
  await kiosk.play('verifyAudit')
  expect(kiosk.screen).toEqual({ ...nothing, state: 'verifying' })
  expect(kiosk.acts).toEqual(['audit auditVerified'])
  await kiosk.refuses('verifyAudit')
  await kiosk.wait(100)
  expect(kiosk.acts).toEqual(['audit auditVerified', 'verify'])
  expect(kiosk.screen).toEqual({ ...nothing, state: 'holds', entries: 7, hash: 'ab12' })
  kiosk.verdict = { holds: false, fault: 'entry 3 is missing' }
  await kiosk.play('verifyAudit', 100)
  expect(kiosk.screen).toEqual({ ...nothing, state: 'broken', fault: 'entry 3 is missing' })
})

describe('where forms stand', () => {
  const asking = (page: 'home' | 'connection' | 'credentials', canConfirm = true) =>
    StaffSessionHarness.inside(
      page,
      (before) => (before.questions = [{ ...someQuestion, canConfirm }]),
    )
  const confirm = { type: 'confirmFormOrigin', key: '31' } as const
  const decline = { type: 'declineFormOrigin', key: '31' } as const

  const pages = ['home', 'connection', 'credentials'] as const
  it.each(pages)('is asked on %s, and a yes is kept, in the audit first', async (page) => {
    const kiosk = await asking(page)
    expect(kiosk.screen).toMatchObject({ formOrigins: [someQuestion], formOriginError: null })
    await kiosk.refuses({ ...confirm, key: '32' })
    await kiosk.play(confirm)
    expect(kiosk.screen).toMatchObject({ formOrigins: [], formOriginError: null })
    expect(kiosk.acts).toEqual([
      'audit formOriginConfirmed https://forms.example.com',
      'confirm 31',
    ])
    await kiosk.refuses(confirm)
  })

  it('that staff may not confirm can be declined alone, which the audit tells and no more', async () => {
    const kiosk = await asking('home', false)
    await kiosk.refuses(confirm)
    await kiosk.play(decline)
    expect(kiosk.acts).toEqual(['audit formOriginDeclined https://forms.example.com'])
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

describe('an origin that a form asked for in vain', () => {
  const [usual, , barred] = refusedOrigins.origins
  const origin = usual?.origin ?? ''
  const allow = { type: 'allowOrigin', origin } as const
  const seeing = () =>
    StaffSessionHarness.inside('connection', (before) => (before.refused = refusedOrigins))

  it('is listed by staff, in the audit first, and leaves the list', async () => {
    const kiosk = await seeing()
    expect(kiosk.screen).toMatchObject({ refused: refusedOrigins, refusedError: null })
    await kiosk.play(allow)
    expect(kiosk.acts).toEqual([`audit originAllowed ${origin}`, `allow ${origin}`])
    const { refused: left } = await kiosk.sees('staffConnection')
    expect(left.origins).toEqual(refusedOrigins.origins.slice(1))
    await kiosk.refuses(allow)
  })

  it.each([
    ['that may not be listed here', barred?.origin ?? ''],
    ['that no form asked for', 'https://elsewhere.example.com'],
  ])('%s is not listed', async (_, other) => {
    const kiosk = await seeing()
    await kiosk.refuses({ type: 'allowOrigin', origin: other })
    expect(kiosk.acts).toEqual([])
  })
})

it.each([
  ['home', 'formOriginError', 'formOriginConfirmed', commands.confirmFormOrigin],
  ['connection', 'refusedError', 'originAllowed', commands.allowOrigin],
] as const)(
  'a yes on %s that cannot be kept says why, and the audit that nothing changed',
  async (...row) => {
    const [page, fault, kind, yes] = row
    const kiosk = await StaffSessionHarness.inside(page, giveWork)
    const asked = await kiosk.sees(page === 'home' ? 'staffHome' : 'staffConnection')
    kiosk.keepsOrigins = false
    await kiosk.play(yes)
    expect(kiosk.screen).toEqual({ ...asked, [fault]: 'a file that can be written' })
    expect(kiosk.audited).toEqual([kind, 'settingNotChanged'])
    await kiosk.play({ type: 'openStaffPage', page })
    expect(kiosk.screen).toMatchObject({ [fault]: null })
  },
)

describe('the panel and the desk', () => {
  const pair = { type: 'pairKiosk', address: 'desk.example', code: 'code-canary' } as const

  async function inside(desk: FakeDesk) {
    const kiosk = await StaffSessionHarness.inside('desk', (before) => (before.desk = desk))
    return { kiosk, desk }
  }

  describe('the page of the desk', () => {
    it('pairs the kiosk, once at a time; that it is tried is in the audit before', async () => {
      const { kiosk, desk } = await inside(someDesk())
      expect(kiosk.screen).toMatchObject({ canPair: true, desk: { paired: null } })
      let end: () => void = () => undefined
      desk.pairing = new Promise((resolve) => (end = resolve))
      await kiosk.play(pair)
      expect(kiosk.screen).toMatchObject({ isPairing: true })
      await kiosk.refuses(pair)
      end()
      await kiosk.sees('staffDesk')
      expect(kiosk.screen).toMatchObject({ isPairing: false, error: null })
      expect(kiosk.screen).toMatchObject({ desk: { paired: { name: 'Front desk' } } })
      expect(kiosk.acts).toEqual(['audit pairingTried', 'pair desk.example code-canary'])
      expect(JSON.stringify(kiosk.views) + kiosk.persisted.join()).not.toContain('code-canary')
    })

    it.each(pairFault.options)('says why it could not be paired: %s', async (fault) => {
      const { kiosk, desk } = await inside(someDesk())
      desk.fault = fault
      await kiosk.play(pair)
      await kiosk.sees('staffDesk')
      expect(kiosk.screen).toMatchObject({ error: fault, errorCount: 1, desk: { paired: null } })
      desk.fault = null
      await kiosk.play(pair)
      await kiosk.sees('staffDesk')
      expect(kiosk.screen).toMatchObject({ error: null })
    })

    it('follows a desk that moved, unpairs the kiosk, and pairs no kiosk that is', async () => {
      const { kiosk, desk } = await inside(someDesk(true))
      const move = { type: 'moveDesk', address: 'new.example' } as const
      await kiosk.refuses(pair)
      for (const fault of ['unreachable', null] as const) {
        desk.fault = fault
        await kiosk.play(move)
        await kiosk.sees('staffDesk')
        expect(kiosk.screen).toMatchObject({ error: fault, isPairing: false })
      }
      await kiosk.play('unpairKiosk')
      await kiosk.sees('staffDesk')
      expect(kiosk.screen).toMatchObject({ desk: { paired: null } })
      const moved = ['audit pairingTried', 'move new.example']
      expect(kiosk.acts).toEqual([...moved, ...moved, 'unpair'])
      for (const gone of ['unpairKiosk', move] as const) await kiosk.refuses(gone)
    })

    it('shows what the desk wants forgotten, and lets staff decline', async () => {
      const desk = someDesk(true)
      desk.shown = { ...desk.shown, wipeAsked: { by: 'Maria', reason: 'sold', at: 1 } }
      const { kiosk } = await inside(desk)
      expect(kiosk.screen).toMatchObject({ desk: { wipeAsked: { by: 'Maria' } } })
      await kiosk.play({ type: 'openStaffPage', page: 'home' })
      expect(kiosk.screen).toMatchObject({ wipeAsked: true })
      await kiosk.play({ type: 'openStaffPage', page: 'desk' }, 'declineWipe')
      expect(kiosk.screen).toMatchObject({ desk: { wipeAsked: null } })
      expect(kiosk.acts).toEqual(['audit wipeDeclined', 'decline wipe'])
      await kiosk.refuses('declineWipe')
    })

    it('offers nothing where a kiosk can be paired with nothing', async () => {
      const kiosk = await StaffSessionHarness.inside('desk')
      expect(kiosk.screen).toMatchObject({ canPair: false, desk: { paired: null } })
      await kiosk.refuses(pair)
    })
  })

  /** Lists the acts, without changes of the turn to draw. */
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
})

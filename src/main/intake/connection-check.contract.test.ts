import { expect, it, onTestFinished } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { locations } from '../../../sandbox/seeds/clinics.ts'
import type { ConnectionCheck } from '../../shared/staff.ts'
import type { AuditEntry } from './client/call-types.ts'
import { checkConnection, type ConnectionUnderTest } from './connection-check.ts'
import { clientOptionsOf } from '#harness/service/connect-to.ts'
import { createTestClock } from '#harness/service/test-service.ts'

async function start(change: (sandbox: Sandbox) => Partial<ConnectionUnderTest> = () => ({})) {
  const sandbox = await startSandbox()
  onTestFinished(() => sandbox.close())
  const { accountId, locationIds } = sandbox
  const under: ConnectionUnderTest = {
    ...clientOptionsOf(sandbox),
    accountId,
    locationId: locationIds[0],
    clock: createTestClock(),
    ...change(sandbox),
  }
  return { sandbox, under }
}

/** The checks in short: what each of them said. */
async function outcome(under: ConnectionUnderTest) {
  const heard: ConnectionCheck[] = []
  const checks = await checkConnection(under, (check) => heard.push(check))
  expect(checks).toEqual(heard)
  for (const { state, reason } of checks) expect(reason !== null).toBe(state === 'failed')
  return checks.map(({ name, state, reason }) => `${name} ${reason ?? state}`)
}

const all = (partner: string, developer: string, grant: string, location: string) => [
  `partnerToken ${partner}`,
  `developerToken ${developer}`,
  `grant ${grant}`,
  `location ${location}`,
]
const [passed, refused, untested] = ['passed', 'refused', 'untested'] as const
const wrong = () => ({ clientId: 'nobody', clientSecret: 'wrong' })
const locationOf = (account: number) =>
  locations.find(({ accountId }) => accountId === account)?.id ?? 'none'
/** A port of this machine on which nothing listens. */
const nobody = 'http://127.0.0.1:1'

it.each<readonly [string, (sandbox: Sandbox) => Partial<ConnectionUnderTest>, string[]]>([
  ['all is well', () => ({}), all(passed, passed, passed, passed)],
  [
    'the partner secret is wrong',
    ({ credentials }) => ({
      credentials: {
        partner: () => ({ ...credentials.partner, clientSecret: 'wrong' }),
        developer: () => credentials.developer,
      },
    }),
    all(refused, passed, untested, untested),
  ],
  [
    'the developer secret is wrong',
    ({ credentials }) => ({
      credentials: { partner: () => credentials.partner, developer: wrong },
    }),
    all(passed, refused, passed, passed),
  ],
  [
    'there are no credentials',
    () => ({ credentials: { partner: () => undefined, developer: () => undefined } }),
    all('noCredentials', 'noCredentials', untested, untested),
  ],
  [
    'the account is not granted',
    ({ foreignAccountId }) => ({ accountId: foreignAccountId }),
    all(passed, passed, 'noGrant', untested),
  ],
  [
    'the grant was taken back',
    ({ control }) => (control.addFault({ revokeGrant: true }), {}),
    all(passed, passed, 'noGrant', untested),
  ],
  [
    'there is no such location',
    () => ({ locationId: 999_999 }),
    all(passed, passed, passed, 'notFound'),
  ],
  [
    'the location is another account’s',
    ({ foreignAccountId }) => ({ locationId: locationOf(foreignAccountId) }),
    all(passed, passed, passed, 'notFound'),
  ],
  [
    'the service has a fault',
    ({ control }) => (control.addFault({ status: 500, pathIncludes: '/partner/v2' }), {}),
    all(passed, passed, 'other', untested),
  ],
])('tells when %s', async (_, change, expected) => {
  const { under } = await start(change)
  expect(await outcome(under)).toEqual(expected)
})

it.each([
  ['partnerAuthUrl', 'unreachable', passed, untested, untested],
  ['partnerUrl', passed, passed, 'unreachable', untested],
  ['developerAuthUrl', passed, 'unreachable', passed, passed],
  ['developerUrl', passed, passed, passed, 'unreachable'],
] as const)('tells when %s cannot be reached', async (url, partner, developer, grant, location) => {
  const { under } = await start(() => ({ [url]: nobody }))
  expect(await outcome(under)).toEqual(all(partner, developer, grant, location))
})

it('judges the location by one interface where it is told to', async () => {
  const { under } = await start(({ credentials }) => ({
    credentials: { partner: () => undefined, developer: () => credentials.developer },
    judges: ['developer'],
  }))
  expect(await outcome(under)).toEqual(all('noCredentials', passed, untested, passed))
  expect(await outcome({ ...under, locationId: 999_999 })).toEqual(
    all('noCredentials', passed, untested, 'notFound'),
  )
  expect((await outcome({ ...under, judges: ['partner'] })).at(-1)).toBe('location untested')
})

it.each<readonly [string, boolean, number | undefined, string]>([
  ['is confirmed', true, undefined, 'passed'],
  ['is not confirmed', false, undefined, 'notConfirmed'],
  ['cannot be asked for: there is no such group', true, 999_999, 'notFound'],
])('tells whether the address of forms %s', async (_, confirmed, groupId, expected) => {
  const addresses: string[] = []
  const { sandbox, under } = await start()
  const forms = {
    templateGroupId: groupId ?? sandbox.defaultTemplateGroupId,
    isConfirmed: (address: string) => (addresses.push(address), confirmed),
  }
  const others = all(passed, passed, passed, passed)
  expect(await outcome({ ...under, forms })).toEqual([...others, `formOrigin ${expected}`])
  expect(addresses).toHaveLength(groupId === undefined ? 1 : 0)
  for (const address of addresses) expect(address).toContain(`${sandbox.pagesUrl}/public/`)
})

it('does not ask where forms stand before the location is known, nor with the other pair', async () => {
  const { sandbox, under } = await start()
  const isConfirmed = () => expect.unreachable()
  const forms = { templateGroupId: sandbox.defaultTemplateGroupId, isConfirmed }
  expect((await outcome({ ...under, forms, locationId: 999_999 })).at(-1)).toBe(
    'formOrigin untested',
  )
  expect((await outcome({ ...under, forms, judges: ['developer'] })).at(-1)).toBe('location passed')
})

it('has each call audited and logged, and concerns no patient', async () => {
  const audited: AuditEntry[] = []
  const logged: string[] = []
  const { under } = await start()
  await checkConnection({
    ...under,
    audit: (entry) => void audited.push(entry),
    log: ({ operation }) => logged.push(operation),
  })
  expect(audited.map(({ operation }) => operation)).toEqual([
    'partner.categories.list',
    'developer.locations.list',
    'partner.formTemplateGroups.listForLocation',
  ])
  expect(logged).toEqual(audited.map(({ operation }) => operation))
  for (const { records } of audited) expect(records).not.toHaveProperty('patientId')
})

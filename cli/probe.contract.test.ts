import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox, type Sandbox } from '../sandbox/sandbox.ts'
import { exitCodes } from './exit-codes.ts'
import { reads } from './probe/plan.ts'
import type { ProbeResult } from './probe/result.ts'
import { runProbe } from './run-probe.ts'
import { startAlteringProxy, type Alter } from '../test/harness/cli/altering-proxy.ts'
import { fakeTerminal } from '../test/harness/cli/fake-terminal.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox()
})
afterAll(() => sandbox.close())

/** Probes the sandbox through a proxy that alters its answers. */
async function probe(alter: Alter, ...args: string[]) {
  const proxy = await startAlteringProxy(sandbox.apiUrl, alter)
  const { partner, developer } = sandbox.credentials
  const { terminal, written } = fakeTerminal({
    environment: {
      FOYER_PARTNER_CLIENT_ID: partner.clientId,
      FOYER_PARTNER_CLIENT_SECRET: partner.clientSecret,
      FOYER_DEVELOPER_CLIENT_ID: developer.clientId,
      FOYER_DEVELOPER_CLIENT_SECRET: developer.clientSecret,
    },
  })
  const here = [
    '--account',
    String(sandbox.accountId),
    '--location',
    String(sandbox.locationIds[0]),
  ]
  try {
    const code = await runProbe(['--service', proxy.url, ...here, ...args], terminal)
    return {
      code,
      ...written,
      requests: proxy.requests,
      result: () => JSON.parse(written.out) as ProbeResult,
    }
  } finally {
    await proxy.close()
  }
}

const same: Alter = (answer) => answer

/** Applies a change to every object of an answer, the innermost first. */
function everywhere(value: unknown, change: (entry: Record<string, unknown>) => object): unknown {
  if (Array.isArray(value)) return value.map((each) => everywhere(each, change))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(
    ([name, each]) => [name, everywhere(each, change)] as const,
  )
  return change(Object.fromEntries(inner))
}

const rename =
  (from: string, to: string): Alter =>
  (answer) =>
    everywhere(answer, ({ [from]: value, ...rest }) =>
      value === undefined ? rest : { ...rest, [to]: value },
    )
const retype =
  (field: string, value: unknown): Alter =>
  (answer) =>
    everywhere(answer, (entry) => (field in entry ? { ...entry, [field]: value } : entry))
const remove =
  (field: string): Alter =>
  (answer) =>
    everywhere(answer, ({ [field]: _, ...rest }) => rest)

describe('the probe', () => {
  it('finds nothing at the sandbox that contradicts the contract, and only reads', async () => {
    const { code, result, requests } = await probe(same, '--json')
    expect(code).toBe(exitCodes.ok)
    const { differences, notRead, areas, assumptions } = result()
    expect(differences.filter(({ kind }) => kind !== 'absent')).toEqual([])
    expect(differences.filter(({ source }) => source === 'stated')).toEqual([])
    expect(notRead.map(({ operation }) => operation)).toEqual([
      'partner.identityProof.get',
      'partner.identityProof.getPatient',
      'partner.remoteCareConversions.get',
    ])
    expect(areas.reduce((sum, { operations }) => sum + operations, 0)).toBe(reads.length)
    expect(assumptions.length).toBeGreaterThan(20)
    expect(assumptions.filter(({ verdict }) => verdict === 'differs')).toEqual([])
    const writes = requests.filter(({ method }) => method !== 'GET')
    expect(writes.map(({ method, path }) => `${method} ${path}`).sort()).toEqual([
      'POST /oauth/token',
      'POST /oauth2/token',
    ])
  })

  it('finds a stated field that was renamed: missing, and another extra', async () => {
    const { code, result } = await probe(
      rename('firstName', 'givenName'),
      '--json',
      '--only',
      'developer.patients.list',
    )
    expect(code).toBe(exitCodes.differs)
    expect(result().differences).toEqual([
      {
        operation: 'developer.patients.list',
        path: '$[].firstName',
        kind: 'missing',
        expected: 'string',
        found: 'never there',
        source: 'stated',
      },
      expect.objectContaining({ path: '$[].givenName', kind: 'extra', found: 'string' }),
    ])
  })

  it('finds an assumed field that was removed, and says on what it rested', async () => {
    const { code, result } = await probe(
      remove('startAt'),
      '--json',
      '--only',
      'partner.appointments',
    )
    expect(code).toBe(exitCodes.ok)
    const found = {
      path: '$.items[].startAt',
      kind: 'missing',
      found: 'never there',
      source: 'assumed',
    }
    expect(result().differences).toContainEqual(
      expect.objectContaining({ ...found, assumption: 'appointment-shape' }),
    )
    expect(result().assumptions).toContainEqual(
      expect.objectContaining({
        assumption: 'appointment-shape',
        verdict: 'differs',
        differing: 2,
      }),
    )
  })

  it('finds a required field that is only sometimes there', async () => {
    let times = 0
    const { result } = await probe(
      (answer) =>
        everywhere(answer, ({ startAt, ...rest }) =>
          startAt !== undefined && times++ % 2 === 0 ? { ...rest, startAt } : rest,
        ),
      '--json',
      '--only',
      'partner.appointments.list',
    )
    expect(result().differences).toEqual([
      expect.objectContaining({ kind: 'missing', found: 'not always there' }),
    ])
  })

  it.each([
    ['a text that became a number', 'name', 7, 'integer'],
    ['a text that became an object', 'name', { first: 'x' }, 'object'],
    ['a text that became nothing', 'name', null, 'null'],
  ])('finds %s', async (_name, field, value, found) => {
    const { code, result } = await probe(
      retype(field, value),
      '--json',
      '--only',
      'developer.locations.list',
    )
    expect(code).toBe(exitCodes.differs)
    expect(result().differences).toEqual([
      expect.objectContaining({ path: '$[].name', kind: 'type', expected: 'string', found }),
    ])
  })

  it.each([
    ['an id that became a text', 'id', 'abc', 'string', 'integer'],
    ['a flag that became nothing', 'active', null, 'null', 'boolean'],
    ['an optional text that became nothing', 'timeZone', null, 'null', 'string'],
  ])(
    'finds %s, where the client is lenient and the document is not',
    async (_name, field, value, found, expected) => {
      const only = ['--only', 'developer.locations.list']
      const { code, result } = await probe(retype(field, value), '--json', ...only)
      expect(code).toBe(exitCodes.differs)
      const source = 'stated'
      expect(result().differences).toEqual([
        expect.objectContaining({ path: `$[].${field}`, kind: 'type', expected, found, source }),
      ])
    },
  )

  it('takes null where the document states it', async () => {
    const { code, result } = await probe(
      retype('practitionerId', null),
      '--json',
      '--only',
      'developer.formTemplateGroups.list',
    )
    expect(code).toBe(exitCodes.ok)
    expect(result().differences).toEqual([])
  })

  it('finds an id that is right in type and not in value', async () => {
    const { result } = await probe(retype('id', ''), '--json', '--only', 'partner.categories.list')
    expect(result().differences).toContainEqual(
      expect.objectContaining({ path: '$.items[].id', kind: 'value' }),
    )
  })

  it('finds an answer without its envelope', async () => {
    const { code, result } = await probe(
      () => [],
      '--json',
      '--only',
      'developer.stateProvinces.list',
    )
    expect(code).toBe(exitCodes.differs)
    expect(result().differences).toEqual([
      expect.objectContaining({ kind: 'answer', found: 'no envelope', source: 'stated' }),
    ])
  })

  it('says for a person what differs, area by area', async () => {
    const { out } = await probe(remove('startAt'), '--only', 'partner.appointments')
    expect(out).toContain('Not as assumed, or never seen (2)')
    expect(out).toMatch(
      /partner\.appointments\.get +\$\.startAt +missing +string +never there +appointment-shape/,
    )
    expect(out).toMatch(/appointment-shape +differs/)
    expect(out).toMatch(/partner\.appointments +2 +2 +\d+ +0 +2 +0/)
  })

  it('ends with another code where nothing can be read', async () => {
    const credentials = { FOYER_PARTNER_CLIENT_ID: 'a', FOYER_PARTNER_CLIENT_SECRET: 'b' }
    const nowhere = ['--service', 'http://127.0.0.1:1']
    const { terminal } = fakeTerminal({ environment: { ...credentials } })
    expect(await runProbe([...nowhere, '--account', '7'], terminal)).toBe(exitCodes.unreachable)
    const homeless = fakeTerminal({ environment: { ...credentials } })
    expect(await runProbe(nowhere, homeless.terminal)).toBe(exitCodes.usage)
    expect(homeless.written.note).toContain('--account')
    const unknown = fakeTerminal()
    expect(await runProbe(['--only', 'partner.lab'], unknown.terminal)).toBe(exitCodes.usage)
    expect(unknown.written.note).toContain('did you mean partner.labs?')
  })
})

describe('what the probe prints', () => {
  /** Every text of an answer becomes a canary, ids and flags aside; some stand where a name does. */
  const seen = new Set<string>()
  const canaries: Alter = (answer) =>
    everywhere(answer, (entry) => ({
      ...Object.fromEntries(
        Object.entries(entry).map(([name, value]) => {
          if (/id$/i.test(name) || name === 'nextCursor') seen.add(String(value))
          return typeof value === 'string' && !/id$|Cursor$|^message$/i.test(name)
            ? [name, `canary of ${value}`]
            : [name, value]
        }),
      ),
      'canary@example.org': 'canary',
      canary_12065550123: { canary: ['canary'] },
      extraNote: 'canary',
      extraCount: 987_654,
    }))

  it.each([['as tables'], ['as JSON', '--json']])(
    'holds no value of any answer, %s',
    async (_name, ...args) => {
      const { out, note } = await probe(canaries, ...args)
      expect(seen.size).toBeGreaterThan(100)
      for (const text of [out, note]) {
        expect(text).not.toMatch(/canary/i)
        expect(text).not.toContain('987654')
        for (const id of seen) if (id.length >= 4 && id !== 'null') expect(text).not.toContain(id)
      }
      expect(out).toContain('$.items[].extraNote')
      expect(out).toContain('$.items[].*')
    },
  )
})

import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  useRunningSandbox,
  type Alter,
  fakeTerminal,
  everywhere,
  probing,
  remove,
  rename,
  retype,
  same,
} from '../test/harness/cli/commands.ts'
import { exitCodes } from './problem.ts'
import { reads } from './probe/plan.ts'
import { runProbe } from './run-probe.ts'

const { sandbox, folder } = await useRunningSandbox()
const audit = join(folder, 'access.jsonl')

const probe = probing(sandbox, folder)

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
    const written = new Set(writes.map(({ method, path }) => `${method} ${path}`))
    expect([...written].sort()).toEqual(['POST /oauth/token', 'POST /oauth2/token'])
  })

  const found = async (alter: Alter, only: string) => {
    const { code, result } = await probe(alter, '--json', '--only', only)
    return { code, ...result() }
  }

  it('finds a stated field that was renamed: missing, and another extra', async () => {
    const operation = 'developer.patients.list'
    const { code, differences } = await found(rename('firstName', 'givenName'), operation)
    expect(code).toBe(exitCodes.differs)
    const missing = { kind: 'missing', expected: 'string', found: 'never there', source: 'stated' }
    expect(differences).toEqual([
      { operation, path: '$[].firstName', ...missing },
      expect.objectContaining({ path: '$[].givenName', kind: 'extra', found: 'string' }),
    ])
  })

  it('finds an assumed field that was removed, and says on what it rested', async () => {
    const assumption = 'appointment-shape'
    const { code, differences, assumptions } = await found(
      remove('startAt'),
      'partner.appointments',
    )
    expect(code).toBe(exitCodes.ok)
    const missing = { kind: 'missing', found: 'never there', source: 'assumed', assumption }
    expect(differences).toContainEqual(
      expect.objectContaining({ path: '$.items[].startAt', ...missing }),
    )
    expect(assumptions).toContainEqual(
      expect.objectContaining({ assumption, verdict: 'differs', differing: 2 }),
    )
  })

  it('finds a required field that is only sometimes there', async () => {
    let times = 0
    const everySecond: Alter = (answer) =>
      everywhere(answer, ({ startAt, ...rest }) =>
        startAt !== undefined && times++ % 2 === 0 ? { ...rest, startAt } : rest,
      )
    const { differences } = await found(everySecond, 'partner.appointments.list')
    expect(differences).toEqual([
      expect.objectContaining({ kind: 'missing', found: 'not always there' }),
    ])
  })

  // The client is lenient where the document is not.
  it.each([
    ['a text that became a number', 'name', 7, 'integer', 'string'],
    ['a text that became an object', 'name', { first: 'x' }, 'object', 'string'],
    ['a text that became nothing', 'name', null, 'null', 'string'],
    ['an id that became a text', 'id', 'abc', 'string', 'integer'],
    ['a flag that became nothing', 'active', null, 'null', 'boolean'],
    ['an optional text that became nothing', 'timeZone', null, 'null', 'string'],
  ])('finds %s', async (_name, field, value, type, expected) => {
    const { code, differences } = await found(retype(field, value), 'developer.locations.list')
    expect(code).toBe(exitCodes.differs)
    const told = { kind: 'type', expected, found: type, source: 'stated' }
    expect(differences).toEqual([expect.objectContaining({ path: `$[].${field}`, ...told })])
  })

  it('takes null where the document states it', async () => {
    const only = 'developer.formTemplateGroups.list'
    expect(await found(retype('practitionerId', null), only)).toMatchObject({
      code: exitCodes.ok,
      differences: [],
    })
  })

  it('finds an id that is right in type and not in value', async () => {
    const { differences } = await found(retype('id', ''), 'partner.categories.list')
    expect(differences).toContainEqual(
      expect.objectContaining({ path: '$.items[].id', kind: 'value' }),
    )
  })

  it('finds an answer without its envelope', async () => {
    const { code, differences } = await found(() => [], 'developer.stateProvinces.list')
    expect(code).toBe(exitCodes.differs)
    expect(differences).toEqual([
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
    const nowhere = ['--service', 'http://127.0.0.1:1', '--audit', audit]
    const { terminal, written } = fakeTerminal({ environment: { ...credentials } })
    const place = ['--account', '7', '--location', '1']
    expect(await runProbe([...nowhere, ...place], terminal)).toBe(exitCodes.unreachable)
    expect(written.out).toMatch(/health check +does not work .*\)\n/)
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

  it.for([
    { how: 'as tables', args: [] },
    { how: 'as JSON', args: ['--json'] },
  ])('holds no value of any answer, $how', async ({ args }) => {
    const { out, note } = await probe(canaries, ...args)
    expect(seen.size).toBeGreaterThan(100)
    for (const text of [out, note]) {
      expect(
        text
          .split('\n')
          .filter((line) => /canary/i.test(line))
          .join(),
      ).toBe('')
      expect(text).not.toContain('987654')
      // The address of the proxy may hold the number of a record.
      const told = text.replaceAll(/127\.0\.0\.1:\d+/g, '')
      for (const id of seen) if (id.length >= 4 && id !== 'null') expect(told).not.toContain(id)
    }
    expect(out).toContain('$.items[].extraNote')
    expect(out).toContain('$.items[].*')
  })
})
